import { setTimeout as wait } from 'node:timers/promises';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { sendPage, textOf } from './context.ts';
import { isPassword } from './password.ts';
import type { OfficePage } from './pages/frame.ts';
import { arrivalMain, signInMain } from './pages/sign-in.ts';
import type { OfficeSessions } from './sessions.ts';
import { SignInLimit } from './sign-in-limit.ts';

const wrongPasswordMs = 300;

interface SignIn {
  readonly sessions: OfficeSessions;
  readonly password: string;
  readonly isDemo: boolean;
  readonly now: () => number;
}

/** The door of the back office. */
export function signInRoutes(options: SignIn): Router {
  const { sessions } = options;
  const router = Router();

  router.get('/sign-in', (request, response) => {
    if (sessions.isOpen(request)) return response.redirect(303, '/office');
    sendPage(response, door(options, { to: ownPath(textOf(request.query, 'to')) }));
  });

  router.post('/sign-in', signIn(options));

  router.post('/sign-out', (request, response) => {
    sessions.end(request, response);
    response.redirect(303, '/office/sign-in');
  });

  return router;
}

function door(
  { isDemo, password }: SignIn,
  view: { readonly to: string; readonly error?: string },
): OfficePage {
  const main = signInMain({ hint: isDemo ? password : undefined, ...view });
  return { title: 'Sign in', main, isOutside: true };
}

function signIn(options: SignIn) {
  const { sessions, password, now } = options;
  const limit = new SignInLimit(now);
  return async (request: Request, response: Response): Promise<void> => {
    const address = request.socket.remoteAddress ?? '';
    const to = ownPath(textOf(request.body, 'to'));
    const seconds = Math.ceil(limit.waitMs(address) / 1000);
    if (seconds > 0) {
      const error = `Too many wrong passwords. Try again in ${seconds} seconds.`;
      return sendPage(response.status(429).set('Retry-After', String(seconds)), door(options, { to, error }));
    }
    const given: unknown = request.body?.password;
    if (typeof given !== 'string' || !isPassword(given, password)) {
      // Counted before the pause, so that tries sent all at once are counted as well.
      limit.failed(address);
      await wait(wrongPasswordMs);
      return sendPage(response.status(401), door(options, { to, error: 'This is not the password.' }));
    }
    limit.succeeded(address);
    sessions.begin(response);
    response.redirect(303, to);
  };
}

/** Leads everybody else to the door, and back to where they were going. */
export function requireSession(sessions: OfficeSessions): RequestHandler {
  return (request, response, next) => {
    if (sessions.isOpen(request)) return next();
    // The cookie does not come along from another site, as from the gateway's receipt: ask again from a page of ours.
    if (request.method === 'GET' && request.headers['sec-fetch-site'] === 'cross-site') {
      return sendPage(response, {
        title: 'Back office',
        main: arrivalMain,
        isOutside: true,
        isArrival: true,
      });
    }
    const to = request.method === 'GET' ? ownPath(request.originalUrl) : '/office';
    response.redirect(
      303,
      to === '/office' ? '/office/sign-in' : `/office/sign-in?to=${encodeURIComponent(to)}`,
    );
  };
}

/** A page of the back office, whatever was asked for: nobody is sent elsewhere after the sign-in. */
function ownPath(path: string): string {
  const [own] = /^\/office(\/[\w-]+)*(?=$|\?)/.exec(path) ?? [];
  return own === undefined || own === '/office/sign-in' ? '/office' : own;
}
