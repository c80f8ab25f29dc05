import { readAddress } from '../../address.ts';
import { getLimits } from '../../checkout.ts';
import { placeOrder } from '../../orders.ts';
import { tooManyRequests } from '../../protection.ts';
import { ensureVisitor, isPostedByShop } from '../../visitor.ts';

/** Places an order and redirects to its checkout page. */
export async function POST(request: Request): Promise<Response> {
  if (!isPostedByShop(request.headers.get('sec-fetch-site')))
    return new Response('Send this form from the shop.', { status: 403 });
  if (!(await getLimits().mayPlaceOrder(readAddress(request))))
    return new Response(tooManyRequests, { status: 429 });
  const { visitor, setCookie } = ensureVisitor(request.headers.get('cookie'));
  const form = await request.formData().catch(() => new FormData());
  const id = placeOrder(form.get('product'), visitor);
  const headers = new Headers({ 'Set-Cookie': setCookie });
  if (id === undefined) return new Response('This product does not exist.', { status: 400, headers });
  headers.set('Location', `/checkout/${id}`);
  return new Response(null, { status: 303, headers });
}
