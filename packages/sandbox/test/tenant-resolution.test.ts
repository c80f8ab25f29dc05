import { canonicalJson, sign, type EndpointName, type JsonValue } from '@pgw/protocol';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../src/catalogue/channel-ids.ts';
import { defaultTenant, type SandboxOptions, type Tenant } from '../src/index.ts';
import { startSandboxWithMerchant, createPaymentRequest, createPayoutRequest } from './merchant.ts';

type Setup = Awaited<ReturnType<typeof startSandboxWithMerchant>>;
type Data = Record<string, string | number>;

const otherTenant: Tenant = { ...defaultTenant, id: '2002', name: 'Kedai Lain', secretKey: 'another-key' };
const tenants = [defaultTenant, otherTenant];

/** Sends a signed request with only these headers and the content type. Returns the status and the code. */
async function sendRequest(
  { merchant }: Setup,
  name: EndpointName,
  { data, headers }: { data: Record<string, JsonValue>; headers: Record<string, string> },
): Promise<readonly [number, number | undefined]> {
  const url = merchant.toUrl(name);
  const signature = sign(url, data, defaultTenant.secretKey);
  const signedHeaders = { 'content-type': 'application/json', 'cap-signature': signature, ...headers };
  const isGet = getEndpoints.includes(name);
  const query = new URLSearchParams(
    Object.entries(data).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const response = await fetch(isGet ? `${url}?${query}` : url, {
    headers: signedHeaders,
    ...(!isGet && { method: 'POST', body: canonicalJson(data) }),
  });
  const body = (await response.json()) as { code?: number; error?: { code: number } | null };
  return [response.status, body.error?.code ?? body.code];
}

const getEndpoints: readonly EndpointName[] = [
  'queryPayment',
  'queryRefund',
  'getChannels',
  'getProviderChannels',
];

/** Creates a valid request of every signed operation for the merchant of the sandbox. */
async function createRequests({ merchant, sandbox }: Setup): Promise<[EndpointName, Data][]> {
  const timestamp = Date.now();
  const openNumber = (await merchant.openPayment({ channelId: channelIds.card })).body.result
    .transactionNumber;
  const refundedNumber = await merchant.openApprovedPayment(sandbox);
  await merchant.refund(refundedNumber, { amount: 1 });
  const card = { cardNumber: '4111111111111111', expiryMonth: '7', expiryYear: '40' };
  const data: Record<string, Record<string, JsonValue>> = {
    requestPayment: createPaymentRequest(),
    initialSession: createPaymentRequest(),
    payout: createPayoutRequest(),
    processPayment: { transactionNumber: openNumber, channelDetails: card },
    inquiryWallet: { tenantId: 1001, timestamp },
    queryWalletHistory: { walletId: 3001, dateTimeFrom: '2020-01-01', dateTimeTo: '2099-01-01' },
    refundPayment: { transactionNumber: refundedNumber, reason: 'Broken mug', amount: 1, timestamp },
    queryPayment: { transactionNumber: openNumber, timestamp },
    queryRefund: { transactionNumber: refundedNumber, timestamp },
    getChannels: { timestamp },
    getProviderChannels: { channelId: channelIds.fpx },
  };
  return Object.entries(data) as [EndpointName, Data][];
}

describe('the merchant of a request', () => {
  it('without a tenant header, every operation uses the merchant of the bearer token', async () => {
    await using setup = await startSandboxWithMerchant({ tenants });
    const headers = { authorization: `Bearer ${setup.merchant.token}` };
    for (const [name, data] of await createRequests(setup))
      expect(await sendRequest(setup, name, { data, headers }), name).toStrictEqual([200, undefined]);
  });

  it('without tenant header and token, every operation uses the merchant of tenantId', async () => {
    await using setup = await startSandboxWithMerchant({ tenants, signatureOnly: true });
    for (const [name, data] of await createRequests(setup)) {
      const dataWithTenantId = { ...data, tenantId: 1001 };
      expect(await sendRequest(setup, name, { data: dataWithTenantId, headers: {} }), name).toStrictEqual([
        200,
        undefined,
      ]);
      const { tenantId: _omitted, ...dataWithoutTenantId } = data;
      if (name === 'inquiryWallet') continue;
      expect(await sendRequest(setup, name, { data: dataWithoutTenantId, headers: {} }), name).toStrictEqual([
        400, 2094,
      ]);
    }
  });

  it.each<[string, SandboxOptions, Record<string, JsonValue>, [number, number]]>([
    ['an unknown tenantId is refused with 2094', { signatureOnly: true }, { tenantId: 77 }, [400, 2094]],
    ['a tenantId without a token needs signatureOnly', {}, { tenantId: 1001 }, [401, 0]],
  ])('%s', async (_name, options, fields, expected) => {
    await using setup = await startSandboxWithMerchant({ tenants, ...options });
    const data = { ...createPaymentRequest(), ...fields };
    expect(await sendRequest(setup, 'requestPayment', { data, headers: {} })).toStrictEqual(expected);
  });

  it('a tenantId does not replace the merchant of the token', async () => {
    await using setup = await startSandboxWithMerchant({ tenants });
    const headers = { authorization: `Bearer ${setup.merchant.token}` };
    const data = { ...createPaymentRequest(), tenantId: 2002 };
    // The request is signed with the secret key of the token's merchant.
    expect(await sendRequest(setup, 'requestPayment', { data, headers })).toStrictEqual([200, undefined]);
  });

  it('a request with only an expired token gets 401, so that the client requests a new one', async () => {
    await using setup = await startSandboxWithMerchant({ tenants });
    const headers = { authorization: `Bearer ${setup.merchant.token}` };
    setup.sandbox.expireTokens();
    expect(
      await sendRequest(setup, 'requestPayment', { data: createPaymentRequest(), headers }),
    ).toStrictEqual([401, 0]);
  });

  it('a tenantId that is added after signing is refused, because it is part of the signed data', async () => {
    await using setup = await startSandboxWithMerchant({ tenants });
    const url = setup.merchant.toUrl('getChannels');
    const signature = sign(url, {}, defaultTenant.secretKey);
    const headers = setup.merchant.createHeaders({ 'cap-signature': signature });
    expect((await fetch(url, { headers })).status).toBe(200);
    expect((await fetch(`${url}?tenantId=1001`, { headers })).status).toBe(400);
  });
});
