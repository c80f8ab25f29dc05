import { canonicalJson, endpoints, hmac, sign, type EndpointName, type JsonValue } from '@pgw/protocol';
import { signatureMessageOfText } from '@pgw/protocol/internal';
import { describe, expect, it } from 'vitest';
import { defaultTenant } from '../src/index.ts';
import { openShop, payment, payout } from './merchant.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;

const envelope = { targetUrl: null, success: true, error: null, unAuthorizedRequest: false, __abp: true };
const invalid = { code: 1, message: 'Invalid Signature.' };

/** Sends a signed POST with these headers instead of the defaults; null omits a header. */
async function post(
  { merchant }: Shop,
  data: JsonValue,
  { change, name = 'requestPayment' }: { change: Record<string, string | null>; name?: EndpointName },
) {
  const signature = sign(merchant.url(name), data, defaultTenant.secretKey);
  const headers = Object.entries({ ...merchant.headers({ 'cap-signature': signature }), ...change });
  const kept = headers.filter((header): header is [string, string] => header[1] !== null);
  return merchant.send(name, { body: canonicalJson(data), headers: Object.fromEntries(kept) });
}

/** The body of the response to a signed GET, as text and parsed. */
async function rawGet({ merchant }: Shop, name: EndpointName, data: Record<string, string | number>) {
  const query = new URLSearchParams(Object.entries(data).map(([key, value]) => [key, String(value)]));
  const signature = sign(merchant.url(name), data, defaultTenant.secretKey);
  const response = await fetch(`${merchant.url(name)}?${query}`, {
    headers: merchant.headers({ 'cap-signature': signature }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

describe('lenientSignatures', () => {
  async function raw({ merchant }: Shop): Promise<number> {
    const body = JSON.stringify({ timestamp: Date.now(), ...payment(), description: 'Two MUGS' });
    const message = signatureMessageOfText(merchant.url('requestPayment'), body);
    const signature = hmac(message, defaultTenant.secretKey).toUpperCase();
    const headers = merchant.headers({ 'cap-signature': signature });
    return (await merchant.send('requestPayment', { body, headers })).status;
  }

  async function rawQuery({ merchant }: Shop): Promise<number> {
    const url = merchant.url('getProviderChannels');
    const timestamp = Date.now();
    const message = signatureMessageOfText(url, JSON.stringify({ timestamp, channelId: 2 }));
    const headers = merchant.headers({ 'cap-signature': hmac(message, defaultTenant.secretKey) });
    return (await fetch(`${url}?Timestamp=${timestamp}&ChannelId=2`, { headers })).status;
  }

  it('without lenientSignatures, a signature over the unsorted body or query is refused', async () => {
    await using shop = await openShop();
    expect([await raw(shop), await rawQuery(shop)]).toStrictEqual([400, 400]);
  });

  it('with lenientSignatures, a signature over the unsorted body or query is accepted', async () => {
    await using shop = await openShop({ lenientSignatures: true });
    expect([await raw(shop), await rawQuery(shop)]).toStrictEqual([200, 200]);
  });
});

describe('seconds', () => {
  const inSeconds = () => ({ timestamp: Math.floor(Date.now() / 1000) });

  it('without seconds, a timestamp in seconds is refused with the reason', async () => {
    await using shop = await openShop();
    const { status, body } = await shop.merchant.pay(inSeconds());
    expect(status).toBe(400);
    expect(body.error.validationErrors[0]?.message).toBe(
      'timestamp is in seconds and must be in milliseconds',
    );
  });

  it('with seconds, a timestamp in seconds or milliseconds is accepted, within the same window', async () => {
    await using shop = await openShop({ seconds: true });
    expect((await shop.merchant.pay(inSeconds())).status).toBe(200);
    expect((await shop.merchant.pay()).status).toBe(200);
    const old = { timestamp: Math.floor(Date.now() / 1000) - 16 * 60 };
    expect((await shop.merchant.pay(old)).status).toBe(400);
  });
});

describe('bare', () => {
  /** The response bodies of the operations that the interface shows without an envelope, by name. */
  async function bodies(shop: Shop): Promise<Record<string, unknown>> {
    const transactionNumber = await shop.merchant.paid(shop.sandbox);
    const timestamp = Date.now();
    const refund = { transactionNumber, reason: 'Broken mug', amount: 1, timestamp };
    const signature = sign(shop.merchant.url('refundPayment'), refund, defaultTenant.secretKey);
    const refunded = await fetch(shop.merchant.url('refundPayment'), {
      method: 'POST',
      body: canonicalJson(refund),
      headers: shop.merchant.headers({ 'cap-signature': signature }),
    });
    return {
      refundPayment: await refunded.json(),
      queryPayment: (await rawGet(shop, 'queryPayment', { transactionNumber, timestamp })).body,
      queryRefund: (await rawGet(shop, 'queryRefund', { transactionNumber, timestamp })).body,
      getChannels: (await rawGet(shop, 'getChannels', { timestamp })).body,
      getProviderChannels: (await rawGet(shop, 'getProviderChannels', { channelId: 2, timestamp })).body,
    };
  }

  it('without bare, queries, refunds and channel lists have the result envelope', async () => {
    await using shop = await openShop();
    for (const [name, body] of Object.entries(await bodies(shop)))
      expect(body, name).toStrictEqual({ result: expect.anything(), ...envelope });
  });

  it.each([{ bare: true }, { strictInterface: true }])(
    'with %j, responses have no envelope',
    async (options) => {
      await using shop = await openShop(options);
      for (const [name, body] of Object.entries(await bodies(shop))) {
        expect(body, name).not.toHaveProperty('result');
        const { response } = endpoints[name as 'queryPayment'];
        expect(response.safeParse(body).success, name).toBe(true);
      }
    },
  );

  it('without bare, a refused refund is code and message without an envelope', async () => {
    await using shop = await openShop();
    const query = { transactionNumber: '2005NONE', timestamp: Date.now() };
    expect(await rawGet(shop, 'queryRefund', query)).toStrictEqual({
      status: 400,
      body: { code: 2010, message: 'Transaction Not Found' },
    });
  });
});

describe('strictInterface', () => {
  const wrong = { 'cap-signature': '0'.repeat(64) };

  it('without strictInterface, a wrong signature gets the response that was observed on a gateway', async () => {
    await using shop = await openShop();
    const captured = { status: 400, body: { result: invalid, ...envelope } };
    for (const name of ['requestPayment', 'payout', 'refundPayment', 'queryWalletHistory'] as const) {
      const data = name === 'payout' ? payout() : payment();
      expect(await shop.merchant.post(name, data, wrong), name).toStrictEqual(captured);
    }
  });

  it('with strictInterface, a wrong signature gets the response of the interface', async () => {
    await using shop = await openShop({ strictInterface: true });
    const refused = { ...envelope, success: false, unAuthorizedRequest: true };
    const asError = { ...refused, result: null, error: invalid };
    const inResult = { ...refused, result: invalid };
    const body = async (name: EndpointName, data: JsonValue) =>
      (await shop.merchant.post(name, data, wrong)).body;
    expect(await body('requestPayment', payment())).toStrictEqual(asError);
    expect(await body('payout', payout())).toStrictEqual(inResult);
    expect(await body('inquiryWallet', { tenantId: 1001 })).toStrictEqual(inResult);
    expect(await body('queryWalletHistory', { walletId: 3001 })).toStrictEqual(inResult);
    expect(await body('refundPayment', { reason: 'Broken mug' })).toStrictEqual(invalid);
  });

  it('with strictInterface, numbers have 24 characters and longer ones are refused', async () => {
    await using shop = await openShop({ strictInterface: true });
    const { transactionNumber } = (await shop.merchant.pay()).body.result;
    expect(transactionNumber).toMatch(/^2005[0-9A-F]{14}\d{6}$/);
    expect((await shop.merchant.query(transactionNumber)).body.status).toBe(0);
    const { body } = await shop.merchant.query('T'.repeat(25));
    expect(body.error.validationErrors[0]?.members).toStrictEqual(['transactionNumber']);
  });

  it('without strictInterface, numbers have 25 characters, and texts up to 100 are accepted', async () => {
    await using shop = await openShop();
    const { transactionNumber } = (await shop.merchant.pay()).body.result;
    expect(transactionNumber).toMatch(/^2005[0-9A-F]{15}\d{6}$/);
    expect((await shop.merchant.query('T'.repeat(100))).body.error.code).toBe(2010);
    expect((await shop.merchant.query('T'.repeat(101))).body.error.code).toBe(0);
  });
});

describe('old clients', () => {
  const oldTenant = { 'Abp-TenantId': null, Authorization: null, 'Abp.TenantId': defaultTenant.id };
  const noToken = { Authorization: null };

  it('the tenant header Abp.TenantId is read only with oldTenantHeader', async () => {
    await using strict = await openShop({ signatureOnly: true });
    expect((await post(strict, payment(), { change: oldTenant })).body.error.code).toBe(2094);
    await using lenient = await openShop({ signatureOnly: true, oldTenantHeader: true });
    expect((await post(lenient, payment(), { change: oldTenant })).status).toBe(200);
  });

  it('a signature without a token is accepted only with signatureOnly', async () => {
    await using strict = await openShop();
    expect((await post(strict, payment(), { change: noToken })).status).toBe(401);
    await using lenient = await openShop({ signatureOnly: true });
    expect((await post(lenient, payment(), { change: noToken })).status).toBe(200);
  });

  it('a wrong token is refused, also with signatureOnly', async () => {
    await using shop = await openShop({ signatureOnly: true });
    expect((await post(shop, payment(), { change: { Authorization: 'Bearer wrong' } })).status).toBe(401);
  });
});
