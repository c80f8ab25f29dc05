import { getCheckout } from '../../checkout.ts';
import { placeOrder } from '../../orders.ts';
import { ensureVisitor, readVisitor } from '../../visitor.ts';

/** Places an order and redirects to its checkout page. */
export async function POST(request: Request): Promise<Response> {
  const cookies = request.headers.get('cookie');
  const form = await request.formData().catch(() => new FormData());
  const proof = { visitor: readVisitor(cookies), token: form.get('token') };
  const refusal = await getCheckout().visitorChecks.newOrder(request, proof);
  if (refusal) return new Response(refusal.message, refusal);
  const { visitor, setCookie } = ensureVisitor(cookies);
  const id = placeOrder(form.get('product'), visitor);
  const headers = new Headers({ 'Set-Cookie': setCookie });
  if (id === undefined) return new Response('This product does not exist.', { status: 400, headers });
  headers.set('Location', `/checkout/${id}`);
  return new Response(null, { status: 303, headers });
}
