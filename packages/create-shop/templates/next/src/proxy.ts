import { randomBytes } from 'node:crypto';
import { NextResponse, type NextRequest } from 'next/server';
import { readAddress } from './address.ts';
import { getCheckout, getLimits } from './checkout.ts';
import { findOrder } from './orders.ts';
import { strictTransport, tooManyRequests } from './protection.ts';
import { readVisitor } from './visitor.ts';

/** Runs before each page, and not before the routes of the checkout, whose bodies Next.js would otherwise copy. */
export const config = { matcher: '/((?!pgw/|_next/|favicon.ico).*)' };

export async function proxy(request: NextRequest): Promise<Response> {
  const response = (await refuse(request)) ?? addPolicy(request);
  if (strictTransport !== undefined) response.headers.set('Strict-Transport-Security', strictTransport);
  return response;
}

/** Responds with 404 to a request for an order of another visitor. A network that guesses orders is refused. */
async function refuse(request: NextRequest): Promise<Response | undefined> {
  const { pathname, searchParams } = request.nextUrl;
  const address = readAddress(request);
  if (!(await getLimits().mayRequest(pathname, address)))
    return new Response(tooManyRequests, { status: 429 });
  const [, id] = /^\/(?:checkout|orders)\/([^/]+)$/.exec(pathname) ?? [];
  // After a return in another browser, the page of an order shows only the result of the payment.
  const isReturn = pathname.startsWith('/orders/') && searchParams.has('payment');
  if (id === undefined || isReturn || findOrder(id, readVisitor(request.headers.get('cookie'))))
    return undefined;
  await getLimits().countResponse(pathname, address, 404);
  return new Response('There is no such order in this browser.', { status: 404 });
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
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}
