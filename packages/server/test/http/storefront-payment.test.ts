import type { StorefrontPayment } from '@pgw/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { openCardShop } from '../card-shop.ts';
import { gatewayStatus, openShop, type Shop } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

async function fetchPayment(reference: string): Promise<StorefrontPayment> {
  return (await (await shop.fetch(`/pgw/payments/${reference}`)).json()) as StorefrontPayment;
}

describe('the money of a payment', () => {
  it('a voided authorization has taken no money, although its state is refunded', async () => {
    const cardShop = await openCardShop({ cards: { authType: 'pre-auth' } });
    shop = cardShop;
    const { reference } = (await cardShop.payByCard('approved')).body.payment;
    const authorized = await shop.checkout.payments.sync(reference);
    expect(await fetchPayment(reference)).toMatchObject({ state: 'authorized' });
    expect((await fetchPayment(reference)).money).toBeUndefined();
    shop.sandbox.endAuthorization(authorized?.transactionNumber ?? '', 'void', { callback: 'never' });
    await shop.checkout.payments.sync(reference);
    expect(await fetchPayment(reference)).toMatchObject({ state: 'refunded', money: 'not-taken' });
  });

  it('a payment whose money was returned before the shop stored it as paid has taken money', async () => {
    shop = await openShop();
    const { reference, transactionNumber } = await shop.startPayment();
    shop.sandbox.changeStatus(transactionNumber, gatewayStatus.refunded, { callback: 'never' });
    await shop.checkout.payments.sync(reference);
    expect((await fetchPayment(reference)).state).toBe('refunded');
    expect((await fetchPayment(reference)).money).toBeUndefined();
  });
});
