import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Payment } from '../../src/index.ts';
import type { HookName } from '../../src/operator/index.ts';
import { openCardShop } from '../card-shop.ts';
import { createControlledGateway, type ControlledGateway } from '../controlled-gateway.ts';
import { gatewayStatus, openShop, type Shop, type ShopOptions } from '../shop.ts';

const minuteMs = 60_000;
const partAmount = 3_000;

let shop: Shop;
let sandbox: Sandbox;
/** The hooks that have succeeded, in this order. */
let books: string[];
/** The hooks that were called and threw. */
let failedCalls: HookName[];
/** The hooks that throw. */
let broken: Set<HookName>;
let now: number;
beforeAll(async () => void (sandbox = await createSandbox({ port: 0 })));
afterAll(() => sandbox.close());
afterEach(() => shop.close());

function book(name: HookName, entry: string = name): void {
  if (!broken.has(name)) return void books.push(entry);
  failedCalls.push(name);
  throw new Error('The stock is locked.');
}

/** Sets the hooks that throw, and returns the options of a shop whose hooks record their calls. */
function createOptions(...names: HookName[]): ShopOptions {
  [books, failedCalls, broken, now] = [[], [], new Set(names), Date.now()];
  return {
    now: () => now,
    onPaid: () => book('onPaid'),
    onAuthorized: () => book('onAuthorized'),
    onEnded: (_payment, { reason }) => book('onEnded', `onEnded ${reason}`),
    onRefunded: ({ id }) => book('onRefunded', `onRefunded ${id}`),
    onReversed: (_payment, { refund }) => book('onReversed', `onReversed ${refund?.id ?? 'payment'}`),
  };
}

/** Repairs all hooks, and calls what is due in the next hour. */
async function repair(): Promise<void> {
  broken.clear();
  await sweepForAnHour();
}

async function sweepForAnHour(): Promise<void> {
  for (const minutes of [1, 2, 60]) {
    now += minutes * minuteMs;
    await shop.checkout.sweep();
  }
}

const inspect = (reference: string) => shop.checkout.operator.payments.inspect(reference);
const find = (reference: string): Promise<Payment | undefined> => shop.checkout.payments.get(reference);

async function expectWithheld(reference: string, name: HookName, text: string): Promise<void> {
  const { hooks, timeline } = (await inspect(reference)) ?? {};
  expect(hooks).toMatchObject([{ name, state: 'withheld' }]);
  expect(timeline?.map((entry) => entry.text)).toContain(text);
  expect(shop.eventsNamed('hook-withheld')).toMatchObject([{ level: 'info', reference, hook: name }]);
}

describe('onAuthorized that is due', () => {
  /** Authorizes a card whose `onAuthorized` fails. */
  async function authorize(): Promise<{ reference: string; transactionNumber: string }> {
    const cardShop = await openCardShop({
      cards: { authType: 'pre-auth' },
      ...createOptions('onAuthorized'),
    });
    shop = cardShop;
    const { reference } = (await cardShop.payByCard('approved')).body.payment;
    await expect.poll(() => shop.eventsNamed('hook-failed')).toHaveLength(1);
    return { reference, transactionNumber: (await find(reference))?.transactionNumber ?? '' };
  }

  it('is not called after the authorization was voided', async () => {
    const { reference, transactionNumber } = await authorize();
    shop.sandbox.endAuthorization(transactionNumber, 'void');
    await expect.poll(() => books).toEqual(['onEnded voided']);
    await repair();
    expect(books).toEqual(['onEnded voided']);
    const text = 'onAuthorized is not called, because the payment has become refunded.';
    await expectWithheld(reference, 'onAuthorized', text);
  });

  it('is not called after the payment was captured', async () => {
    const { reference } = await authorize();
    await shop.checkout.operator.captures.create('capture-0001', { reference });
    await expect.poll(() => books).toEqual(['onPaid']);
    await repair();
    expect(books).toEqual(['onPaid']);
    const text = 'onAuthorized is not called, because the payment has become paid.';
    await expectWithheld(reference, 'onAuthorized', text);
  });

  it('is called while the payment is authorized', async () => {
    await authorize();
    await repair();
    expect([books, shop.eventsNamed('hook-withheld')]).toEqual([['onAuthorized'], []]);
  });
});

describe('the hooks of a refund', () => {
  let reference: string;

  async function refund(id: string): Promise<string> {
    const options = { reference, reason: 'Chipped mug', amount: partAmount };
    return (await shop.checkout.operator.refunds.create(id, options)).transactionNumber ?? '';
  }

  /** Opens a shop, and pays an order. */
  async function openShopAndPay(options: ShopOptions): Promise<void> {
    shop = await openShop({ ...options, sandbox: { refundDelayMs: minuteMs, now: () => now } });
    const payment = await shop.startPayment();
    reference = payment.reference;
    shop.sandbox.decide(payment.transactionNumber, 'approve');
    await expect.poll(() => books.length + failedCalls.length).toBe(1);
  }

  /** Makes a refund of a paid order whose `onRefunded` fails, and reverses it. */
  async function refundAndReverse(options: ShopOptions = {}): Promise<void> {
    await openShopAndPay({ ...createOptions('onRefunded'), ...options });
    shop.sandbox.scenario('refund-processing');
    const number = await refund('refund-0001');
    shop.sandbox.clearScenarios();
    shop.sandbox.decideRefund(number, gatewayStatus.refunded);
    await expect.poll(() => failedCalls).toEqual(['onRefunded']);
    shop.sandbox.decideRefund(number, gatewayStatus.refundReversed, { callback: 'never' });
    await shop.checkout.operator.payments.reconcile({ since: 0 });
  }

  it('are called in their order when the first one has failed', async () => {
    await refundAndReverse();
    await sweepForAnHour();
    expect(books).toEqual(['onPaid']);
    await repair();
    expect(books).toEqual(['onPaid', 'onRefunded refund-0001', 'onReversed refund-0001']);
  });

  it('are called without a pause after a call that they have waited for', async () => {
    await refundAndReverse();
    // onReversed is leased, and waits.
    await shop.checkout.sweep();
    broken.clear();
    // The pause after a failure is at most 5 seconds.
    now += 5_000;
    await shop.checkout.sweep();
    expect(books).toEqual(['onPaid', 'onRefunded refund-0001', 'onReversed refund-0001']);
  });

  it('wait for a dead call until an operator requeues it', async () => {
    await refundAndReverse({ limits: { fulfillAttempts: 2 } });
    await sweepForAnHour();
    expect(shop.eventsNamed('hook-dead')).toHaveLength(1);
    await repair();
    expect(books).toEqual(['onPaid']);
    expect((await inspect(reference))?.hooks).toMatchObject([
      { name: 'onRefunded', state: 'dead' },
      { name: 'onReversed', state: 'due', attempts: 0 },
    ]);
    expect(await shop.checkout.payments.list({ hasDeadHooks: true })).toMatchObject([{ reference }]);
    await shop.checkout.operator.hooks.requeue(reference);
    const calls = ['onPaid', 'onRefunded refund-0001', 'onReversed refund-0001'];
    await expect.poll(() => books).toEqual(calls);
  });

  it('are called for the next refund when an operator skips a dead call', async () => {
    await openShopAndPay({ ...createOptions('onRefunded'), limits: { fulfillAttempts: 1 } });
    await refund('refund-0001');
    await expect.poll(() => shop.eventsNamed('hook-dead')).toHaveLength(1);
    broken.clear();
    now += 2 * minuteMs;
    await refund('refund-0002');
    await sweepForAnHour();
    expect(books).toEqual(['onPaid']);
    await expect(shop.checkout.operator.hooks.skip(reference, { reason: ' ' })).rejects.toThrow('reason');
    await shop.checkout.operator.hooks.skip(reference, { reason: 'Booked by hand' });
    await expect.poll(() => books).toEqual(['onPaid', 'onRefunded refund-0002']);
    const { hooks, timeline } = (await inspect(reference)) ?? {};
    expect(hooks).toMatchObject([{ name: 'onRefunded', operationId: 'refund-0001', state: 'withheld' }]);
    const text = 'An operator has skipped onRefunded: Booked by hand';
    expect(timeline?.map((entry) => entry.text)).toContain(text);
  });

  it('wait for a dead onPaid until an operator requeues it', async () => {
    await openShopAndPay({ ...createOptions('onPaid'), limits: { fulfillAttempts: 1 } });
    await expect.poll(() => shop.eventsNamed('hook-dead')).toHaveLength(1);
    await refund('refund-0001');
    await repair();
    expect(books).toEqual([]);
    await shop.checkout.operator.hooks.requeue(reference);
    await expect.poll(() => books).toEqual(['onPaid', 'onRefunded refund-0001']);
  });

  it('are called without a pause when an operator skips a dead onPaid', async () => {
    await openShopAndPay({ ...createOptions('onPaid'), limits: { fulfillAttempts: 1 } });
    await expect.poll(() => shop.eventsNamed('hook-dead')).toHaveLength(1);
    await refund('refund-0001');
    await shop.checkout.sweep();
    const skipped = await shop.checkout.operator.hooks.skip(reference, { reason: 'Sent by hand' });
    expect(skipped.fulfillment.state).toBe('withheld');
    await expect.poll(() => books).toEqual(['onRefunded refund-0001']);
  });
});

describe('a payment whose money is taken back', () => {
  let gateway: ControlledGateway;
  let reference: string;

  async function syncPayment(status: number): Promise<void> {
    gateway.setStatus(status);
    await shop.checkout.payments.sync(reference);
  }

  async function openPaidShop(options: ShopOptions): Promise<void> {
    gateway = createControlledGateway(sandbox.url);
    shop = await openShop({ ...options, gateway: gateway.client });
    const payment = await shop.startPayment();
    reference = payment.reference;
    await syncPayment(gatewayStatus.success);
  }

  async function reverse(): Promise<void> {
    await syncPayment(gatewayStatus.failed);
    now += minuteMs;
    await syncPayment(gatewayStatus.failed);
    expect((await find(reference))?.state).toBe('reversed');
  }

  it('does not call onReversed after the gateway reports it as paid again', async () => {
    await openPaidShop(createOptions('onReversed'));
    await reverse();
    await expect.poll(() => failedCalls).toEqual(['onReversed']);
    await syncPayment(gatewayStatus.success);
    await repair();
    expect(books).toEqual(['onPaid']);
    await expectWithheld(
      reference,
      'onReversed',
      'onReversed is not called, because the payment has become paid.',
    );
  });

  it('does not call onPaid while it is reversed, also for a dead call that an operator requeues', async () => {
    await openPaidShop({ ...createOptions('onPaid'), limits: { fulfillAttempts: 1 } });
    await expect.poll(() => shop.eventsNamed('hook-dead')).toHaveLength(1);
    await reverse();
    broken.clear();
    await shop.checkout.operator.hooks.requeue(reference);
    await sweepForAnHour();
    expect(books).toEqual(['onReversed payment']);
    await shop.checkout.operator.reviews.resolve(reference, {
      outcome: 'paid',
      reason: 'The gateway has paid it out',
    });
    expect(books).toEqual(['onReversed payment', 'onPaid']);
  });

  it('calls onPaid without a pause when the gateway reports it as paid again', async () => {
    await openPaidShop(createOptions('onPaid'));
    await expect.poll(() => failedCalls).toEqual(['onPaid']);
    await syncPayment(gatewayStatus.failed);
    now += 5_000;
    // onPaid is leased, and waits.
    await shop.checkout.sweep();
    broken.clear();
    await syncPayment(gatewayStatus.success);
    expect([books, failedCalls]).toEqual([['onPaid'], ['onPaid']]);
  });

  it('calls onReversed without a pause when an operator ends its review', async () => {
    await openPaidShop(createOptions('onReversed'));
    await reverse();
    await expect.poll(() => failedCalls).toEqual(['onReversed']);
    gateway.setRecord({ currencyCode: 'USD' });
    await shop.checkout.payments.sync(reference);
    expect((await find(reference))?.state).toBe('review');
    broken.clear();
    now += minuteMs;
    // onReversed is leased, and waits.
    await shop.checkout.sweep();
    expect(books).toEqual(['onPaid']);
    await shop.checkout.operator.reviews.resolve(reference, {
      outcome: 'canceled',
      reason: 'The money is gone',
    });
    await expect.poll(() => books).toEqual(['onPaid', 'onReversed payment', 'onEnded canceled']);
  });

  it('calls onEnded after onReversed when an operator ends it', async () => {
    await openPaidShop(createOptions('onReversed'));
    await reverse();
    await expect.poll(() => failedCalls).toEqual(['onReversed']);
    await shop.checkout.operator.reviews.resolve(reference, {
      outcome: 'canceled',
      reason: 'The money is gone',
    });
    await repair();
    expect(books).toEqual(['onPaid', 'onReversed payment', 'onEnded canceled']);
  });
});

it('a refund that is stored before its payment is paid is reported directly after onPaid, without the rest of a lease', async () => {
  shop = await openShop(createOptions());
  const { reference, transactionNumber } = await shop.startPayment();
  const never = { callback: 'never' } as const;
  shop.sandbox.decide(transactionNumber, 'approve', never);
  shop.sandbox.refundPayment(transactionNumber, { amount: partAmount, ...never });
  shop.sandbox.changeStatus(transactionNumber, gatewayStatus.refundProcessing, never);
  await shop.checkout.payments.sync(reference);
  await shop.checkout.sweep();
  expect(await find(reference)).toMatchObject({ state: 'refunding', fulfillment: { state: 'none' } });
  // The call was leased, and waits for the result of onPaid.
  expect((await inspect(reference))?.hooks).toMatchObject([{ name: 'onRefunded', attempts: 0 }]);
  shop.sandbox.changeStatus(transactionNumber, gatewayStatus.success, never);
  await shop.checkout.payments.sync(reference);
  await expect.poll(() => books).toEqual(['onPaid', expect.stringMatching(/^onRefunded gateway:/)]);
});
