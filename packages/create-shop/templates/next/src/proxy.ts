import { randomBytes } from 'node:crypto';
import { NextResponse, type NextRequest } from 'next/server';
import { getCheckout } from './checkout.ts';
import { strictTransport } from './settings.ts';
import { ensureVisitor } from './visitor.ts';

/** Runs before each page and the icon, and not before the routes of the checkout, whose bodies Next.js would otherwise copy. */
export const config = { matcher: '/((?!pgw/|_next/).*)' };

export function proxy(request: NextRequest): Response {
  // Browsers request an icon for each page. Remove this line, and put the icon of your shop into src/app.
  if (request.nextUrl.pathname === '/favicon.ico') return new Response(null, { status: 204 });
  const response = addPolicy(request);
  if (strictTransport !== undefined) response.headers.set('Strict-Transport-Security', strictTransport);
  return response;
}

/** Sends each page with a Content Security Policy that has a new nonce. Only scripts with this nonce run. */
function addPolicy(request: NextRequest): Response {
  // `next dev` needs `eval`, which the policy does not allow.
  if (process.env.NODE_ENV === 'development') return NextResponse.next();
  const nonce = randomBytes(16).toString('base64');
  const policy = getCheckout().contentSecurityPolicy({
    nonce,
    additionalSources: {
      'style-src': ["'self'"],
      'font-src': ["'self'"],
      'trusted-types': ['nextjs', 'default'],
    },
  });
  const headers = new Headers(request.headers);
  // Next.js reads the nonce for its own scripts from this header, and layout.tsx reads the other one.
  headers.set('Content-Security-Policy', policy);
  headers.set('X-Nonce', nonce);
  const { visitor, setCookie } = ensureVisitor(headers.get('cookie'));
  headers.set('X-Form-Token', getCheckout().visitorChecks.createFormToken(visitor));
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  // The form of the catalogue has a token of the visitor.
  if (request.nextUrl.pathname === '/') response.headers.set('Set-Cookie', setCookie);
  return response;
}
