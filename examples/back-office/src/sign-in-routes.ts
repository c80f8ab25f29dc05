import { Router, type Request, type RequestHandler, type Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import { sendPage, textOf } from './context.ts';
import { isCorrectPassword } from './password.ts';
import type { OfficePage } from './pages/frame.ts';
import { reloadMain, signInMain } from './pages/sign-in.ts';

interface SignIn {
  readonly password: string;
  /** The sign-in page shows the password. */
  readonly isDemo: boolean;
}

/** Signs in and out. After five wrong passwords a network waits for the rest of 15 minutes. */
export function signInRoutes(options: SignIn): Router {
  const router = Router();

  router.get('/sign-in', (request, response) => {
    if (request.session.isSignedIn) return response.redirect(303, '/office');
    sendPage(response, signInPage(options, { to: ownPath(textOf(request.query, 'to')) }));
  });

  router.post('/sign-in', attemptLimit(options), signIn(options));

  router.post('/sign-out', (request, response, next) => {
    request.session.destroy((error) => {
      if (error) return next(error);
      response.redirect(303, '/office/sign-in');
    });
  });

  return router;
}

function signInPage(
  { isDemo, password }: SignIn,
  view: { readonly to: string; readonly error?: string },
): OfficePage {
  const main = signInMain({ hint: isDemo ? password : undefined, ...view });
  return { title: 'Sign in', main, isSignedOut: true };
}

/** Counts an attempt before its password is checked, so that attempts sent at the same time are counted too. */
function attemptLimit(options: SignIn): RequestHandler {
  return rateLimit({
    windowMs: 15 * 60 * 1000,
    limit: 5,
    // One customer usually has a whole /64.
    ipv6Subnet: 64,
    skipSuccessfulRequests: true,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    handler: (request, response) => {
      const to = ownPath(textOf(request.body, 'to'));
      const minutes = Math.ceil(Number(response.get('Retry-After') ?? 900) / 60);
      const error = `Too many wrong passwords. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
      sendPage(response.status(429), signInPage(options, { to, error }));
    },
  });
}

function signIn(options: SignIn): RequestHandler {
  return (request: Request, response: Response, next) => {
    const to = ownPath(textOf(request.body, 'to'));
    const given: unknown = request.body?.password;
    if (typeof given !== 'string' || !isCorrectPassword(given, options.password)) {
      const error = 'Wrong password. Try again.';
      return sendPage(response.status(401), signInPage(options, { to, error }));
    }
    // A new id, so that no other person can have chosen it.
    request.session.regenerate((error) => {
      if (error) return next(error);
      request.session.isSignedIn = true;
      response.redirect(303, to);
    });
  };
}

/** Redirects a visitor without a session to the sign-in page, which leads back to the requested page. */
export const requireSession: RequestHandler = (request, response, next) => {
  if (request.session.isSignedIn) return next();
  // The cookie is not sent with a request from another site, such as the gateway's receipt: request the page again from here.
  if (request.method === 'GET' && request.headers['sec-fetch-site'] === 'cross-site') {
    return sendPage(response, {
      title: 'Back office',
      main: reloadMain,
      isSignedOut: true,
      isReload: true,
    });
  }
  const to = request.method === 'GET' ? ownPath(request.originalUrl) : '/office';
  response.redirect(
    303,
    to === '/office' ? '/office/sign-in' : `/office/sign-in?to=${encodeURIComponent(to)}`,
  );
};

/** The path of a page of the back office; `/office` for any other path. */
function ownPath(path: string): string {
  const [own] = /^\/office(\/[\w-]+)*(?=$|\?)/.exec(path) ?? [];
  return own === undefined || own === '/office/sign-in' ? '/office' : own;
}
