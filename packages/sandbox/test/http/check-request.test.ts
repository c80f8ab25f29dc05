import { request } from 'node:http';
import { defaultProfile, sign, type JsonValue, authType } from '@pgw/protocol';
import { canonicalJson, hmac, signatureMessageOfText } from '@pgw/protocol/internal';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { paymentStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { defaultTenant } from '../../src/index.ts';
import { faultCodes } from '../fault-codes.ts';
import {
  Merchant,
  startSandboxWithMerchant,
  createPaymentRequest,
  createPayoutRequest,
  walletIds,
  otherTenant,
} from '../merchant.ts';

const signatureRefusal = {
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

describe('signature', () => {
  it('a request with a wrong signature gets HTTP 400 with the fault inside result', async () => {
    await using setup = await startSandboxWithMerchant();
    const wrongSignature = sign(
      setup.merchant.toUrl('requestPayment'),
      createPaymentRequest(),
      'another key',
    );
    const response = await setup.merchant.send('requestPayment', {
      body: canonicalJson(createPaymentRequest()),
      headers: setup.merchant.createHeaders({ 'cap-signature': wrongSignature }),
    });
    expect(response).toStrictEqual(signatureRefusal);
  });

  it('a request without a signature gets the response for a wrong signature', async () => {
    await using setup = await startSandboxWithMerchant();
    const response = await setup.merchant.send('requestPayment', {
      body: canonicalJson(createPaymentRequest()),
    });
    expect(response).toStrictEqual(signatureRefusal);
  });

  it('a body that was changed after signing is refused', async () => {
    await using setup = await startSandboxWithMerchant();
    const data = createPaymentRequest();
    const signature = sign(setup.merchant.toUrl('requestPayment'), data, defaultTenant.secretKey);
    const response = await setup.merchant.send('requestPayment', {
      body: canonicalJson({ ...data, amount: 1 }),
      headers: setup.merchant.createHeaders({ 'cap-signature': signature }),
    });
    expect(response).toStrictEqual(signatureRefusal);
  });

  it('a signature over the sorted form is accepted for an unsorted body with spaces and nulls', async () => {
    await using setup = await startSandboxWithMerchant();
    const data = { timestamp: Date.now(), ...createPaymentRequest(), description: null };
    const response = await setup.merchant.send('requestPayment', {
      body: JSON.stringify(data, null, 2),
      headers: setup.merchant.createHeaders({
        'cap-signature': sign(setup.merchant.toUrl('requestPayment'), data, defaultTenant.secretKey),
      }),
    });
    expect(response.status).toBe(200);
  });

  describe.each([
    ['a number above the largest JavaScript number', '1e400'],
    ['very deeply nested lists', '['.repeat(20_000) + ']'.repeat(20_000)],
  ])('%s', (name, json) => {
    /** Sends a signed payment request in which a field has the JSON text. Returns the status of the response. */
    async function sendField(field: string): Promise<number> {
      // The sandbox cannot sort such a body, so the signature is computed from the body as it is sent.
      await using setup = await startSandboxWithMerchant({ preset: 'lenient' });
      const placeholder = 'replaced-by-the-json-text';
      const body = JSON.stringify({ ...createPaymentRequest(), [field]: placeholder }).replace(
        `"${placeholder}"`,
        json,
      );
      const message = signatureMessageOfText(setup.merchant.toUrl('requestPayment'), body);
      const signature = hmac(message, defaultTenant.secretKey);
      const headers = setup.merchant.createHeaders({ 'cap-signature': signature });
      return (await setup.merchant.send('requestPayment', { body, headers })).status;
    }

    it(`a request with ${name} in a known field gets HTTP 400`, async () => {
      expect(await sendField('amount')).toBe(400);
    });

    it(`a request with ${name} in an unknown field gets HTTP 200`, async () => {
      expect(await sendField('unknownField')).toBe(200);
    });
  });

  it('a signature for another host name of this machine is accepted', async () => {
    await using setup = await startSandboxWithMerchant();
    const { merchant } = setup;
    const { port, pathname } = new URL(merchant.toUrl('requestPayment'));
    const data = createPaymentRequest();
    const host = `localhost:${port}`;
    const signature = sign(`http://${host}${pathname}`, data, merchant.tenant.secretKey);
    const headers = merchant.createHeaders({ host, 'cap-signature': signature });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      // The request is sent to the address, because a machine may not resolve the name.
      request({ host: '127.0.0.1', port, path: pathname, method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end(canonicalJson(data));
    });
    expect(status).toBe(200);
  });
});

describe('token', () => {
  it.each([
    ['no token', ''],
    ['a token that was never issued', 'Bearer unknown-token'],
    ['the scheme Basic', 'Basic bWU6bWU='],
  ])('a request with %s gets HTTP 401', async (_name, authorization) => {
    await using setup = await startSandboxWithMerchant();
    const response = await setup.merchant.post('requestPayment', createPaymentRequest(), {
      Authorization: authorization,
    });
    expect(response).toMatchObject({ status: 401, body: { success: false, unAuthorizedRequest: true } });
  });

  it('after a day, a token is refused with HTTP 401 and a new token is accepted', async () => {
    const dayMs = 86_400_000;
    let clockOffsetMs = 0;
    await using setup = await startSandboxWithMerchant({
      now: () => Date.now() + clockOffsetMs,
      // The timestamps of the merchant are a day behind this clock.
      timestampWindowMs: 2 * dayMs,
    });
    clockOffsetMs = dayMs;
    expect((await setup.merchant.openPayment()).status).toBe(401);
    await setup.merchant.login();
    expect((await setup.merchant.openPayment()).status).toBe(200);
  });

  it('a request with the token of another merchant gets HTTP 401', async () => {
    await using setup = await startSandboxWithMerchant({ tenants: [defaultTenant, otherTenant] });
    const otherMerchant = await new Merchant(setup.sandbox.url, otherTenant).login();
    otherMerchant.token = setup.merchant.token;
    expect((await otherMerchant.openPayment()).status).toBe(401);
  });

  it('after expireTokens, a request with an earlier token gets HTTP 401', async () => {
    await using setup = await startSandboxWithMerchant();
    setup.sandbox.expireTokens();
    expect((await setup.merchant.openPayment()).status).toBe(401);
  });
});

describe('tenant', () => {
  it.each(['9999', ''])(
    'a request for the unknown merchant "%s" gets fault 2094 (tenant not resolved)',
    async (id) => {
      await using setup = await startSandboxWithMerchant();
      const response = await setup.merchant.post('requestPayment', createPaymentRequest(), {
        'Abp-TenantId': id,
      });
      expect(response).toMatchObject({
        status: 400,
        body: { success: false, error: { code: faultCodes.tenantNotResolved } },
      });
    },
  );

  it('two merchants can use the same reference', async () => {
    await using setup = await startSandboxWithMerchant({ tenants: [defaultTenant, otherTenant] });
    const otherMerchant = await new Merchant(setup.sandbox.url, otherTenant).login();
    expect((await setup.merchant.openPayment({ referenceCode: 'SAME-1' })).status).toBe(200);
    expect((await otherMerchant.openPayment({ referenceCode: 'SAME-1' })).status).toBe(200);
  });

  it('a query for a payment of another merchant gets fault 2010 (not found)', async () => {
    await using setup = await startSandboxWithMerchant({ tenants: [defaultTenant, otherTenant] });
    const otherMerchant = await new Merchant(setup.sandbox.url, otherTenant).login();
    const { transactionNumber } = (await setup.merchant.openPayment()).body.result;
    const response = await otherMerchant.queryPayment(transactionNumber);
    expect(response).toMatchObject({
      status: 400,
      body: { error: { code: faultCodes.transactionNotFound } },
    });
  });
});

describe('timestamp', () => {
  it.each([-16, 16])(
    "a request whose timestamp differs by %i minutes from the sandbox's clock is refused",
    async (minutes) => {
      await using setup = await startSandboxWithMerchant();
      const response = await setup.merchant.openPayment({ timestamp: Date.now() + minutes * 60_000 });
      expect(response).toMatchObject({
        status: 400,
        body: { error: { validationErrors: [{ members: ['timestamp'] }] } },
      });
    },
  );

  it('a timestamp within timestampWindowMs is accepted', async () => {
    const now = Date.now();
    await using setup = await startSandboxWithMerchant({ timestampWindowMs: 60_000, now: () => now });
    expect((await setup.merchant.openPayment({ timestamp: now - 59_999 })).status).toBe(200);
  });

  it('a timestamp that is older than timestampWindowMs is refused', async () => {
    const now = Date.now();
    await using setup = await startSandboxWithMerchant({ timestampWindowMs: 60_000, now: () => now });
    expect((await setup.merchant.openPayment({ timestamp: now - 60_001 })).status).toBe(400);
  });
});

describe('letter case, content type and body', () => {
  it('header, path, query and property names match in any letter case', async () => {
    await using setup = await startSandboxWithMerchant();
    const { merchant, sandbox } = setup;
    const data = toUpperCaseNames({
      ...createPaymentRequest(),
      requestPaymentExtraInfo: { hiddenChannel: [channelIds.duitNowQr] },
    });
    const url = `${sandbox.url}${defaultProfile.paths.requestPayment.toUpperCase()}`;
    const startResponse = await merchant.send('requestPayment', {
      url,
      body: JSON.stringify(data),
      headers: {
        'ABP-TENANTID': defaultTenant.id,
        AUTHORIZATION: `bearer ${merchant.token}`,
        'CONTENT-TYPE': 'application/json; charset=utf-8',
        'CAP-SIGNATURE': sign(url, data, defaultTenant.secretKey),
      },
    });
    expect(startResponse.status).toBe(200);
    const { transactionNumber } = startResponse.body.result;
    const query = { TRANSACTIONNUMBER: transactionNumber, tIMESTAMP: Date.now() };
    expect((await merchant.get('queryPayment', query)).body).toMatchObject({
      transactionNumber,
      status: paymentStatusNumber.pending,
    });
  });

  it.each(['application/json', 'text/json', 'application/vnd.pgw+json', 'application/json-patch+json'])(
    'a POST with content type %s is accepted',
    async (type) => {
      await using setup = await startSandboxWithMerchant();
      expect(
        (await setup.merchant.post('requestPayment', createPaymentRequest(), { 'Content-Type': type }))
          .status,
      ).toBe(200);
    },
  );

  it.each(['payout', 'processPayment', 'inquiryWallet', 'queryWalletHistory', 'refundPayment'] as const)(
    'the property names of %s match in any letter case, for every content type of JSON',
    async (name) => {
      await using setup = await startSandboxWithMerchant();
      const { merchant, sandbox } = setup;
      const card = {
        cardNumber: '4111111111111111',
        expiryMonth: '7',
        expiryYear: '40',
        AuthType: authType.fullPayment,
      };
      const timestamp = Date.now();
      for (const type of ['text/json', 'application/json-patch+json', 'application/vnd.pgw+json']) {
        const pendingNumber = (await merchant.openPayment({ channelId: channelIds.card })).body.result
          .transactionNumber;
        const paidNumber = await merchant.openApprovedPayment(sandbox);
        const requests: Record<typeof name, JsonValue> = {
          payout: createPayoutRequest(),
          processPayment: {
            transactionNumber: pendingNumber.toLowerCase(),
            channelDetails: card,
            LastPayment: false,
          },
          inquiryWallet: { tenantId: Number(defaultTenant.id), timestamp },
          queryWalletHistory: {
            walletId: walletIds.basic,
            dateTimeFrom: '2020-01-01',
            dateTimeTo: '2099-01-01',
          },
          refundPayment: {
            transactionNumber: paidNumber.toLowerCase(),
            reason: 'Broken',
            amount: 1,
            timestamp,
          },
        };
        const response = await merchant.post(name, toUpperCaseNames(requests[name]), {
          'Content-Type': type,
        });
        expect(response.status).toBe(200);
      }
    },
  );

  it('a POST with a form gets HTTP 415', async () => {
    await using setup = await startSandboxWithMerchant();
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await setup.merchant.post('requestPayment', createPaymentRequest(), type)).status).toBe(415);
  });

  it.each(['', '{', '[]', '"text"', 'null'])('a POST with the body %j gets HTTP 400', async (body) => {
    await using setup = await startSandboxWithMerchant();
    expect(await setup.merchant.send('requestPayment', { body })).toMatchObject({
      status: 400,
      body: { success: false },
    });
  });

  it('a POST with a body above 1 MB gets HTTP 413', async () => {
    await using setup = await startSandboxWithMerchant();
    const body = JSON.stringify({ padding: 'x'.repeat(1_100_000) });
    expect((await setup.merchant.send('requestPayment', { body })).status).toBe(413);
  });

  it('a request for an unknown path gets HTTP 404', async () => {
    await using setup = await startSandboxWithMerchant();
    expect((await fetch(`${setup.sandbox.url}/api/services/app/PaymentGateway/Nothing`)).status).toBe(404);
  });
});

/** Returns the same data with all property names in upper case. */
function toUpperCaseNames(data: JsonValue): JsonValue {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name.toUpperCase(), toUpperCaseNames(value)]),
  );
}
