import { canonicalJson, defaultProfile, hmac, sign, type JsonValue } from '@pgw/protocol';
import { signatureMessageOfText } from '@pgw/protocol/internal';
import { describe, expect, it } from 'vitest';
import { defaultTenant, type Tenant } from '../src/index.ts';
import { Merchant, openShop, payment, payout } from './merchant.ts';

const signatureRefused = {
  status: 400,
  body: {
    result: { code: 1, message: 'Invalid Signature.' },
    targetUrl: null,
    success: true,
    error: null,
    unAuthorizedRequest: false,
    __abp: true,
  },
};

const other: Tenant = {
  id: '2002',
  name: 'Kedai Lain',
  secretKey: 'another-key',
  userName: 'other@sandbox.example',
  password: 'another-password',
};

describe('signature', () => {
  it('a wrong signature gets the unusual response of the service', async () => {
    await using shop = await openShop();
    const wrong = sign(shop.merchant.url('requestPayment'), payment(), 'another key');
    const response = await shop.merchant.send('requestPayment', {
      body: canonicalJson(payment()),
      headers: shop.merchant.headers({ 'cap-signature': wrong }),
    });
    expect(response).toStrictEqual(signatureRefused);
  });

  it('a missing signature gets the response of a wrong one', async () => {
    await using shop = await openShop();
    const response = await shop.merchant.send('requestPayment', { body: canonicalJson(payment()) });
    expect(response).toStrictEqual(signatureRefused);
  });

  it('a body that was changed after signing is refused', async () => {
    await using shop = await openShop();
    const data = payment();
    const signature = sign(shop.merchant.url('requestPayment'), data, defaultTenant.secretKey);
    const response = await shop.merchant.send('requestPayment', {
      body: canonicalJson({ ...data, amount: 1 }),
      headers: shop.merchant.headers({ 'cap-signature': signature }),
    });
    expect(response).toStrictEqual(signatureRefused);
  });

  it('a signature over the sorted form is accepted for an unsorted body with spaces and nulls', async () => {
    await using shop = await openShop();
    const data = { timestamp: Date.now(), ...payment(), description: null };
    const response = await shop.merchant.send('requestPayment', {
      body: JSON.stringify(data, null, 2),
      headers: shop.merchant.headers({
        'cap-signature': sign(shop.merchant.url('requestPayment'), data, defaultTenant.secretKey),
      }),
    });
    expect(response.status).toBe(200);
  });

  it.each([
    ['a number that JSON has no room for', '1e400'],
    ['lists within lists without end', '['.repeat(20_000) + ']'.repeat(20_000)],
  ])('a signed body with %s is read like any other: the field is refused or ignored', async (_name, text) => {
    await using shop = await openShop({ lenientSignatures: true });
    for (const [field, status] of [
      ['amount', 400],
      ['unheardOf', 200],
    ] as const) {
      const { [field]: _replaced, ...rest } = payment();
      const body = `{"${field}":${text},${JSON.stringify(rest).slice(1)}`;
      const message = signatureMessageOfText(shop.merchant.url('requestPayment'), body);
      const headers = shop.merchant.headers({ 'cap-signature': hmac(message, defaultTenant.secretKey) });
      expect((await shop.merchant.send('requestPayment', { body, headers })).status, field).toBe(status);
    }
  });

  it('a signature for another host name of this machine is accepted', async () => {
    await using shop = await openShop();
    const merchant = await new Merchant(shop.sandbox.url.replace('127.0.0.1', 'localhost')).login();
    expect((await merchant.pay()).status).toBe(200);
  });
});

describe('token', () => {
  it.each([
    ['no token', ''],
    ['a token that was never issued', 'Bearer nonsense'],
    ['another scheme', 'Basic bWU6bWU='],
  ])('a request with %s gets 401', async (_name, authorization) => {
    await using shop = await openShop();
    const response = await shop.merchant.post('requestPayment', payment(), { Authorization: authorization });
    expect(response).toMatchObject({ status: 401, body: { success: false, unAuthorizedRequest: true } });
  });

  it('an expired token gets 401, and a new one is accepted', async () => {
    let skew = 0;
    await using shop = await openShop({ now: () => Date.now() + skew, timestampWindowMs: 10 * 86_400_000 });
    skew = 86_401_000;
    expect((await shop.merchant.pay()).status).toBe(401);
    await shop.merchant.login();
    expect((await shop.merchant.pay()).status).toBe(200);
  });

  it('the token of another merchant gets 401', async () => {
    await using shop = await openShop({ tenants: [defaultTenant, other] });
    const second = await new Merchant(shop.sandbox.url, other).login();
    second.token = shop.merchant.token;
    expect((await second.pay()).status).toBe(401);
  });

  it('after expireTokens, every token gets 401', async () => {
    await using shop = await openShop();
    shop.sandbox.expireTokens();
    expect((await shop.merchant.pay()).status).toBe(401);
  });
});

describe('tenant', () => {
  it.each(['9999', ''])('the unknown merchant "%s" is refused', async (id) => {
    await using shop = await openShop();
    const response = await shop.merchant.post('requestPayment', payment(), { 'Abp-TenantId': id });
    expect(response).toMatchObject({ status: 400, body: { success: false, error: { code: 2094 } } });
  });

  it('merchants have separate references, payments and secrets', async () => {
    await using shop = await openShop({ tenants: [defaultTenant, other] });
    const second = await new Merchant(shop.sandbox.url, other).login();
    const mine = await shop.merchant.pay({ referenceCode: 'SAME-1' });
    const theirs = await second.pay({ referenceCode: 'SAME-1' });
    expect([mine.status, theirs.status]).toStrictEqual([200, 200]);
    const stolen = await second.query(mine.body.result.transactionNumber);
    expect(stolen).toMatchObject({ status: 400, body: { error: { code: 2010 } } });
  });
});

describe('timestamp', () => {
  it.each([-16, 16])('a timestamp that differs by %i minutes is refused', async (minutes) => {
    await using shop = await openShop();
    const response = await shop.merchant.pay({ timestamp: Date.now() + minutes * 60_000 });
    expect(response).toMatchObject({
      status: 400,
      body: { error: { validationErrors: [{ members: ['timestamp'] }] } },
    });
  });

  it('a timestamp within the window is accepted', async () => {
    await using shop = await openShop({ timestampWindowMs: 60_000 });
    expect((await shop.merchant.pay({ timestamp: Date.now() - 50_000 })).status).toBe(200);
    expect((await shop.merchant.pay({ timestamp: Date.now() - 70_000 })).status).toBe(400);
  });
});

describe('names and types', () => {
  it('header, path, query and property names match in any letter case', async () => {
    await using shop = await openShop();
    const { merchant, sandbox } = shop;
    const data = renamed({ ...payment(), requestPaymentExtraInfo: { hiddenChannel: [3] } });
    const url = `${sandbox.url}${defaultProfile.paths.requestPayment.toUpperCase()}`;
    const started = await merchant.send('requestPayment', {
      url,
      body: JSON.stringify(data),
      headers: {
        'ABP-TENANTID': defaultTenant.id,
        AUTHORIZATION: `bearer ${merchant.token}`,
        'CONTENT-TYPE': 'application/json; charset=utf-8',
        'CAP-SIGNATURE': sign(url, data, defaultTenant.secretKey),
      },
    });
    expect(started.status).toBe(200);
    const { transactionNumber } = started.body.result;
    const query = { TRANSACTIONNUMBER: transactionNumber, tIMESTAMP: Date.now() };
    expect((await merchant.get('queryPayment', query)).body).toMatchObject({ transactionNumber, status: 0 });
  });

  it.each(['application/json', 'text/json', 'application/vnd.pgw+json', 'application/json-patch+json'])(
    'a POST with content type %s is accepted',
    async (type) => {
      await using shop = await openShop();
      expect((await shop.merchant.post('requestPayment', payment(), { 'Content-Type': type })).status).toBe(
        200,
      );
    },
  );

  it.each(['payout', 'processPayment', 'inquiryWallet', 'queryWalletHistory', 'refundPayment'] as const)(
    'the property names of %s match in any letter case, for every JSON type',
    async (name) => {
      await using shop = await openShop();
      const { merchant, sandbox } = shop;
      const card = { cardNumber: '4111111111111111', expiryMonth: '7', expiryYear: '40', AuthType: 2 };
      const timestamp = Date.now();
      for (const type of ['text/json', 'application/json-patch+json', 'application/vnd.pgw+json']) {
        const open = (await merchant.pay({ channelId: 4 })).body.result.transactionNumber;
        const paid = await merchant.paid(sandbox);
        const requests: Record<typeof name, JsonValue> = {
          payout: payout(),
          processPayment: { transactionNumber: open.toLowerCase(), channelDetails: card, LastPayment: false },
          inquiryWallet: { tenantId: 1001, timestamp },
          queryWalletHistory: { walletId: 3001, dateTimeFrom: '2020-01-01', dateTimeTo: '2099-01-01' },
          refundPayment: { transactionNumber: paid.toLowerCase(), reason: 'Broken', amount: 1, timestamp },
        };
        const response = await merchant.post(name, renamed(requests[name]), { 'Content-Type': type });
        expect(response.status).toBe(200);
      }
    },
  );

  it('a form gets 415', async () => {
    await using shop = await openShop();
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await shop.merchant.post('requestPayment', payment(), type)).status).toBe(415);
  });

  it.each(['', '{', '[]', '"text"', 'null'])('the body %j is refused', async (body) => {
    await using shop = await openShop();
    expect(await shop.merchant.send('requestPayment', { body })).toMatchObject({
      status: 400,
      body: { success: false },
    });
  });

  it('a body above 1 MB is refused', async () => {
    await using shop = await openShop();
    const body = JSON.stringify({ padding: 'x'.repeat(1_100_000) });
    expect((await shop.merchant.send('requestPayment', { body })).status).toBe(413);
  });

  it('an unknown path gets 404', async () => {
    await using shop = await openShop();
    expect((await fetch(`${shop.sandbox.url}/api/services/app/PaymentGateway/Nothing`)).status).toBe(404);
  });
});

/** The same data with all names in upper case. */
function renamed(data: JsonValue): JsonValue {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name.toUpperCase(), renamed(value)]),
  );
}
