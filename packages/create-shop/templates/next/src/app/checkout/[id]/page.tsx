import type {} from '@pgw/checkout/react';
import { notFound } from 'next/navigation';
import type { JSX } from 'react';
import { findOwnOrder } from '../../../own-order.ts';

export default async function CheckoutPage({ params }: PageProps<'/checkout/[id]'>): Promise<JSX.Element> {
  const order = await findOwnOrder((await params).id);
  if (order === undefined) notFound();
  return (
    <>
      <h1>{order.product}</h1>
      <pgw-checkout order={order.id} />
    </>
  );
}
