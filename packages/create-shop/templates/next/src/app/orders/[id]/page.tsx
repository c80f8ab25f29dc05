import type {} from '@pgw/checkout/react';
import { notFound } from 'next/navigation';
import type { JSX } from 'react';
import { findOwnOrder } from '../../../own-order.ts';

/**
 * After a payment, the URL has the reference of the payment. If the shopper has returned in another browser, there is no
 * order, and the page shows only what the element may show there. "Try again" opens the page without a reference.
 */
export default async function OrderPage({
  params,
  searchParams,
}: PageProps<'/orders/[id]'>): Promise<JSX.Element> {
  const order = await findOwnOrder((await params).id);
  const isReturn = (await searchParams).payment !== undefined;
  if (order === undefined && !isReturn) notFound();
  return (
    <>
      <h1>{order ? `${order.product}: ${order.state}` : 'Your payment'}</h1>
      {isReturn && <pgw-payment-status />}
      {!isReturn && order?.state === 'Not paid yet' && <pgw-checkout order={order.id} />}
    </>
  );
}
