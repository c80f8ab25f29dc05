import { sign, type EndpointName, type JsonValue } from '@pgw/protocol';
import { canonicalJson } from '@pgw/protocol/internal';
import { expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { defaultTenant } from '../../src/index.ts';
import { faultCodes } from '../fault-codes.ts';
import {
  createPaymentRequest,
  createPayoutRequest,
  startSandboxWithMerchant,
  walletIds,
  otherTenant,
} from '../merchant.ts';

type Setup = Awaited<ReturnType<typeof startSandboxWithMerchant>>;
type Data = Record<string, JsonValue>;

const tenantId = Number(defaultTenant.id);
const unknownTenantId = 77;
const tenants = [defaultTenant, otherTenant];

/** The responses to a request, with the HTTP status and the code of the fault. */
const accepted = { status: 200, code: undefined };
const tenantNotResolved = { status: 400, code: faultCodes.tenantNotResolved };
const unauthorized = { status: 401, code: 0 };

const getEndpoints: readonly EndpointName[] = [
  'queryPayment',
  'queryRefund',
  'getChannels',
  'getProviderChannels',
];

/** Sends a request that is signed with the secret key of the default tenant, without a tenant header. */
async function sendRequest(
  { merchant }: Setup,
  name: EndpointName,
  data: Data,
  headers: { authorization?: string } = {},
): Promise<{ status: number; code: number | undefined }> {
  const url = merchant.toUrl(name);
  const signature = sign(url, data, defaultTenant.secretKey);
  const signedHeaders = { 'content-type': 'application/json', 'cap-signature': signature, ...headers };
  const response = getEndpoints.includes(name)
    ? await fetch(`${url}?${toQuery(data)}`, { headers: signedHeaders })
    : await fetch(url, { headers: signedHeaders, method: 'POST', body: canonicalJson(data) });
  const body = (await response.json()) as { code?: number; error?: { code: number } | null };
  return { status: response.status, code: body.error?.code ?? body.code };
}

function toQuery(data: Data): URLSearchParams {
  return new URLSearchParams(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

function createBearerHeader({ merchant }: Setup): { authorization: string } {
  return { authorization: `Bearer ${merchant.token}` };
}

/** Creates a valid request of every signed operation for the default tenant. */
async function createRequests({ merchant, sandbox }: Setup): Promise<[EndpointName, Data][]> {
  const timestamp = Date.now();
  const openResponse = await merchant.openPayment({ channelId: channelIds.card });
  const pendingNumber = openResponse.body.result.transactionNumber;
  const refundedNumber = await merchant.openApprovedPayment(sandbox);
  await merchant.refund(refundedNumber, { amount: 1 });
  const card = { cardNumber: '4111111111111111', expiryMonth: '7', expiryYear: '40' };
  const period = { dateTimeFrom: '2020-01-01', dateTimeTo: '2099-01-01' };
  return [
    ['requestPayment', createPaymentRequest()],
    ['initialSession', createPaymentRequest()],
    ['payout', createPayoutRequest()],
    ['processPayment', { transactionNumber: pendingNumber, channelDetails: card }],
    ['inquiryWallet', { tenantId, timestamp }],
    ['queryWalletHistory', { walletId: walletIds.basic, ...period }],
    ['refundPayment', { transactionNumber: refundedNumber, reason: 'Broken mug', amount: 1, timestamp }],
    ['queryPayment', { transactionNumber: pendingNumber, timestamp }],
    ['queryRefund', { transactionNumber: refundedNumber, timestamp }],
    ['getChannels', { timestamp }],
    ['getProviderChannels', { channelId: channelIds.fpx }],
  ];
}

it('every operation without a tenant header uses the merchant of the bearer token', async () => {
  await using setup = await startSandboxWithMerchant({ tenants });
  const headers = createBearerHeader(setup);
  for (const [name, data] of await createRequests(setup))
    expect(await sendRequest(setup, name, data, headers), name).toStrictEqual(accepted);
});

it('every operation without tenant header and token uses the merchant of tenantId', async () => {
  await using setup = await startSandboxWithMerchant({ tenants, preset: 'lenient' });
  for (const [name, data] of await createRequests(setup))
    expect(await sendRequest(setup, name, { ...data, tenantId }), name).toStrictEqual(accepted);
});

it('without tenant header, token and tenantId, every operation except inquiryWallet gets fault 2094 (tenant not resolved)', async () => {
  await using setup = await startSandboxWithMerchant({ tenants, preset: 'lenient' });
  const requests = await createRequests(setup);
  // The interface requires tenantId in the body of the wallet inquiry.
  for (const [name, data] of requests.filter(([operation]) => operation !== 'inquiryWallet'))
    expect(await sendRequest(setup, name, data), name).toStrictEqual(tenantNotResolved);
});

it('a request with an unknown tenantId and no token gets fault 2094 (tenant not resolved)', async () => {
  await using setup = await startSandboxWithMerchant({ tenants, preset: 'lenient' });
  const data = { ...createPaymentRequest(), tenantId: unknownTenantId };
  expect(await sendRequest(setup, 'requestPayment', data)).toStrictEqual(tenantNotResolved);
});

it('without the preset lenient, a request with tenantId and no token gets HTTP 401', async () => {
  await using setup = await startSandboxWithMerchant({ tenants });
  const data = { ...createPaymentRequest(), tenantId };
  expect(await sendRequest(setup, 'requestPayment', data)).toStrictEqual(unauthorized);
});

it('a request with the token of one merchant and the tenantId of another uses the merchant of the token', async () => {
  await using setup = await startSandboxWithMerchant({ tenants });
  const data = { ...createPaymentRequest(), tenantId: Number(otherTenant.id) };
  // The signature is valid only for the merchant of the token.
  expect(await sendRequest(setup, 'requestPayment', data, createBearerHeader(setup))).toStrictEqual(accepted);
});

it('a request with an expired token and no tenant header gets HTTP 401', async () => {
  await using setup = await startSandboxWithMerchant({ tenants });
  setup.sandbox.expireTokens();
  expect(
    await sendRequest(setup, 'requestPayment', createPaymentRequest(), createBearerHeader(setup)),
  ).toStrictEqual(unauthorized);
});

it('a request to which a tenantId was added after signing is refused', async () => {
  await using setup = await startSandboxWithMerchant({ tenants });
  const url = setup.merchant.toUrl('getChannels');
  const signature = sign(url, {}, defaultTenant.secretKey);
  const headers = setup.merchant.createHeaders({ 'cap-signature': signature });
  expect((await fetch(url, { headers })).status).toBe(200);
  expect((await fetch(`${url}?tenantId=${tenantId}`, { headers })).status).toBe(400);
});
