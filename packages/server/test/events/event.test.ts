import { describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest';
import type {
  CheckoutEvent,
  CheckoutEventName,
  EventNamed,
  OperationKind,
  OperationState,
  PaymentState,
} from '../../src/index.ts';
import type { DueHook } from '../../src/store.ts';
import { catchListenerErrors, printEvents } from '../../src/events/event.ts';
import { factsByEvent, findFactDefects } from '../event-facts.ts';
import {
  createTestClient,
  gatewayStatus,
  openShop,
  orderTotal,
  type Shop,
  type ShopOptions,
} from '../shop.ts';

describe('the type of an event', () => {
  it('has the facts of its name after a comparison of the name', () => {
    const read = (event: CheckoutEvent): PaymentState | OperationState | undefined => {
      if (event.event === 'payment-updated') {
        expectTypeOf(event.state).toEqualTypeOf<PaymentState>();
        expectTypeOf(event.durationMs).toEqualTypeOf<number>();
        expectTypeOf(event.level).toEqualTypeOf<'info'>();
        return event.state;
      }
      if (event.event !== 'refund-failed') return undefined;
      expectTypeOf(event.kind).toEqualTypeOf<OperationKind>();
      expectTypeOf(event).not.toHaveProperty('previousState');
      return event.state;
    };
    expect(read(createEvent('payment-updated'))).toBe('paid');
    expectTypeOf<CheckoutEvent>().not.toHaveProperty('state');
    expectTypeOf<EventNamed<'hook-dead'>['hook']>().toEqualTypeOf<DueHook['name']>();
  });

  it('leaves nothing in a switch over all names', () => {
    const describeOutage = (event: Extract<CheckoutEvent, { event: `gateway-${string}` }>): string => {
      switch (event.event) {
        case 'gateway-down':
          return 'down';
        case 'gateway-up':
          return `up after ${event.durationMs} ms`;
        default:
          expectTypeOf(event).toBeNever();
          return 'unknown';
      }
    };
    expect(describeOutage({ level: 'info', event: 'gateway-up', message: 'up', durationMs: 5 })).toBe(
      'up after 5 ms',
    );
    expect(Object.keys(factsByEvent)).toContain('gateway-up');
    expectTypeOf<keyof typeof factsByEvent>().toEqualTypeOf<CheckoutEventName>();
  });

  it('refuses an event without one of its facts', () => {
    const { durationMs: _missing, ...incomplete } = createEvent('payment-updated');
    // @ts-expect-error durationMs is missing
    const event: CheckoutEvent = incomplete;
    expect(findFactDefects(event)).toEqual(['payment-updated has an invalid durationMs: undefined.']);
  });
});

describe('the printed line of an event', () => {
  it('has its facts as name=value, and quotes a value with a space', () => {
    expect(print({ ...createEvent('payment-in-review'), orderId: 'A 1' })).toBe(
      'pgw error payment-in-review reference=ref-1 orderId="A 1" transactionNumber=T-1 state=paid gatewayStatus=1 amount=12890 ' +
        'currencyCode=MYR previousState=open durationMs=7 discrepancyCode=payment-amount: The amount differs.\n',
    );
  });

  it('has no list, no fact without a value and no error', () => {
    const facts = { checked: 3, durationMs: 2, findings: [], error: new Error('details') } as const;
    const event = { level: 'error', event: 'audit-failed', message: 'Problems.', ...facts } as const;
    expect(print(event)).toBe('pgw error audit-failed checked=3 durationMs=2: Problems.\n');
    const unknown = { ...createEvent('payment-in-review'), transactionNumber: null, discrepancyCode: null };
    expect(print(unknown)).not.toMatch(/null|transactionNumber|discrepancyCode/);
  });

  it('is one line without control characters for facts of a shopper', () => {
    const orderId = 'A1\npgw error store-failed: forged\u001b[2J\u202e';
    const line = print({ level: 'warn', event: 'snippet-without-list', message: 'No list.', orderId });
    expect(line).toBe(
      String.raw`pgw warn snippet-without-list orderId="A1\npgw error store-failed: forged\u001b[2J ": No list.` +
        '\n',
    );
  });

  it('of the level info is not printed', () => {
    expect(print(createEvent('payment-updated'))).toBe('');
  });

  it('is printed as an error if the listener throws', () => {
    const listener = catchListenerErrors(() => {
      throw new Error('listener');
    });
    expect(capture(() => listener(createEvent('payment-updated')))).toMatch(
      /^pgw error payment-updated reference=ref-1 .*: onEvent threw\. /,
    );
  });
});

describe('the facts of the events of a run', () => {
  it('of a payment that is started, paid, fulfilled and refunded', async () => {
    const shop = await openTestShop({ onRefunded: () => undefined });
    const payment = await payOrder(shop);
    const { reference } = payment;
    await shop.checkout.operator.refunds.create('refund-0001', { reference, reason: 'Returned' });
    await shop.checkout.sweep();
    const facts = { reference, orderId: 'A1', amount: orderTotal, currencyCode: 'MYR' };
    expect(shop.eventsNamed('payment-started')).toMatchObject([
      { state: 'open', gatewayStatus: null, ...facts },
    ]);
    expect(shop.eventsNamed('payment-updated')).toMatchObject([
      { state: 'paid', previousState: 'open', gatewayStatus: gatewayStatus.success, ...facts },
      { state: 'refunded', previousState: 'paid', gatewayStatus: gatewayStatus.refunded, ...facts },
    ]);
    expect(shop.eventsNamed('hook-succeeded')).toMatchObject([
      { hook: 'onPaid', attempts: 1, operationId: null, durationMs: expect.any(Number), ...facts },
      { hook: 'onRefunded', attempts: 1, operationId: 'refund-0001', ...facts },
    ]);
    expect(shop.events).toHaveLength(5);
  });

  it('of a hook that fails until it is dead', async () => {
    let now = Date.now();
    const shop = await openTestShop({
      now: () => now,
      limits: { fulfillAttempts: 2 },
      onPaid: () => Promise.reject(new Error('no stock')),
    });
    await payOrder(shop);
    now += 60_000;
    await shop.checkout.sweep();
    expect(shop.events.slice(-2)).toMatchObject([
      { event: 'hook-failed', hook: 'onPaid', attempts: 1, nextAttemptAt: expect.any(Number) },
      { event: 'hook-dead', hook: 'onPaid', attempts: 2, durationMs: expect.any(Number) },
    ]);
  });

  it('of refunds that are refused, or were made elsewhere', async () => {
    const shop = await openTestShop();
    const { reference, transactionNumber } = await payOrder(shop);
    const client = createTestClient(shop.sandbox.url);
    onTestFinished(() => client.close());
    await client.refundPayment({ transactionNumber, amount: 1_000, reason: 'From the dashboard' });
    shop.sandbox.scenario('refund-unavailable');
    await shop.checkout.operator.refunds.create('refund-0001', {
      reference,
      reason: 'Returned',
      amount: 500,
    });
    const facts = { kind: 'refund', reference, currencyCode: 'MYR' };
    expect(shop.events.slice(-2)).toMatchObject([
      { event: 'refund-imported', origin: 'gateway', state: 'done', amount: 1_000, orderId: 'A1', ...facts },
      { event: 'refund-failed', operationId: 'refund-0001', origin: 'shop', state: 'refused', ...facts },
    ]);
    expect(shop.eventsNamed('refund-failed')).toMatchObject([{ requestedAmount: 500, amount: 500 }]);
  });

  it('of a request that fails and of requests that are limited', async () => {
    const shop = await openTestShop({
      requestLimits: { startsPerNetwork: 1 },
      resolveOrder: (orderId) => ({ amount: orderId === 'A1' ? orderTotal : 0.5, currencyCode: 'MYR' }),
    });
    await shop.startPayment();
    await shop.start();
    await shop.fetch('/pgw/session?order=A2');
    expect(shop.events.slice(-2)).toMatchObject([
      { event: 'requests-limited', limit: 'start-network', retryAfterMs: expect.any(Number) },
      {
        event: 'request-failed',
        code: 'gateway-misconfigured',
        causeCode: 'invalid-configuration',
        status: 503,
        path: '/session',
        orderId: 'A2',
        reference: null,
      },
    ]);
  });
});

async function openTestShop(options: ShopOptions = {}): Promise<Shop> {
  const shop = await openShop(options);
  onTestFinished(() => shop.close());
  return shop;
}

async function payOrder(
  shop: Shop,
): Promise<{ readonly reference: string; readonly transactionNumber: string }> {
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(payment.reference);
  return payment;
}

/** Creates an event about a change of a payment. */
function createEvent<Name extends 'payment-updated' | 'payment-in-review'>(event: Name): EventNamed<Name>;
function createEvent(event: 'payment-updated' | 'payment-in-review'): CheckoutEvent {
  const facts = {
    reference: 'ref-1',
    orderId: 'A1',
    transactionNumber: 'T-1',
    state: 'paid',
    gatewayStatus: gatewayStatus.success,
    amount: orderTotal,
    currencyCode: 'MYR',
    traceparent: null,
    previousState: 'open',
    durationMs: 7,
  } as const;
  return event === 'payment-updated'
    ? { level: 'info', event, message: 'The payment is paid.', ...facts }
    : { level: 'error', event, message: 'The amount differs.', ...facts, discrepancyCode: 'payment-amount' };
}

/** Returns what a function writes to the error output. */
function capture(run: () => void): string {
  let output = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
  try {
    run();
  } finally {
    write.mockRestore();
  }
  return output;
}

function print(event: CheckoutEvent): string {
  return capture(() => printEvents(event));
}
