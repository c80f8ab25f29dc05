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
  it('answers a wrong signature in the strange shape of the service', async () => {
    await using shop = await openShop();
    const wrong = sign(shop.merchant.url('requestPayment'), payment(), 'another key');
    const response = await shop.merchant.send('requestPayment', {
      body: canonicalJson(payment()),
      headers: shop.merchant.headers({ 'cap-signature': wrong }),
    });
    expect(response).toStrictEqual(signatureRefused);
  });

  it('refuses a missing signature the same way', async () => {
    await using shop = await openShop();
    const response = await shop.merchant.send('requestPayment', { body: canonicalJson(payment()) });
    expect(response).toStrictEqual(signatureRefused);
  });

  it('refuses a body that was changed after signing', async () => {
    await using shop = await openShop();
    const data = payment();
    const signature = sign(shop.merchant.url('requestPayment'), data, defaultTenant.secretKey);
    const response = await shop.merchant.send('requestPayment', {
      body: canonicalJson({ ...data, amount: 1 }),
      headers: shop.merchant.headers({ 'cap-signature': signature }),
    });
    expect(response).toStrictEqual(signatureRefused);
  });

  it('accepts a signature over the sorted form of a body that was sent unsorted, spaced and with nulls', async () => {
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
  ])('over a body with %s is read as any other: the field is refused, or left out', async (_name, text) => {
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

  it('accepts a base URL that names the machine differently', async () => {
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
  ])('answers 401 to %s', async (_name, authorization) => {
    await using shop = await openShop();
    const response = await shop.merchant.post('requestPayment', payment(), { Authorization: authorization });
    expect(response).toMatchObject({ status: 401, body: { success: false, unAuthorizedRequest: true } });
  });

  it('answers 401 once a token has expired, and takes a new one', async () => {
    let skew = 0;
    await using shop = await openShop({ now: () => Date.now() + skew, timestampWindowMs: 10 * 86_400_000 });
    skew = 86_401_000;
    expect((await shop.merchant.pay()).status).toBe(401);
    await shop.merchant.login();
    expect((await shop.merchant.pay()).status).toBe(200);
  });

  it('answers 401 to the token of another merchant', async () => {
    await using shop = await openShop({ tenants: [defaultTenant, other] });
    const second = await new Merchant(shop.sandbox.url, other).login();
    second.token = shop.merchant.token;
    expect((await second.pay()).status).toBe(401);
  });

  it('answers 401 after expireTokens', async () => {
    await using shop = await openShop();
    shop.sandbox.expireTokens();
    expect((await shop.merchant.pay()).status).toBe(401);
  });
});

describe('tenant', () => {
  it.each(['9999', ''])('refuses the unknown merchant "%s"', async (id) => {
    await using shop = await openShop();
    const response = await shop.merchant.post('requestPayment', payment(), { 'Abp-TenantId': id });
    expect(response).toMatchObject({ status: 400, body: { success: false, error: { code: 2094 } } });
  });

  it('keeps merchants apart: references, payments and secrets', async () => {
    await using shop = await openShop({ tenants: [defaultTenant, other] });
    const second = await new Merchant(shop.sandbox.url, other).login();
    const mine = await shop.merchant.pay({ referenceCode: 'SAME-1' });
    const theirs = await second.pay({ referenceCode: 'SAME-1' });
    expect([mine.status, theirs.status]).toStrictEqual([200, 200]);
    const stolen = await second.query(mine.body.result.transactionNumber);
    expect(stolen).toMatchObject({ status: 400, body: { error: { code: 2010 } } });
  });
});

describe('freshness', () => {
  it.each([-16, 16])('refuses a timestamp that is %i minutes off', async (minutes) => {
    await using shop = await openShop();
    const response = await shop.merchant.pay({ timestamp: Date.now() + minutes * 60_000 });
    expect(response).toMatchObject({
      status: 400,
      body: { error: { validationErrors: [{ members: ['timestamp'] }] } },
    });
  });

  it('takes a timestamp within the window', async () => {
    await using shop = await openShop({ timestampWindowMs: 60_000 });
    expect((await shop.merchant.pay({ timestamp: Date.now() - 50_000 })).status).toBe(200);
    expect((await shop.merchant.pay({ timestamp: Date.now() - 70_000 })).status).toBe(400);
  });
});

describe('names and types', () => {
  it('matches header, path, query and property names without regard to case', async () => {
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
    'takes a POST as %s',
    async (type) => {
      await using shop = await openShop();
      expect((await shop.merchant.post('requestPayment', payment(), { 'Content-Type': type })).status).toBe(
        200,
      );
    },
  );

  it.each(['payout', 'processPayment', 'inquiryWallet', 'queryWalletHistory', 'refundPayment'] as const)(
    'matches the names of %s without regard to case, whatever the JSON type',
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

  it('refuses a form with 415', async () => {
    await using shop = await openShop();
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await shop.merchant.post('requestPayment', payment(), type)).status).toBe(415);
  });

  it.each(['', '{', '[]', '"text"', 'null'])('refuses the body %j', async (body) => {
    await using shop = await openShop();
    expect(await shop.merchant.send('requestPayment', { body })).toMatchObject({
      status: 400,
      body: { success: false },
    });
  });

  it('refuses a body above 1 MB', async () => {
    await using shop = await openShop();
    const body = JSON.stringify({ padding: 'x'.repeat(1_100_000) });
    expect((await shop.merchant.send('requestPayment', { body })).status).toBe(413);
  });

  it('answers an unknown path with 404', async () => {
    await using shop = await openShop();
    expect((await fetch(`${shop.sandbox.url}/api/services/app/PaymentGateway/Nothing`)).status).toBe(404);
  });
});

/** The same data with every name in capitals. */
function renamed(data: JsonValue): JsonValue {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name.toUpperCase(), renamed(value)]),
  );
}
