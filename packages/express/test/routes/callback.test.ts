import { sign, type JsonValue, type StartResponse, type StorefrontPayment } from '@pgw/protocol';
import { defaultTenant } from '@pgw/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneAtATime } from '../../src/payments/one-at-a-time.ts';
import type { Payment } from '../../src/index.ts';
import { QueryBudget } from '../../src/payments/query-budget.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import type { Store } from '../../src/payments/store.ts';
import { waitForFulfilments, openShop, type Shop } from '../shop.ts';

let shop: Shop;
let payment: StorefrontPayment;

beforeEach(async () => {
  shop = await openShop();
  ({ payment } = (await (await shop.start()).json()) as StartResponse);
});

afterEach(() => shop.close());

function news(fields: Record<string, JsonValue> = {}): Record<string, JsonValue> {
  return {
    amount: 12_890,
    channelId: 5,
    currencyCode: 'MYR',
    referenceCode: payment.reference,
    status: 1,
    transactionNumber: payment.transactionNumber,
    ...fields,
  };
}

async function deliver(
  body: string,
  signature: string | undefined,
): Promise<{ status: number; code?: string }> {
  const response = await shop.fetch('/pgw/callback', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'cap-signature': signature }),
    },
    body,
  });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, ...(code !== undefined && { code }) };
}

const signed = (data: JsonValue, url = `${shop.url}/pgw/callback`) =>
  sign(url, data, defaultTenant.secretKey);
const state = async () => (await shop.checkout.payments.find(payment.reference))?.state;

describe('a callback', () => {
  it('with a valid signature is acknowledged, and only the gateway’s record makes the payment paid', async () => {
    expect(await deliver(JSON.stringify(news()), signed(news()))).toEqual({ status: 200 });
    // The gateway's record is still pending.
    await expect
      .poll(async () => (await shop.checkout.payments.find(payment.reference))?.gatewayStatus)
      .toBe(0);
    expect(await state()).toBe('open');
    shop.sandbox.decide(payment.transactionNumber!, 'approve', { callback: 'never' });
    expect(await deliver(JSON.stringify(news()), signed(news()))).toEqual({ status: 200 });
    await waitForFulfilments(shop, 1);
  });

  it('is verified over its raw bytes, including spaces, 1.0 and escapes', async () => {
    const { reference, transactionNumber } = payment;
    const body = `{ "status": 1.0, "amount": 12890, "currencyCode": "\\u004dYR", "referenceCode": "${reference}", "transactionNumber": "${transactionNumber}" }`;
    const { createHmac } = await import('node:crypto');
    const url = `${shop.url}/pgw/callback`;
    const raw = createHmac('sha256', defaultTenant.secretKey)
      .update((url + body).toLowerCase())
      .digest('hex');
    expect(await deliver(body, raw)).toEqual({ status: 200 });
  });

  it('finds its payment in any letter case', async () => {
    const folded = news({ referenceCode: payment.reference.toLowerCase() });
    expect(await deliver(JSON.stringify(folded), signed(folded))).toEqual({ status: 200 });
  });

  it('of a payment with another callback URL is verified for that URL only', async () => {
    const callbackUrl = 'https://before.example/pgw/callback';
    const store = memoryStore();
    const insertPayment: Store['insertPayment'] = (started, note) =>
      store.insertPayment({ ...started, callbackUrl }, note);
    const moved = await openShop({ store: { ...store, insertPayment } });
    const started = (await (await moved.start()).json()) as StartResponse;
    const { reference: referenceCode, transactionNumber } = started.payment;
    const data = news({ referenceCode, transactionNumber });
    const deliverThere = async (url: string): Promise<number> => {
      const headers = { 'content-type': 'application/json', 'cap-signature': signed(data, url) };
      const body = JSON.stringify(data);
      return (await moved.fetch('/pgw/callback', { method: 'POST', headers, body })).status;
    };
    expect(await deliverThere(callbackUrl)).toBe(200);
    expect(await deliverThere(`${moved.url}/pgw/callback`)).toBe(401);
    expect(await store.callbacksOf(referenceCode)).toHaveLength(1);
    await moved.close();
  });

  it.each([
    ['with no signature', undefined],
    ['with a signature that is not hex', 'nonsense'],
    ['signed with another key', 'other-key'],
    ['signed for another URL', 'other-url'],
  ])('%s is refused and changes nothing', async (_what, kind) => {
    shop.sandbox.decide(payment.transactionNumber!, 'approve', { callback: 'never' });
    const signature =
      kind === 'other-key'
        ? sign(`${shop.url}/pgw/callback`, news(), 'another-secret')
        : kind === 'other-url'
          ? signed(news(), 'https://attacker.example/pgw/callback')
          : kind;
    expect(await deliver(JSON.stringify(news()), signature)).toEqual({
      status: 401,
      code: 'invalid-signature',
    });
    expect(await state()).toBe('open');
    expect(shop.fulfilledReferences).toEqual([]);
    expect(shop.events.map(({ event }) => event)).toContain('callback-rejected');
  });

  it('is stored once for each acknowledgement: every one of 700 callbacks', async () => {
    const body = JSON.stringify(news());
    const signature = signed(news());
    let acknowledged = 0;
    const sender = async (): Promise<void> => {
      for (let n = 0; n < 35; n += 1) if ((await deliver(body, signature)).status === 200) acknowledged += 1;
    };
    await Promise.all(Array.from({ length: 20 }, sender));
    expect(acknowledged).toBe(700);
    const inspection = await shop.checkout.operator.inspect(payment.reference);
    expect(inspection?.callbacks).toHaveLength(700);
  });

  it('whose body was changed after signing is refused', async () => {
    const signature = signed(news());
    expect(await deliver(JSON.stringify(news({ amount: 1 })), signature)).toEqual({
      status: 401,
      code: 'invalid-signature',
    });
  });

  it.each([
    ['is not JSON', 'hello'],
    ['is empty', ''],
    ['lacks its status', '{"amount":1,"currencyCode":"MYR","referenceCode":"r","transactionNumber":"t"}'],
    ['is a list', '[]'],
  ])('that %s is answered invalid-callback', async (_what, body) => {
    expect(await deliver(body, 'x')).toEqual({ status: 400, code: 'invalid-callback' });
  });

  it('with a valid signature and no payment is stored and reported, and the gateway repeats it', async () => {
    const other = news({ referenceCode: 'A1-0123456789ABCDEF', transactionNumber: 'T-OTHER' });
    const repeat = { status: 503, code: 'callback-for-unknown-payment' };
    expect(await deliver(JSON.stringify(other), signed(other))).toEqual(repeat);
    expect(await deliver(JSON.stringify(other), signed(other))).toEqual(repeat);
    const [unknown, ...others] = await shop.checkout.operator.unknownTransactions();
    expect(others).toEqual([]);
    expect(unknown).toMatchObject({
      reference: 'A1-0123456789ABCDEF',
      transactionNumber: 'T-OTHER',
      orderPrefix: 'A1',
      source: 'callback',
      timesSeen: 2,
      rawBody: JSON.stringify(other),
    });
    expect(shop.events).toContainEqual(
      expect.objectContaining({
        level: 'error',
        event: 'callback-for-unknown-payment',
        ids: { reference: 'A1-0123456789ABCDEF', transactionNumber: 'T-OTHER' },
      }),
    );
    expect(await shop.checkout.operator.rejectedCallbacks()).toEqual([]);
  });

  it('without a valid signature and without a payment receives unknown-payment and replaces no signed callback', async () => {
    const other = news({ referenceCode: 'A1-0123456789ABCDEF', transactionNumber: 'T-OTHER' });
    await deliver(JSON.stringify(other), signed(other));
    const forged = news({ referenceCode: 'ANOTHER-PAYMENT', transactionNumber: 'T-FORGED' });
    for (let n = 0; n < 20; n += 1) {
      expect(await deliver(JSON.stringify(forged), 'a'.repeat(64))).toEqual({
        status: 404,
        code: 'unknown-payment',
      });
    }
    const unknown = await shop.checkout.operator.unknownTransactions();
    expect(unknown.map(({ transactionNumber }) => transactionNumber)).toEqual(['T-OTHER']);
    const rejected = await shop.checkout.operator.rejectedCallbacks();
    expect(rejected).toHaveLength(20);
    expect(shop.events.filter(({ event }) => event === 'callback-for-unknown-payment')).toHaveLength(1);
  });

  it('of a dismissed transaction is acknowledged, so that the gateway stops', async () => {
    const other = news({ referenceCode: 'A1-0123456789ABCDEF', transactionNumber: 'T-OTHER' });
    await deliver(JSON.stringify(other), signed(other));
    await shop.checkout.operator.dismiss('t-other', 'A payment of the old shop.');
    expect(await deliver(JSON.stringify(other), signed(other))).toEqual({ status: 200 });
    expect(await shop.checkout.operator.unknownTransactions()).toEqual([]);
    await expect(shop.checkout.operator.dismiss('T-OTHER', 'Again.')).rejects.toThrow('no open unknown');
  });
});

describe('a gateway record that differs from the stored payment', () => {
  it.each([
    ['amount', { amount: 1 }],
    ['currency', { currencyCode: 'SGD' }],
    ['reference', { referenceCode: 'ANOTHER-ORDER' }],
  ])('in its %s puts the payment in review, and it is never fulfilled', async (_what, difference) => {
    const { createServer } = await import('node:http');
    const { closeServer, listen } = await import('../shop.ts');
    // A gateway whose record differs.
    const record = {
      transactionNumber: payment.transactionNumber,
      referenceCode: payment.reference,
      status: 1,
      currencyCode: 'MYR',
      amount: 12_890,
      ...difference,
    };
    const liar = createServer((req, res) => {
      const body = req.url?.includes('TokenAuth')
        ? { result: { accessToken: 't', expireInSeconds: 86_400 } }
        : record;
      res.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
    const { createTestClient } = await import('../shop.ts');
    const { settle } = await import('../../src/payments/settle.ts');
    const { UnconfirmedClaims } = await import('../../src/payments/unconfirmed-claims.ts');
    const gateway = createTestClient(await listen(liar));
    const store = memoryStore();
    await store.open();
    const stored = (await shop.checkout.payments.find(payment.reference))!;
    await store.insertPayment(stored, {
      reference: stored.reference,
      at: 0,
      source: 'start',
      text: 'Stored.',
    });
    const events: string[] = [];
    const engine = {
      gateway,
      store,
      now: Date.now,
      random: () => 0,
      callbackUrl: stored.callbackUrl,
      orderOfPayment: undefined,
      limits: {
        fulfilAttempts: 3,
        queriesPerSecond: 10,
        visitorQueriesPerSecond: 50,
        rejectedCallbacks: 10,
        fulfilTimeoutMs: 60_000,
        fulfilSlowMs: 10_000,
      },
      emit: ({ event }: { event: string }) => events.push(event),
      queries: new QueryBudget(50, Date.now),
      settling: oneAtATime<Payment>(),
      unconfirmed: new UnconfirmedClaims(),
      redirectOrigins: [],
      onPaid: () => expect.fail('it was fulfilled'),
      onSecondPayment: () => undefined,
      onRecord: () => Promise.resolve(),
    };
    const settled = await settle(engine, stored, { source: 'callback' });
    expect([settled.state, settled.fulfilment.state]).toEqual(['review', 'none']);
    expect(events).toEqual(['payment-in-review']);
    await gateway.close();
    await closeServer(liar);
    await store.close();
  });
});
