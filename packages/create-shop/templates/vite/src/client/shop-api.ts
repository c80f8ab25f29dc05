import type { Order, Product } from '../orders.ts';

export type { Order, Product };

export const fetchProducts = (): Promise<Product[]> => request('/api/products');

/** Resolves with undefined if the visitor has no such order, for example after a return in another browser. */
export async function fetchOrder(id: string): Promise<Order | undefined> {
  const response = await fetch(`/api/orders/${encodeURIComponent(id)}`);
  return response.status === 404 ? undefined : readJson(response);
}

/** Creates an order and navigates to its checkout page. */
export async function buy({ id: product }: Product): Promise<void> {
  const { id } = await request<{ id: string }>('/api/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ product }),
  });
  location.assign(`/checkout/${id}`);
}

export const formatPrice = (amount: number): string => `RM ${(amount / 100).toFixed(2)}`;

/** Returns the name of the current page and the id of its order from the URL. */
export function readCurrentPage(): { readonly name: string; readonly orderId: string } {
  const [, name = '', orderId = ''] = location.pathname.split('/');
  return { name, orderId };
}

/** True if the shopper has returned from a payment. The URL then has the reference of the payment. */
export function isReturnFromPayment(): boolean {
  return new URLSearchParams(location.search).has('payment');
}

async function request<Result>(url: string, init?: RequestInit): Promise<Result> {
  return readJson(await fetch(url, init));
}

async function readJson<Result>(response: Response): Promise<Result> {
  if (!response.ok) throw new Error(`${response.url} responded with ${response.status}.`);
  return response.json();
}
