import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Payment } from '../../src/index.ts';
import { createCallbackPayload, sendCallback } from '../callbacks.ts';
import { createControlledGateway, type ControlledGateway } from '../controlled-gateway.ts';
import {
  gatewayStatus,
  kilatPay,
  openShop,
  orderTotal,
  pasarPay,
  type Shop,
  type ShopOptions,
  type StartedPayment,
} from '../shop.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
let sandbox: Sandbox;
let shop: Shop;
let gateway: ControlledGateway;
let payment: StartedPayment;
let now = 0;

beforeAll(async () => void (sandbox = await createSandbox({ port: 0 })));
afterAll(() => sandbox.close());
afterEach(() => shop.close());

/** Opens a shop and starts a payment. */
async function openTestShop(options: ShopOptions = {}): Promise<void> {
  now = Date.now();
  gateway = createControlledGateway(sandbox.url);
  shop = await openShop({ gateway: gateway.client, now: () => now, ...options });
  payment = await shop.startPayment();
}

async function findPayment(reference = payment.reference): Promise<Payment> {
  const found = await shop.checkout.payments.get(reference);
  if (found === undefined) throw new Error(`The payment ${reference} is not stored.`);
  return found;
}

const syncPayment = () => shop.checkout.payments.sync(payment.reference);

async function sweepAfter(ms: number): Promise<void> {
  now += ms;
  await shop.checkout.sweep();
}

async function readTimeline(): Promise<string[]> {
  const inspection = await shop.checkout.operator.payments.inspect(payment.reference);
  return inspection?.timeline.map(({ text }) => text) ?? [];
}

/** Pays the payment. */
async function pay(): Promise<void> {
  gateway.setStatus(gatewayStatus.success);
  await syncPayment();
}

describe('an amount that differs', () => {
  /** Writes the amount with two decimals, as a gateway that forgets the minor units. */
  const writeDecimals = (): void =>
    gateway.setRecord({ status: gatewayStatus.success, amount: orderTotal / 100 });

  it('is queried again after seconds, and the payment is paid when the record agrees', async () => {
    await openTestShop();
    writeDecimals();
    expect(await syncPayment()).toMatchObject({
      state: 'open',
      discrepancy: { code: 'payment-amount', since: now, decidedAt: null },
      schedule: { nextQueryAt: now + 3 * secondMs },
    });
    gateway.setRecord({ amount: orderTotal });
    await sweepAfter(3 * secondMs);
    expect(await findPayment()).toMatchObject({ state: 'paid', amount: orderTotal, discrepancy: null });
    expect(shop.fulfilledReferences).toEqual([payment.reference]);
    expect(shop.eventsNamed('payment-in-review')).toEqual([]);
    expect((await readTimeline()).join('\n')).toContain(
      `The amount in the record is ${orderTotal / 100}, and ${orderTotal} is stored.`,
    );
  });

  it('puts the payment in review after five minutes, with at most fifteen queries', async () => {
    await openTestShop();
    writeDecimals();
    await syncPayment();
    for (let seconds = 0; seconds < 299; seconds += 1) await sweepAfter(secondMs);
    expect((await findPayment()).state).toBe('open');
    for (let seconds = 0; seconds < 60; seconds += 1) await sweepAfter(secondMs);
    expect(await findPayment()).toMatchObject({
      state: 'review',
      discrepancy: { code: 'payment-amount', stateBefore: 'open' },
    });
    expect(gateway.countQueries()).toBeLessThanOrEqual(15);
    expect(shop.eventsNamed('payment-in-review')).toHaveLength(1);
    expect(shop.fulfilledReferences).toEqual([]);
  });

  it('refuses another payment of the order while it is queried', async () => {
    await openTestShop();
    writeDecimals();
    await syncPayment();
    const response = await shop.start({ channelId: pasarPay });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      409,
      'payment-being-checked',
    ]);
  });

  /** Waits until the payment is in review. */
  async function waitForReview(): Promise<void> {
    writeDecimals();
    await syncPayment();
    now += 5 * minuteMs;
    expect((await syncPayment())?.state).toBe('review');
  }

  it('ends its review by itself when the record agrees in every field, with a timeline entry', async () => {
    await openTestShop();
    await waitForReview();
    gateway.setRecord({ amount: orderTotal });
    await sweepAfter(minuteMs);
    expect(await findPayment()).toMatchObject({
      state: 'paid',
      discrepancy: null,
      fulfillment: { state: 'done' },
    });
    expect(shop.fulfilledReferences).toEqual([payment.reference]);
    expect(await readTimeline()).toContain(
      'Marked as paid: the gateway reports Success (1). The review has ended: the record of the gateway agrees in every field.',
    );
  });

  it('stays in review for a person when the price was raised during the review', async () => {
    let amount = orderTotal;
    await openTestShop({ resolveOrder: () => ({ amount, currencyCode: 'MYR' }) });
    await waitForReview();
    amount = 100_000;
    await shop.fetch('/pgw/session?order=A1');
    gateway.setRecord({ amount: orderTotal });
    await sweepAfter(minuteMs);
    expect((await findPayment()).state).toBe('review');
    expect(shop.eventsNamed('price-differs')).toMatchObject([{ orderAmount: 100_000 }]);
    expect(shop.fulfilledReferences).toEqual([]);
  });

  it('ends its review as failed, open or refunded, as the record reports', async () => {
    for (const [status, state] of [
      [gatewayStatus.failed, 'failed'],
      [gatewayStatus.pending, 'open'],
      [gatewayStatus.refunded, 'refunded'],
    ] as const) {
      await openTestShop();
      await waitForReview();
      gateway.setRecord({ amount: orderTotal, status });
      expect((await syncPayment())?.state).toBe(state);
      if (state !== 'refunded') await shop.close();
    }
    expect(shop.fulfilledReferences).toEqual([]);
  });

  it('keeps a review whose currency differs too until an operator decides', async () => {
    await openTestShop();
    writeDecimals();
    gateway.setRecord({ currencyCode: 'SGD' });
    expect(await syncPayment()).toMatchObject({ state: 'review', discrepancy: { code: 'payment-record' } });
    gateway.setRecord({ currencyCode: 'MYR', amount: orderTotal });
    await sweepAfter(minuteMs);
    expect((await syncPayment())?.state).toBe('review');
  });

  it('changes nothing after an operator has decided: accepted stays paid, canceled goes back to review when money arrives', async () => {
    await openTestShop();
    await waitForReview();
    await shop.checkout.operator.reviews.resolve(payment.reference, {
      outcome: 'paid',
      reason: 'The amount was written in another unit',
    });
    expect(shop.fulfilledReferences).toEqual([payment.reference]);
    expect((await syncPayment())?.state).toBe('paid');
    await shop.close();

    await openTestShop();
    await waitForReview();
    await shop.checkout.operator.reviews.resolve(payment.reference, {
      outcome: 'canceled',
      reason: 'The money was returned by hand',
    });
    expect((await syncPayment())?.state).toBe('canceled');
    gateway.setRecord({ amount: orderTotal });
    expect(await syncPayment()).toMatchObject({ state: 'review', discrepancy: { code: 'payment-canceled' } });
    expect(shop.fulfilledReferences).toEqual([]);
  });

  it('follows the rule for second payments when its review ends by itself', async () => {
    await openTestShop();
    const second = await shop.startPayment({ channelId: pasarPay });
    await waitForReview();
    gateway.setRecord({ amount: orderTotal });
    await shop.checkout.payments.sync(second.reference);
    expect(await syncPayment()).toMatchObject({ state: 'paid', fulfillment: { state: 'withheld' } });
    expect(shop.eventsNamed('order-paid-twice')).toHaveLength(1);
    expect(shop.fulfilledReferences).toEqual([second.reference]);
  });
});

describe('a review that an operator ends as paid', () => {
  it.each(['report', 'refund'] as const)(
    'follows the rule for second payments (%s) when another payment has paid the order',
    async (secondPayment) => {
      await openTestShop({ secondPayment });
      const second = await shop.startPayment({ channelId: pasarPay });
      gateway.setRecord({ status: gatewayStatus.success, currencyCode: 'SGD' });
      await syncPayment();
      gateway.setRecord({ currencyCode: 'MYR' });
      await shop.checkout.payments.sync(second.reference);
      sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
      await shop.checkout.operator.reviews.resolve(payment.reference, {
        outcome: 'paid',
        reason: 'The record was corrected',
      });
      expect(await findPayment()).toMatchObject({ fulfillment: { state: 'withheld' } });
      expect(shop.eventsNamed('order-paid-twice')).toHaveLength(1);
      const isRefunded = secondPayment === 'refund';
      const listRefunds = async () =>
        (await shop.checkout.operator.payments.inspect(payment.reference))?.refunds;
      await expect.poll(listRefunds).toHaveLength(isRefunded ? 1 : 0);
      expect(shop.fulfilledReferences).toEqual([second.reference]);
    },
  );
});

describe('a paid payment that the gateway reports as failed', () => {
  it('is reversed after two agreeing queries with at least 60 seconds between them, and calls onReversed once', async () => {
    const calls: unknown[] = [];
    await openTestShop({
      onReversed: ({ state }, { key, order }) => void calls.push({ state, key, order }),
    });
    await pay();
    gateway.setStatus(gatewayStatus.failed);
    expect(await syncPayment()).toMatchObject({
      state: 'paid',
      discrepancy: { code: 'payment-reversed', since: now },
      schedule: { nextQueryAt: now + minuteMs },
    });
    now += 59 * secondMs;
    expect((await syncPayment())?.state).toBe('paid');
    await sweepAfter(secondMs);
    expect(await findPayment()).toMatchObject({
      state: 'reversed',
      gatewayStatus: gatewayStatus.failed,
      discrepancy: { code: 'payment-reversed', stateBefore: 'paid' },
    });
    const [event] = shop.eventsNamed('payment-reversed');
    expect(event).toMatchObject({
      level: 'error',
      reference: payment.reference,
      previousState: 'paid',
      gatewayStatus: gatewayStatus.failed,
    });
    await sweepAfter(12 * 60 * minuteMs);
    expect(calls).toEqual([
      {
        state: 'reversed',
        key: `${payment.reference}-reversed-1`,
        order: { isPaid: true, hasOpenPayments: true },
      },
    ]);
    expect(shop.eventsNamed('payment-reversed')).toHaveLength(1);
  });

  it('is listed under operator.discrepancies until an operator decides', async () => {
    await openTestShop();
    const { operator } = shop.checkout;
    const { discrepancies } = operator;
    await pay();
    gateway.setStatus(gatewayStatus.failed);
    await syncPayment();
    expect(await discrepancies.list()).toEqual([]);
    await sweepAfter(minuteMs);
    const { reference } = payment;
    const listed = [
      expect.objectContaining({ reference, code: 'payment-reversed', foundAt: now - minuteMs }),
    ];
    expect(await discrepancies.list()).toEqual(listed);
    expect(await discrepancies.list({ reference })).toEqual(listed);
    await expect(
      discrepancies.accept(reference, { code: 'payment-reversed', reason: 'Known' }),
    ).rejects.toThrow('operator.reviews.resolve');
    await operator.reviews.resolve(reference, {
      outcome: 'canceled',
      reason: 'The bank took the money back.',
    });
    expect(await discrepancies.list()).toEqual([]);
    expect(await discrepancies.list({ reference })).toEqual([]);
  });

  it('stays paid when the second query reports Success again', async () => {
    await openTestShop();
    await pay();
    gateway.setStatus(gatewayStatus.failed);
    await syncPayment();
    gateway.setStatus(gatewayStatus.success);
    await sweepAfter(minuteMs);
    expect(await findPayment()).toMatchObject({
      state: 'paid',
      discrepancy: null,
      schedule: { nextQueryAt: null },
    });
    expect(shop.eventsNamed('payment-reversed')).toEqual([]);
  });

  /** Makes the payment reversed. */
  async function reverse(): Promise<void> {
    gateway.setStatus(gatewayStatus.failed);
    await syncPayment();
    await sweepAfter(minuteMs);
    expect((await findPayment()).state).toBe('reversed');
  }

  it('is noticed by a callback, also for a payment that was fulfilled', async () => {
    await openTestShop();
    await pay();
    gateway.setStatus(gatewayStatus.failed);
    await sendCallback(shop, createCallbackPayload(payment, { status: gatewayStatus.failed }));
    await expect.poll(async () => (await findPayment()).discrepancy?.code).toBe('payment-reversed');
    await sweepAfter(minuteMs);
    expect((await findPayment()).state).toBe('reversed');
  });

  it('is restored by Success, and nothing is fulfilled twice', async () => {
    await openTestShop();
    await pay();
    await reverse();
    gateway.setStatus(gatewayStatus.success);
    expect(await syncPayment()).toMatchObject({
      state: 'paid',
      discrepancy: null,
      fulfillment: { state: 'done' },
    });
    expect(shop.fulfilledReferences).toEqual([payment.reference]);
  });

  it('is not fulfilled while a fulfillment is due, until an operator ends the reversal as paid', async () => {
    let isBroken = true;
    const getPrice = vi.fn(() => ({ amount: orderTotal, currencyCode: 'MYR' }));
    await openTestShop({
      getPrice,
      onPaid: ({ reference }) => {
        if (isBroken) throw new Error('no stock');
        shop.fulfilledReferences.push(reference);
      },
    });
    await pay();
    gateway.setStatus(gatewayStatus.failed);
    await syncPayment();
    isBroken = false;
    // The first query already stops the fulfillment.
    await sweepAfter(10 * secondMs);
    await sweepAfter(minuteMs);
    await sweepAfter(60 * minuteMs);
    expect(await findPayment()).toMatchObject({ state: 'reversed', fulfillment: { state: 'due' } });
    expect(shop.fulfilledReferences).toEqual([]);
    getPrice.mockClear();
    await shop.checkout.operator.reviews.resolve(payment.reference, {
      outcome: 'paid',
      reason: 'The bank has confirmed the money',
    });
    expect(shop.fulfilledReferences).toEqual([payment.reference]);
    expect(getPrice, 'no price is compared after the decision').not.toHaveBeenCalled();
    // The operator has decided about this report of the gateway.
    expect((await syncPayment())?.state).toBe('paid');
  });

  it('is reversed again if the gateway reports Success and then Failed after the decision of an operator', async () => {
    await openTestShop();
    await pay();
    await reverse();
    await shop.checkout.operator.reviews.resolve(payment.reference, {
      outcome: 'paid',
      reason: 'The bank has confirmed the money',
    });
    await sweepAfter(minuteMs);
    expect(await syncPayment()).toMatchObject({
      state: 'paid',
      discrepancy: { decidedAt: expect.any(Number) },
    });
    gateway.setStatus(gatewayStatus.success);
    now += minuteMs;
    expect(await syncPayment()).toMatchObject({ state: 'paid', discrepancy: null });
    now += minuteMs;
    await reverse();
    expect(shop.eventsNamed('payment-reversed')).toHaveLength(2);
    expect(shop.fulfilledReferences).toEqual([payment.reference]);
  });

  it('refuses Pay again until an operator has canceled it, and the next payment then fulfills the order', async () => {
    const ended: unknown[] = [];
    let isBroken = true;
    await openTestShop({
      onPaid: ({ reference }) => {
        if (isBroken) throw new Error('no stock');
        shop.fulfilledReferences.push(reference);
      },
      onEnded: ({ reference }, { reason, order }) => void ended.push({ reference, reason, order }),
    });
    await pay();
    await reverse();
    const refused = await shop.start({ channelId: kilatPay });
    expect(((await refused.json()) as { code: string }).code).toBe('payment-being-checked');
    isBroken = false;
    await shop.checkout.operator.reviews.resolve(payment.reference, {
      outcome: 'canceled',
      reason: 'The bank took the money back',
    });
    await expect
      .poll(() => ended)
      .toEqual([
        {
          reference: payment.reference,
          reason: 'canceled',
          order: { isPaid: false, hasOpenPayments: false },
        },
      ]);
    expect((await findPayment()).fulfillment.state).toBe('withheld');
    const next = await shop.startPayment({ channelId: pasarPay });
    gateway.setStatus(gatewayStatus.success);
    await shop.checkout.payments.sync(next.reference);
    expect(shop.fulfilledReferences).toEqual([next.reference]);
  });

  it('that was fulfilled and canceled: the next payment waits for an operator, and is not refunded', async () => {
    await openTestShop({ secondPayment: 'refund' });
    await pay();
    await reverse();
    await shop.checkout.operator.reviews.resolve(payment.reference, {
      outcome: 'canceled',
      reason: 'The bank took the money back',
    });
    const next = await shop.startPayment({ channelId: pasarPay });
    gateway.setStatus(gatewayStatus.success);
    await shop.checkout.payments.sync(next.reference);
    expect(await findPayment(next.reference)).toMatchObject({
      state: 'paid',
      fulfillment: { state: 'withheld' },
    });
    expect(shop.eventsNamed('order-paid-twice')).toEqual([]);
    expect(shop.eventsNamed('fulfillment-withheld')).toHaveLength(1);
    expect((await shop.checkout.operator.payments.inspect(next.reference))?.refunds).toEqual([]);
    await shop.checkout.operator.hooks.requeue(next.reference);
    expect(shop.fulfilledReferences).toEqual([payment.reference, next.reference]);
  });
});

describe('callbacks for a final payment', () => {
  it('cause at most one comparison in 60 seconds, and another one when callbacks arrived in the meantime', async () => {
    await openTestShop();
    await pay();
    now += secondMs;
    const before = gateway.countQueries();
    const sendCallbacks = async (count: number): Promise<void> => {
      const payload = createCallbackPayload(payment, { status: gatewayStatus.success });
      for (let n = 0; n < count; n += 1) expect((await sendCallback(shop, payload)).status).toBe(200);
    };
    await sendCallbacks(20);
    await expect.poll(async () => (await findPayment()).schedule.nextQueryAt).toBe(now + minuteMs);
    expect(gateway.countQueries() - before).toBe(1);
    await sweepAfter(minuteMs);
    expect(gateway.countQueries() - before).toBe(2);
    expect((await findPayment()).schedule.nextQueryAt).toBeNull();
  });

  it('cause a comparison also after the clock was set back', async () => {
    await openTestShop();
    await pay();
    const send = () => sendCallback(shop, createCallbackPayload(payment, { status: gatewayStatus.success }));
    now += secondMs;
    const countReceived = async (): Promise<number> =>
      (await readTimeline()).filter((text) => text.startsWith('Callback received')).length;
    await send();
    await expect.poll(countReceived).toBe(1);
    const before = gateway.countQueries();
    now -= 60 * minuteMs;
    await send();
    await expect.poll(countReceived).toBe(2);
    expect(gateway.countQueries()).toBe(before + 1);
    expect((await findPayment()).schedule.queriedAt).toBe(now);
  });

  it('are all marked as received, also those without a comparison', async () => {
    await openTestShop();
    await pay();
    now += secondMs;
    for (let n = 0; n < 5; n += 1) await sendCallback(shop, createCallbackPayload(payment));
    await expect
      .poll(async () => (await readTimeline()).filter((text) => text.startsWith('Callback received')).length)
      .toBe(5);
  });
});
