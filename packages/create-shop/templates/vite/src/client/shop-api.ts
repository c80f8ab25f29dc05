import type { Order, Product } from '../orders.ts';

export type { Order, Product };

export const fetchProducts = (): Promise<Product[]> => request('/api/products');

export const fetchOrder = (id: string): Promise<Order> => request(`/api/orders/${encodeURIComponent(id)}`);

/** Places an order and opens the page on which it is paid. */
export async function buy({ id: product }: Product): Promise<void> {
  const { id } = await request<{ id: string }>('/api/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ product }),
  });
  location.assign(`/checkout/${id}`);
}

export const formatPrice = (amount: number): string => `RM ${(amount / 100).toFixed(2)}`;

/** The page of the address: its name and the id of its order. */
export function currentPage(): { readonly name: string; readonly orderId: string } {
  const [, name = '', orderId = ''] = location.pathname.split('/');
  return { name, orderId };
}

/** Whether the gateway sent the shopper back to this page: then the reference of the payment is in the URL. */
export function isReturn(): boolean {
  return new URLSearchParams(location.search).has('payment');
}

async function request<Result>(url: string, init?: RequestInit): Promise<Result> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} responded with ${response.status}.`);
  return response.json();
}
