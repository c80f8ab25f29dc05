import type { Order, Product } from '../orders.ts';

export type { Order, Product };

export const fetchProducts = (): Promise<Product[]> => request('/api/products');

export const fetchOrder = (id: string): Promise<Order> => request(`/api/orders/${encodeURIComponent(id)}`);

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
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} responded with ${response.status}.`);
  return response.json();
}
