import { describe, expect, it } from 'vitest';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { redirectionType } from '@pgw/protocol';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { expectInvalidFields } from '../expect-invalid-fields.ts';
import { faultCodes } from '../fault-codes.ts';
import { createPaymentRequest, startSandboxWithMerchant, unknownChannelId } from '../merchant.ts';

describe('result', () => {
  it('the result of RequestPayment has the fields of the interface', async () => {
    await using setup = await startSandboxWithMerchant();
    const startedAt = Date.now();
    const { status, body } = await setup.merchant.openPayment({ channelId: channelIds.pasarPay });
    expect(status).toBe(200);
    const { result } = body;
    expect(result).toMatchObject({
      currencyCode: 'MYR',
      amount: 12890,
      channelId: channelIds.pasarPay,
      redirectionType: redirectionType.url,
      clientScript: null,
      redirectUrl: `${setup.sandbox.url}/bank/${result.transactionNumber}`,
    });
    expect(result.transactionNumber).toMatch(/^2005[0-9A-F]{15}\d{6}$/);
    expect(Math.round((Date.parse(result.transactionExpired) - startedAt) / 60_000)).toBe(15);
  });

  it('a payment without a channel redirects to the hosted page', async () => {
    await using setup = await startSandboxWithMerchant();
    const { channelId: _omitted, ...requestWithoutChannel } = createPaymentRequest();
    const { body } = await setup.merchant.post('requestPayment', requestWithoutChannel);
    expect(body.result).toMatchObject({
      channelId: null,
      redirectUrl: `${setup.sandbox.url}/pay/${body.result.transactionNumber}`,
    });
  });

  it('a payment with Sentuh eWallet has a script that posts a form to the wallet', async () => {
    await using setup = await startSandboxWithMerchant();
    const { result } = (await setup.merchant.openPayment({ channelId: channelIds.sentuh })).body;
    expect(result.redirectionType).toBe(redirectionType.script);
    let isSubmitted = false;
    const submit = (): void => {
      isSubmitted = true;
    };
    const form = { method: 'GET', action: '', style: {}, appendChild: () => undefined, submit };
    runInNewContext(result.clientScript!, {
      document: {
        createElement: (name: string) => (name === 'form' ? form : {}),
        body: { appendChild: () => undefined },
      },
    });
    expect(isSubmitted).toBe(true);
    expect(form.method).toBe('POST');
    const page = await fetch(form.action, {
      method: 'POST',
      body: new URLSearchParams({ source: 'x' }),
    });
    expect(await page.text()).toContain('Approve in Sentuh eWallet');
  });
});

describe('field rules', () => {
  it.each(['currencyCode', 'amount', 'referenceCode', 'ipAddress', 'returnUrl', 'timestamp'])(
    'RequestPayment without %s is refused',
    async (name) => {
      await using setup = await startSandboxWithMerchant();
      const { [name]: _omitted, ...rest } = createPaymentRequest();
      expectInvalidFields(await setup.merchant.post('requestPayment', rest), [name]);
    },
  );

  it.each([
    ['referenceCode', 50],
    ['ipAddress', 50],
    ['description', 100],
    ['userAgent', 200],
  ])('RequestPayment accepts a %s of at most %i characters', async (name, length) => {
    await using setup = await startSandboxWithMerchant();
    expect((await setup.merchant.openPayment({ [name]: 'x'.repeat(length) })).status).toBe(200);
    expectInvalidFields(await setup.merchant.openPayment({ [name]: 'x'.repeat(length + 1) }), [name]);
  });

  it.each(['returnUrl', 'callbackUrl'])(
    'RequestPayment accepts a %s of at most 500 characters',
    async (name) => {
      await using setup = await startSandboxWithMerchant();
      const url = 'https://shop.example/'.padEnd(500, 'x');
      expect((await setup.merchant.openPayment({ [name]: url })).status).toBe(200);
      expectInvalidFields(await setup.merchant.openPayment({ [name]: `${url}x` }), [name]);
    },
  );

  it.each(['javascript:alert(1)', 'ftp://shop.example/', '/return', 'not-a-url'])(
    'RequestPayment refuses the returnUrl or callbackUrl %s',
    async (url) => {
      await using setup = await startSandboxWithMerchant();
      expectInvalidFields(await setup.merchant.openPayment({ returnUrl: url }), ['returnUrl']);
      expectInvalidFields(await setup.merchant.openPayment({ callbackUrl: url }), ['callbackUrl']);
    },
  );

  it.each(['1,000.00', '1000', 10.5, 0, -1, true, 2 ** 53])(
    'RequestPayment refuses the amount %j',
    async (amount) => {
      await using setup = await startSandboxWithMerchant();
      expectInvalidFields(await setup.merchant.openPayment({ amount }), ['amount']);
    },
  );

  it.each(['MY', 'MYRR', 'M1R', ''])('RequestPayment refuses the currency %j', async (currencyCode) => {
    await using setup = await startSandboxWithMerchant();
    expectInvalidFields(await setup.merchant.openPayment({ currencyCode }), ['currencyCode']);
  });

  it('a refusal lists every invalid field', async () => {
    await using setup = await startSandboxWithMerchant();
    const response = await setup.merchant.openPayment({ amount: 'x', currencyCode: '?', ipAddress: '' });
    expectInvalidFields(response, ['amount', 'currencyCode', 'ipAddress']);
  });

  it('RequestPayment with an unknown property is accepted', async () => {
    await using setup = await startSandboxWithMerchant();
    expect((await setup.merchant.openPayment({ somethingNew: { deep: true } })).status).toBe(200);
  });

  it('any value of a field gets HTTP 200 or 400, never 500', async () => {
    await using setup = await startSandboxWithMerchant();
    const field = fc.constantFrom(
      ...Object.keys(createPaymentRequest()),
      'description',
      'callbackUrl',
      'customer',
    );
    await fc.assert(
      fc.asyncProperty(field, fc.jsonValue(), async (name, value) => {
        const response = await setup.merchant.openPayment({ [name]: value as never });
        expect([200, 400]).toContain(response.status);
      }),
      { numRuns: 60 },
    );
  });
});

describe('channel rules', () => {
  it('a payment of a channel with isProviderHostChannel is refused without providerChannelId', async () => {
    await using setup = await startSandboxWithMerchant();
    expectInvalidFields(await setup.merchant.openPayment({ channelId: channelIds.fpx }), [
      'providerChannelId',
    ]);
    const response = await setup.merchant.openPayment({
      channelId: channelIds.fpx,
      providerChannelId: 'BSERI01',
    });
    expect(response.status).toBe(200);
  });

  it.each([
    ['a bank that is offline', { channelId: channelIds.fpx, providerChannelId: 'BKINA01' }, 'Bank Kinabalu'],
    ['a bank under maintenance', { channelId: channelIds.fpx, providerChannelId: 'BTERA01' }, 'Bank Teratai'],
    ['a hidden bank', { channelId: channelIds.fpx, providerChannelId: 'BLAMA01' }, 'Bank Lama'],
    ['an unknown bank', { channelId: channelIds.fpx, providerChannelId: 'NOBANK' }, 'NOBANK'],
    ['an unknown channel', { channelId: unknownChannelId }, '999'],
    ['an amount above the limit', { channelId: channelIds.lompatPay, amount: 10001 }, 'LompatPay'],
    ['an amount below the limit', { channelId: channelIds.lusa, amount: 100 }, 'Lusa'],
    [
      'a currency that the channel does not accept',
      { channelId: channelIds.sentuh, currencyCode: 'SGD' },
      'SGD',
    ],
    ['a currency that no channel accepts', { channelId: null, currencyCode: 'EUR' }, 'EUR'],
  ])('RequestPayment refuses %s and includes the reason in the message', async (_name, fields, reason) => {
    await using setup = await startSandboxWithMerchant();
    const response = await setup.merchant.openPayment(fields);
    expect(response).toMatchObject({ status: 400, body: { success: false, result: null } });
    expect(response.body.error.message).toContain(reason);
    expect(setup.sandbox.listPayments()).toStrictEqual([]);
  });
});

it.each([
  ['an unknown channel', { channelId: unknownChannelId }, `${channelIds.fpx} (`],
  [
    'a currency that the channel does not accept',
    { channelId: channelIds.sentuh, currencyCode: 'SGD' },
    'Channels that do: ',
  ],
  [
    'an amount above the limit',
    { channelId: channelIds.lompatPay, amount: 10_001 },
    'Channels that accept this amount: ',
  ],
  ['an unknown bank', { channelId: channelIds.fpx, providerChannelId: 'NOBANK' }, 'BSERI01 ('],
  ['a bank that is offline', { channelId: channelIds.fpx, providerChannelId: 'BKINA01' }, 'BSERI01 ('],
])('the refusal of %s lists the choices that there are', async (_name, fields, choice) => {
  await using setup = await startSandboxWithMerchant();
  const response = await setup.merchant.openPayment(fields);
  expect(response.body.error.message).toContain(choice);
  expect(response.body.error.message).not.toContain('BKINA01 (');
});

it.each([
  ['JPY', 1_500],
  ['KWD', 1_234],
])(
  'a payment in %s has the same integer of minor units in the response and the record',
  async (currencyCode, amount) => {
    await using setup = await startSandboxWithMerchant();
    const fields = { channelId: channelIds.riakWallet, currencyCode, amount };
    const { result } = (await setup.merchant.openPayment(fields)).body;
    expect(result.amount).toBe(amount);
    const record = (await setup.merchant.queryPayment(result.transactionNumber)).body;
    expect(record).toMatchObject({ amount, currencyCode });
  },
);

describe('reference', () => {
  it('a payment with a used reference gets fault 2009 (duplicate transaction), in any letter case', async () => {
    await using setup = await startSandboxWithMerchant();
    expect((await setup.merchant.openPayment({ referenceCode: 'ORD-Ä1' })).status).toBe(200);
    const secondResponse = await setup.merchant.openPayment({ referenceCode: 'ord-ä1' });
    expect(secondResponse).toMatchObject({
      status: 400,
      body: { error: { code: faultCodes.duplicateTransaction, message: 'Duplicate Transaction' } },
    });
  });

  it('a payment with the reference of a session gets fault 2009 (duplicate transaction)', async () => {
    await using setup = await startSandboxWithMerchant();
    await setup.merchant.post('initialSession', { ...createPaymentRequest(), referenceCode: 'ORD-1' });
    expect((await setup.merchant.openPayment({ referenceCode: 'ORD-1' })).body.error.code).toBe(
      faultCodes.duplicateTransaction,
    );
  });

  it('after a refused request, a payment can use its reference', async () => {
    await using setup = await startSandboxWithMerchant();
    await setup.merchant.openPayment({ referenceCode: 'ORD-1', channelId: unknownChannelId });
    expect((await setup.merchant.openPayment({ referenceCode: 'ORD-1' })).status).toBe(200);
  });

  it('of eight simultaneous requests with the same reference, one opens a payment', async () => {
    await using setup = await startSandboxWithMerchant();
    const requestCount = 8;
    const data = { ...createPaymentRequest(), referenceCode: 'ONCE' };
    const responses = await Promise.all(
      Array.from({ length: requestCount }, () => setup.merchant.post('requestPayment', data)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
