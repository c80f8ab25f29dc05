import { getClientAddress } from '@pgw/express';
import { readField } from '@pgw/pages';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { ipKeyGenerator, rateLimit, type Options } from 'express-rate-limit';
import { findClerk, type Clerk } from './clerks.ts';
import { reloadContent, renderDocument, renderSignIn } from './sign-in-page.ts';

function sendPage(response: Response, page: Parameters<typeof renderDocument>[0]): void {
  response.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  });
  response.type('html').send(renderDocument(page));
}

interface SignInOptions {
  readonly clerks: readonly Clerk[];
  /** True to show the name and the password of the first clerk on the sign-in page. */
  readonly isDemo: boolean;
}

/**
 * The routes to sign in and out. Each network can send five wrong passwords in 15 minutes. All requests of one
 * connection address can send fifty, whatever `X-Forwarded-For` contains.
 */
export function createSignInRoutes(options: SignInOptions): Router {
  const router = Router();

  router.get('/sign-in', (request, response) => {
    if (request.session.clerk !== undefined) return response.redirect(303, '/office');
    sendPage(
      response,
      createSignInPage(options, { returnPath: toOfficePath(readField(request.query, 'to')) }),
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
  { isDemo, clerks }: SignInOptions,
  view: { readonly returnPath: string; readonly name?: string; readonly error?: string },
): Parameters<typeof renderDocument>[0] {
  const main = renderSignIn({ demoClerk: isDemo ? clerks[0] : undefined, ...view });
  return { title: 'Sign in', main };
}

/** The period in which wrong passwords are counted. */
const windowMinutes = 15;

/**
 * Limits wrong passwords. An attempt is counted before its password is checked, so requests at the same time
 * cannot exceed the limit. After a correct password, the attempt is no longer counted.
 */
function limitAttempts(options: SignInOptions): RequestHandler[] {
  const limits: Partial<Options> = {
    windowMs: windowMinutes * 60 * 1000,
    skipSuccessfulRequests: true,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    handler: (request, response) => {
      const returnPath = toOfficePath(readField(request.body, 'to'));
      const minutes = Math.ceil(Number(response.get('Retry-After') ?? windowMinutes * 60) / 60);
      const error = `Too many wrong passwords. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
      sendPage(response.status(429), createSignInPage(options, { returnPath, error }));
    },
  };
  return [
    // An internet provider usually assigns a whole /64 network to one customer.
    rateLimit({
      ...limits,
      limit: 5,
      keyGenerator: (request) => ipKeyGenerator(getClientAddress(request), 64),
    }),
    rateLimit({
      ...limits,
      limit: 50,
      // The address of the connection, which no header can change. Behind a reverse proxy it is the proxy, so the
      // limit is one for all networks.
      keyGenerator: ({ socket }) => ipKeyGenerator(socket.remoteAddress ?? '', 64),
    }),
  ];
}

function signIn(options: SignInOptions): RequestHandler {
  return (request: Request, response: Response, next) => {
    const returnPath = toOfficePath(readField(request.body, 'to'));
    const name = readField(request.body, 'name').slice(0, 100);
    const clerk = findClerk(options.clerks, { name, password: request.body?.password });
    if (clerk === undefined) {
      const error = 'Wrong name or password. Try again.';
      return sendPage(response.status(401), createSignInPage(options, { returnPath, name, error }));
    }
    // A new session id prevents session fixation: an attacker cannot know or set it.
    request.session.regenerate((error) => {
      if (error) return next(error);
      request.session.clerk = clerk.name;
      response.redirect(303, returnPath);
    });
  };
}

/** Redirects a visitor without a session to the sign-in page. After the sign-in, the requested page opens. */
export const requireSession: RequestHandler = (request, response, next) => {
  // The styles and the script of the office are public.
  if (request.session.clerk !== undefined || request.path.startsWith('/assets/')) return next();
  // When a link on another site opens a page, the browser does not send the `SameSite=Strict` cookie. The
  // gateway's receipt has such a link. The page that is sent here reloads itself, and the reload sends the
  // cookie.
  if (request.method === 'GET' && request.headers['sec-fetch-site'] === 'cross-site') {
    return sendPage(response, {
      title: 'Back office',
      main: reloadContent,
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
