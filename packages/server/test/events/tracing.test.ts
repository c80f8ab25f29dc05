import { tracingChannel } from 'node:diagnostics_channel';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCallbackPayload, sendCallback } from '../callbacks.ts';
import { openCardShop } from '../card-shop.ts';
import { openShop, orderTotal, untilNextQueryMs, waitForFulfillments, type Shop } from '../shop.ts';

const names = ['start', 'callback', 'sync', 'hook', 'operation', 'gateway-call'] as const;
type ChannelName = (typeof names)[number];

/** What a channel has published: the name and the event, and the message, which later events change. */
interface Published {
  readonly name: ChannelName;
  readonly phase: 'start' | 'end' | 'asyncStart' | 'asyncEnd' | 'error';
  readonly message: Record<string, unknown>;
}

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const otherTraceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';

const clean: (() => void)[] = [];
let shop: Shop | undefined;
afterEach(async () => {
  for (const unsubscribe of clean.splice(0)) unsubscribe();
  await shop?.close();
  shop = undefined;
});

/** Subscribes to all channels. */
function subscribe(): Published[] {
  const published: Published[] = [];
  for (const name of names) {
    const note = (phase: Published['phase']) => (message: unknown) =>
      published.push({ name, phase, message: message as Record<string, unknown> });
    const subscribers = {
      start: note('start'),
      end: note('end'),
      asyncStart: note('asyncStart'),
      asyncEnd: note('asyncEnd'),
      error: note('error'),
    };
    const channel = tracingChannel<unknown, object>(`pgw:${name}`);
    channel.subscribe(subscribers);
    clean.push(() => channel.unsubscribe(subscribers));
  }
  return published;
}

/** The messages of a channel that have ended, in the order of their ends. */
function ended(published: readonly Published[], channel: ChannelName): Record<string, unknown>[] {
  return published
    .filter(({ name, phase }) => name === channel && phase === 'asyncEnd')
    .map(({ message }) => message);
}

describe('a payment whose request has a traceparent', () => {
  it('has it in the row, in events, in hooks, and in the messages of all channels', async () => {
    const published = subscribe();
    const seenByHooks: (string | null)[] = [];
    shop = await openShop({
      traceparent: () => traceparent,
      onPaid: (payment) => void seenByHooks.push(payment.traceparent),
    });
    const payment = await shop.startPayment();
    const { reference } = payment;
    shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
    await sendCallback(shop, createCallbackPayload(payment));
    await expect.poll(() => seenByHooks).toEqual([traceparent]);
    await expect.poll(() => ended(published, 'sync')).toHaveLength(1);
    expect((await shop.checkout.payments.get(reference))?.traceparent).toBe(traceparent);
    expect(ended(published, 'start')).toEqual([{ orderId: 'A1', channelId: 5, reference, traceparent }]);
    expect(ended(published, 'callback')).toEqual([{ reference, traceparent }]);
    expect(ended(published, 'sync')).toEqual([{ reference, source: 'callback', state: 'paid', traceparent }]);
    expect(ended(published, 'hook')).toEqual([{ hook: 'onPaid', reference, attempts: 1, traceparent }]);
    const origin = new URL(shop.sandbox.url).origin;
    for (const endpoint of ['requestPayment', 'queryPayment'])
      expect(ended(published, 'gateway-call')).toContainEqual({ endpoint, origin, traceparent });
    for (const event of [...shop.eventsNamed('payment-updated'), ...shop.eventsNamed('hook-succeeded')])
      expect(event.traceparent).toBe(traceparent);
    await shop.checkout.operator.refunds.create('refund-0001', { reference, amount: 100, reason: 'Test' });
    expect(ended(published, 'operation')).toEqual([
      { kind: 'refund', operationId: 'refund-0001', reference, state: expect.any(String), traceparent },
    ]);
  });

  it('has it in the messages of a sweep that syncs the payment a day later', async () => {
    let clockOffsetMs = 0;
    shop = await openShop({ now: () => Date.now() + clockOffsetMs, traceparent: () => traceparent });
    const payment = await shop.startPayment();
    shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
    const published = subscribe();
    clockOffsetMs = 86_400_000 + untilNextQueryMs;
    await shop.checkout.sweep();
    await waitForFulfillments(shop, 1);
    // The sweep can compare the payment a second time, because it is a day old.
    expect(ended(published, 'sync')[0]).toMatchObject({ source: 'sweep', state: 'paid', traceparent });
    expect(ended(published, 'hook')).toMatchObject([{ hook: 'onPaid', traceparent }]);
  });
});

describe('the source of a traceparent', () => {
  it('is the subscriber of pgw:start, if it has set one', async () => {
    const channel = tracingChannel<unknown, { traceparent: string }>('pgw:start');
    const subscribers = {
      start: (message: { traceparent: string }) => (message.traceparent = otherTraceparent),
    };
    channel.start.subscribe(subscribers.start as never);
    clean.push(() => channel.start.unsubscribe(subscribers.start as never));
    shop = await openShop({ traceparent: () => traceparent });
    const { reference } = await shop.startPayment();
    expect((await shop.checkout.payments.get(reference))?.traceparent).toBe(otherTraceparent);
  });

  it('is never the header of a shopper, unless the option returns it', async () => {
    const opened = await openShop();
    shop = opened;
    const send = (order: string) =>
      opened.fetch('/pgw/payments', {
        method: 'POST',
        headers: { 'content-type': 'application/json', traceparent },
        body: JSON.stringify({
          order,
          channelId: 5,
          shownAmount: orderTotal,
          shownCurrencyCode: 'MYR',
          attempt: `attempt-of-${order}`,
        }),
      });
    expect((await send('A1')).status).toBe(201);
    const [stored] = await opened.checkout.payments.list({ orderId: 'A1' });
    expect(stored?.traceparent).toBeNull();
  });

  it.each([
    ['no text', () => 7 as never],
    ['an empty text', () => ''],
    ['the version ff', () => traceparent.replace(/^00/, 'ff')],
    ['upper case', () => traceparent.toUpperCase()],
    ['a trace of zeros', () => `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['a span of zeros', () => `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`],
    ['a longer text', () => `${traceparent}-extra`],
    ['a line feed at the end', () => `${traceparent}\n`],
    [
      'an error',
      () => {
        throw new Error('The tracer has failed.');
      },
    ],
  ])(
    'starts the payment without one when the option results in %s, and reports it once',
    async (_name, read) => {
      shop = await openShop({ traceparent: read });
      for (const order of ['A1', 'A2']) {
        const { reference } = await shop.startPayment({ order });
        expect((await shop.checkout.payments.get(reference))?.traceparent).toBeNull();
      }
      expect(shop.eventsNamed('traceparent-ignored')).toHaveLength(1);
    },
  );

  it.each([undefined, null])('can be missing: the option returns %s', async (value) => {
    shop = await openShop({ traceparent: () => value });
    const { reference } = await shop.startPayment();
    expect((await shop.checkout.payments.get(reference))?.traceparent).toBeNull();
    expect(shop.eventsNamed('traceparent-ignored')).toEqual([]);
  });
});

describe('the events of a channel', () => {
  it.each([
    ['synchronous', () => undefined],
    ['asynchronous', () => new Promise<void>((resolve) => setImmediate(resolve))],
  ])('are published once for each message of a hook that is %s', async (_name, onPaid) => {
    const published = subscribe();
    shop = await openShop({ onPaid });
    const payment = await shop.startPayment();
    shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
    await sendCallback(shop, createCallbackPayload(payment));
    await expect.poll(() => shop?.eventsNamed('hook-succeeded')).toHaveLength(1);
    const ofHook = published.filter(({ name }) => name === 'hook').map(({ phase }) => phase);
    expect(ofHook.toSorted()).toEqual(['asyncEnd', 'asyncStart', 'end', 'start']);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('Out of stock.');
      },
    ],
    ['rejects', () => Promise.reject(new Error('Out of stock.'))],
  ])('have the error of a hook that %s', async (_name, onPaid) => {
    const published = subscribe();
    shop = await openShop({ onPaid });
    const payment = await shop.startPayment();
    shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
    await sendCallback(shop, createCallbackPayload(payment));
    await expect.poll(() => shop?.eventsNamed('hook-failed')).toHaveLength(1);
    const ofHook = published.filter(({ name }) => name === 'hook');
    expect(ofHook.filter(({ phase }) => phase === 'error')).toHaveLength(1);
    expect(ended(published, 'hook')).toMatchObject([{ error: { message: 'Out of stock.' } }]);
  });

  it('have the error of a refused callback, and of a gateway that does not respond', async () => {
    const published = subscribe();
    shop = await openShop();
    const payment = await shop.startPayment();
    await shop.fetch('/pgw/callback', {
      method: 'POST',
      body: JSON.stringify(createCallbackPayload(payment)),
    });
    expect(ended(published, 'callback')).toMatchObject([
      { reference: null, error: { code: 'invalid-signature' } },
    ]);
    await shop.sandbox.close();
    expect((await shop.start({ order: 'A2' })).status).toBeGreaterThanOrEqual(500);
    expect(ended(published, 'gateway-call').at(-1)).toMatchObject({ error: { code: 'gateway-unreachable' } });
    expect(ended(published, 'start').at(-1)).toMatchObject({ orderId: 'A2', error: expect.any(Error) });
  });

  it('contain no card, no address and no name of a shopper', async () => {
    const published = subscribe();
    const cardShop = await openCardShop();
    shop = cardShop;
    await cardShop.payByCard('approved');
    await vi.waitFor(() => expect(ended(published, 'gateway-call').length).toBeGreaterThan(2));
    const messages = published.map(({ message }) => Object.keys(message)).flat();
    // Each property is one of these, so a card or an address cannot be in another one.
    expect(new Set(messages)).toEqual(
      new Set(
        [
          'orderId',
          'channelId',
          'reference',
          'traceparent',
          'endpoint',
          'origin',
          'source',
          'state',
          'hook',
          'attempts',
        ].filter((name) => messages.includes(name)),
      ),
    );
  });
});
