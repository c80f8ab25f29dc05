import { readAddress } from '../../../address.ts';
import { getCheckout, getLimits } from '../../../checkout.ts';
import { strictTransport, tooManyRequests } from '../../../protection.ts';

// The checkout uses modules of Node.
export const runtime = 'nodejs';

/** Do not read the body before the checkout: the signature of a callback is verified over its raw bytes. */
async function handle(request: Request): Promise<Response> {
  const limits = getLimits();
  const { pathname } = new URL(request.url);
  const address = readAddress(request);
  if (!(await limits.mayRequest(pathname, address))) return new Response(tooManyRequests, { status: 429 });
  const response = await getCheckout().handler(request);
  await limits.countResponse(pathname, address, response.status);
  if (strictTransport !== undefined) response.headers.set('Strict-Transport-Security', strictTransport);
  return response;
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
