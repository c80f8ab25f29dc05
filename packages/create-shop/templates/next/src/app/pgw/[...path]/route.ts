import { getCheckout } from '../../../checkout.ts';
import { strictTransport } from '../../../settings.ts';

/** Do not read the body before the checkout: the signature of a callback is verified over its raw bytes. */
async function handle(request: Request): Promise<Response> {
  const response = await getCheckout().handler(request);
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
