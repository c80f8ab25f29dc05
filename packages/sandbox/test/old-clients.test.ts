import { endpoints, sign, type EndpointName, type JsonValue } from '@pgw/protocol';
import { canonicalJson, hmac, signatureMessageOfText } from '@pgw/protocol/internal';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../src/catalogue/channel-ids.ts';
import { paymentStatusNumber } from '../src/catalogue/status-numbers.ts';
import { defaultTenant, type SandboxPreset } from '../src/index.ts';
import { faultCodes } from './fault-codes.ts';
import {
  startSandboxWithMerchant,
  createPaymentRequest,
  createPayoutRequest,
  walletIds,
  type RawResponse,
} from './merchant.ts';

type Setup = Awaited<ReturnType<typeof startSandboxWithMerchant>>;

const envelope = { targetUrl: null, success: true, error: null, unAuthorizedRequest: false, __abp: true };
const signatureFault = { code: 1, message: 'Invalid Signature.' };

/** Opens a payment with these headers instead of the defaults; null omits a header. */
async function openPaymentWithHeaders(
  { merchant }: Setup,
  changedHeaders: Record<string, string | null>,
): Promise<RawResponse> {
  const data = createPaymentRequest();
  const signature = sign(merchant.toUrl('requestPayment'), data, defaultTenant.secretKey);
  const headers = Object.entries({
    ...merchant.createHeaders({ 'cap-signature': signature }),
    ...changedHeaders,
  });
  const remainingHeaders = headers.filter((header): header is [string, string] => header[1] !== null);
  return merchant.send('requestPayment', {
    body: canonicalJson(data),
    headers: Object.fromEntries(remainingHeaders),
  });
}

/** Sends a signed GET. Returns the status and the body, with the envelope if the response has one. */
async function getRawResponse(
  { merchant }: Setup,
  name: EndpointName,
  data: Record<string, string | number>,
) {
  const query = new URLSearchParams(Object.entries(data).map(([key, value]) => [key, String(value)]));
  const signature = sign(merchant.toUrl(name), data, defaultTenant.secretKey);
  const response = await fetch(`${merchant.toUrl(name)}?${query}`, {
    headers: merchant.createHeaders({ 'cap-signature': signature }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

describe('signatures over the unsorted request', () => {
  async function sendUnsortedBody({ merchant }: Setup): Promise<number> {
    const body = JSON.stringify({
      timestamp: Date.now(),
      ...createPaymentRequest(),
      description: 'Two MUGS',
    });
    const message = signatureMessageOfText(merchant.toUrl('requestPayment'), body);
    const signature = hmac(message, defaultTenant.secretKey).toUpperCase();
    const headers = merchant.createHeaders({ 'cap-signature': signature });
    return (await merchant.send('requestPayment', { body, headers })).status;
  }

  async function sendUnsortedQuery({ merchant }: Setup): Promise<number> {
    const url = merchant.toUrl('getProviderChannels');
    const timestamp = Date.now();
    const message = signatureMessageOfText(url, JSON.stringify({ timestamp, channelId: channelIds.fpx }));
    const headers = merchant.createHeaders({ 'cap-signature': hmac(message, defaultTenant.secretKey) });
    return (await fetch(`${url}?Timestamp=${timestamp}&ChannelId=${channelIds.fpx}`, { headers })).status;
  }

  it('without the preset lenient, a signature over the unsorted body or query is refused', async () => {
    await using setup = await startSandboxWithMerchant();
    expect(await sendUnsortedBody(setup)).toBe(400);
    expect(await sendUnsortedQuery(setup)).toBe(400);
  });

  it('with the preset lenient, a signature over the unsorted body or query is accepted', async () => {
    await using setup = await startSandboxWithMerchant({ preset: 'lenient' });
    expect(await sendUnsortedBody(setup)).toBe(200);
    expect(await sendUnsortedQuery(setup)).toBe(200);
  });
});

describe('timestamps in seconds', () => {
  const nowInSeconds = () => Math.floor(Date.now() / 1000);

  it('without the preset lenient, a timestamp in seconds is refused with the reason', async () => {
    await using setup = await startSandboxWithMerchant();
    const { status, body } = await setup.merchant.openPayment({ timestamp: nowInSeconds() });
    expect(status).toBe(400);
    expect(body.error.validationErrors[0]?.message).toBe(
      'timestamp is in seconds and must be in milliseconds',
    );
  });

  it('with the preset lenient, a timestamp in seconds or milliseconds is accepted', async () => {
    await using setup = await startSandboxWithMerchant({ preset: 'lenient' });
    expect((await setup.merchant.openPayment({ timestamp: nowInSeconds() })).status).toBe(200);
    expect((await setup.merchant.openPayment()).status).toBe(200);
  });

  it('with the preset lenient, a timestamp in seconds is refused when it is older than 15 minutes', async () => {
    await using setup = await startSandboxWithMerchant({ preset: 'lenient' });
    const timestamp = nowInSeconds() - 16 * 60;
    expect((await setup.merchant.openPayment({ timestamp })).status).toBe(400);
  });
});

describe('responses without an envelope', () => {
  /** Fetches the response bodies of the operations that the interface shows without an envelope, by name. */
  async function fetchBodies(setup: Setup): Promise<Record<string, unknown>> {
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    const timestamp = Date.now();
    const refund = { transactionNumber, reason: 'Broken mug', amount: 1, timestamp };
    const signature = sign(setup.merchant.toUrl('refundPayment'), refund, defaultTenant.secretKey);
    const refundResponse = await fetch(setup.merchant.toUrl('refundPayment'), {
      method: 'POST',
      body: canonicalJson(refund),
      headers: setup.merchant.createHeaders({ 'cap-signature': signature }),
    });
    return {
      refundPayment: await refundResponse.json(),
      queryPayment: (await getRawResponse(setup, 'queryPayment', { transactionNumber, timestamp })).body,
      queryRefund: (await getRawResponse(setup, 'queryRefund', { transactionNumber, timestamp })).body,
      getChannels: (await getRawResponse(setup, 'getChannels', { timestamp })).body,
      getProviderChannels: (
        await getRawResponse(setup, 'getProviderChannels', { channelId: channelIds.fpx, timestamp })
      ).body,
    };
  }

  it('without the preset document, queries, refunds and channel lists have the result envelope', async () => {
    await using setup = await startSandboxWithMerchant();
    for (const [name, body] of Object.entries(await fetchBodies(setup)))
      expect(body, name).toStrictEqual({ result: expect.anything(), ...envelope });
  });

  it('with the preset document, responses have no envelope', async () => {
    await using setup = await startSandboxWithMerchant({ preset: 'document' });
    for (const [name, body] of Object.entries(await fetchBodies(setup))) {
      expect(body, name).not.toHaveProperty('result');
      const { response } = endpoints[name as EndpointName];
      expect(response.safeParse(body).success, name).toBe(true);
    }
  });

  it('without the preset document, the response to a refund query with an unknown number has no envelope', async () => {
    await using setup = await startSandboxWithMerchant();
    const query = { transactionNumber: '2005NONE', timestamp: Date.now() };
    expect(await getRawResponse(setup, 'queryRefund', query)).toStrictEqual({
      status: 400,
      body: { code: faultCodes.transactionNotFound, message: 'Transaction Not Found' },
    });
  });
});

describe('the preset document', () => {
  const wrongSignature = { 'cap-signature': '0'.repeat(64) };

  it('without the preset document, a wrong signature gets the response that was observed on a gateway', async () => {
    await using setup = await startSandboxWithMerchant();
    const observedResponse = { status: 400, body: { result: signatureFault, ...envelope } };
    for (const name of ['requestPayment', 'payout', 'refundPayment', 'queryWalletHistory'] as const) {
      const data = name === 'payout' ? createPayoutRequest() : createPaymentRequest();
      expect(await setup.merchant.post(name, data, wrongSignature), name).toStrictEqual(observedResponse);
    }
  });

  it('with the preset document, a wrong signature gets the response of the interface', async () => {
    await using setup = await startSandboxWithMerchant({ preset: 'document' });
    const refusalEnvelope = { ...envelope, success: false, unAuthorizedRequest: true };
    const faultInError = { ...refusalEnvelope, result: null, error: signatureFault };
    const faultInResult = { ...refusalEnvelope, result: signatureFault };
    const postWithWrongSignature = async (name: EndpointName, data: JsonValue) =>
      (await setup.merchant.post(name, data, wrongSignature)).body;
    expect(await postWithWrongSignature('requestPayment', createPaymentRequest())).toStrictEqual(
      faultInError,
    );
    expect(await postWithWrongSignature('payout', createPayoutRequest())).toStrictEqual(faultInResult);
    expect(
      await postWithWrongSignature('inquiryWallet', { tenantId: Number(defaultTenant.id) }),
    ).toStrictEqual(faultInResult);
    expect(await postWithWrongSignature('queryWalletHistory', { walletId: walletIds.basic })).toStrictEqual(
      faultInResult,
    );
    expect(await postWithWrongSignature('refundPayment', { reason: 'Broken mug' })).toStrictEqual(
      signatureFault,
    );
  });

  it.each<{ preset: SandboxPreset; length: number }>([
    { preset: 'document', length: 24 },
    { preset: 'observed', length: 25 },
  ])('with the preset $preset, issued numbers have $length characters', async ({ preset, length }) => {
    await using setup = await startSandboxWithMerchant({ preset });
    const { transactionNumber } = (await setup.merchant.openPayment()).body.result;
    expect(transactionNumber).toMatch(/^2005[0-9A-F]+\d{6}$/);
    expect(transactionNumber).toHaveLength(length);
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      paymentStatusNumber.pending,
    );
  });

  it.each<{ preset: SandboxPreset; maxLength: number }>([
    { preset: 'document', maxLength: 24 },
    { preset: 'observed', maxLength: 100 },
  ])(
    'with the preset $preset, a query accepts a number of at most $maxLength characters',
    async ({ preset, maxLength }) => {
      await using setup = await startSandboxWithMerchant({ preset });
      const accepted = await setup.merchant.queryPayment('T'.repeat(maxLength));
      expect(accepted.body.error).toMatchObject({
        code: faultCodes.transactionNotFound,
        message: 'Transaction Not Found',
      });
      const refused = await setup.merchant.queryPayment('T'.repeat(maxLength + 1));
      const { message, details } = refused.body.error;
      expect(`${message} ${details}`).toContain(
        `transactionNumber must have at most ${maxLength} characters`,
      );
    },
  );
});

describe('old clients', () => {
  // Without a token, only the header can contain the ID of the tenant.
  const oldTenantHeaders = { 'Abp-TenantId': null, Authorization: null, 'Abp.TenantId': defaultTenant.id };

  it('the tenant header Abp.TenantId is read only with the preset lenient', async () => {
    await using strict = await startSandboxWithMerchant();
    const refusal = await openPaymentWithHeaders(strict, oldTenantHeaders);
    expect(refusal.body.error.code).toBe(faultCodes.tenantNotResolved);
    await using lenient = await startSandboxWithMerchant({ preset: 'lenient' });
    expect((await openPaymentWithHeaders(lenient, oldTenantHeaders)).status).toBe(200);
  });

  it('a signature without a token is accepted only with the preset lenient', async () => {
    await using strict = await startSandboxWithMerchant();
    expect((await openPaymentWithHeaders(strict, { Authorization: null })).status).toBe(401);
    await using lenient = await startSandboxWithMerchant({ preset: 'lenient' });
    expect((await openPaymentWithHeaders(lenient, { Authorization: null })).status).toBe(200);
  });

  it('with the preset lenient, a wrong token is still refused', async () => {
    await using setup = await startSandboxWithMerchant({ preset: 'lenient' });
    const response = await openPaymentWithHeaders(setup, { Authorization: 'Bearer wrong' });
    expect(response.status).toBe(401);
  });
});
