import { Router, type Request, type RequestHandler, type Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import { sendPage, readText } from './context.ts';
import { isCorrectPassword } from './password.ts';
import type { OfficePage } from './pages/frame.ts';
import { reloadContent, renderSignIn } from './pages/sign-in.ts';

interface SignInOptions {
  readonly password: string;
  /** True to show the password on the sign-in page. */
  readonly isDemo: boolean;
}

/** The routes to sign in and out. Each network can send five wrong passwords in 15 minutes. */
export function createSignInRoutes(options: SignInOptions): Router {
  const router = Router();

  router.get('/sign-in', (request, response) => {
    if (request.session.isSignedIn) return response.redirect(303, '/office');
    sendPage(
      response,
      createSignInPage(options, { returnPath: toOfficePath(readText(request.query, 'to')) }),
    );
  });

  router.post('/sign-in', limitAttempts(options), signIn(options));

  router.post('/sign-out', (request, response, next) => {
    request.session.destroy((error) => {
      if (error) return next(error);
      response.redirect(303, '/office/sign-in');
    });
  });

  return router;
}

function createSignInPage(
  { isDemo, password }: SignInOptions,
  view: { readonly returnPath: string; readonly error?: string },
): OfficePage {
  const main = renderSignIn({ demoPassword: isDemo ? password : undefined, ...view });
  return { title: 'Sign in', main, isSignedOut: true };
}

/** The period in which wrong passwords are counted. */
const windowMinutes = 15;

/**
 * Limits wrong passwords. An attempt is counted before its password is checked, so requests at the same time
 * cannot exceed the limit. After a correct password, the attempt is no longer counted.
 */
function limitAttempts(options: SignInOptions): RequestHandler {
  return rateLimit({
    windowMs: windowMinutes * 60 * 1000,
    limit: 5,
    // An internet provider usually assigns a whole /64 network to one customer.
    ipv6Subnet: 64,
    skipSuccessfulRequests: true,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    handler: (request, response) => {
      const returnPath = toOfficePath(readText(request.body, 'to'));
      const minutes = Math.ceil(Number(response.get('Retry-After') ?? windowMinutes * 60) / 60);
      const error = `Too many wrong passwords. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
      sendPage(response.status(429), createSignInPage(options, { returnPath, error }));
    },
  });
}

function signIn(options: SignInOptions): RequestHandler {
  return (request: Request, response: Response, next) => {
    const returnPath = toOfficePath(readText(request.body, 'to'));
    const submitted: unknown = request.body?.password;
    if (typeof submitted !== 'string' || !isCorrectPassword(submitted, options.password)) {
      const error = 'Wrong password. Try again.';
      return sendPage(response.status(401), createSignInPage(options, { returnPath, error }));
    }
    // A new session id prevents session fixation: an attacker cannot know or set it.
    request.session.regenerate((error) => {
      if (error) return next(error);
      request.session.isSignedIn = true;
      response.redirect(303, returnPath);
    });
  };
}

/** Redirects a visitor without a session to the sign-in page. After the sign-in, the requested page opens. */
export const requireSession: RequestHandler = (request, response, next) => {
  if (request.session.isSignedIn) return next();
  // When a link on another site opens a page, the browser does not send the `SameSite=Strict` cookie. The
  // gateway's receipt has such a link. The page that is sent here reloads itself, and the reload sends the
  // cookie.
  if (request.method === 'GET' && request.headers['sec-fetch-site'] === 'cross-site') {
    return sendPage(response, {
      title: 'Back office',
      main: reloadContent,
      isSignedOut: true,
      shouldReload: true,
    });
  }
  const returnPath = request.method === 'GET' ? toOfficePath(request.originalUrl) : '/office';
  response.redirect(
    303,
    returnPath === '/office' ? '/office/sign-in' : `/office/sign-in?to=${encodeURIComponent(returnPath)}`,
  );
};

/** Returns the path without its query when it is a page of the back office, otherwise `/office`. */
function toOfficePath(path: string): string {
  const [officePath] = /^\/office(\/[\w-]+)*(?=$|\?)/.exec(path) ?? [];
  return officePath === undefined || officePath === '/office/sign-in' ? '/office' : officePath;
}
