import { verify, type JsonValue } from '@pgw/protocol';
import { expect, test } from 'vitest';
import { exampleCalls } from './example-calls.ts';
import { order } from './example-data.ts';
import { sendJson, startGateway, type ReceivedRequest, type StubGateway } from './stub-gateway.ts';
import { createClient, getRejection, secret } from './test-client.ts';

// The client sends and signs fields of public clients that the interface does not have.

const now = (): number => 1790000000000;
const service = '/api/services/app/PaymentGateway';

function startService(): Promise<StubGateway> {
  return startGateway(({ path }, response) =>
    sendJson(response, { result: exampleCalls.find((call) => call.path === path)?.payload }),
  );
}

const fields = {
  tenantId: 1002,
  subMerchant: { uniqueId: 'SM-1', name: 'Kedai Kopi' },
  recurringPaymentInfo: {
    id: 'R-1',
    mode: 2,
    numberOfPayments: 12,
    effectiveDate: '01122026',
    maximumPaymentAmount: 50000,
    expiryDate: '01122027',
    isFixedAmount: true,
  },
  platformCharge: { partnerId: 'P-1', amount: 150 },
  customer: {
    email: 'aisyah@shop.example',
    mobileNo: '0123456789',
    name: 'Aisyah',
    username: 'aisyah',
    identificationNumber: '900101145678',
    identificationType: 1,
  },
  userAgent: 'Mozilla/5.0',
  savePayment: true,
  localCitizen: true,
  requestPaymentExtraInfo: { channelGroupId: 3, hiddenChannel: [4, 5] },
};

/** Returns the request that the gateway received, and fails if it received none or several. */
function getOnlyRequest({ requests }: StubGateway): ReceivedRequest {
  const [request] = requests;
  if (request === undefined || requests.length > 1)
    throw new Error(`The gateway received ${requests.length} requests instead of one.`);
  return request;
}

function expectSigned(gateway: StubGateway, { path, rawBody, headers }: ReceivedRequest): void {
  const body = JSON.parse(rawBody) as JsonValue;
  expect(verify(`${gateway.url}${path}`, body, String(headers['cap-signature']), secret)).toBe(true);
}

const paymentCalls = ['requestPayment', 'initialSession'] as const;

test.each(paymentCalls)('%s sends and signs every field that only public clients send', async (name) => {
  const gateway = await startService();
  await createClient(gateway.url, { now })[name]({ ...order, ...fields });
  const request = getOnlyRequest(gateway);
  expect(JSON.parse(request.rawBody)).toEqual({ ...order, ...fields, timestamp: now() });
  expectSigned(gateway, request);
});

test.each(paymentCalls)(
  '%s refuses invalid fields with their paths in the error, and sends nothing',
  async (name) => {
    const gateway = await startService();
    const recurringPaymentInfo = { numberOfPayments: 1000, effectiveDate: '2026-12-01' };
    const error = await getRejection(createClient(gateway.url)[name]({ ...order, recurringPaymentInfo }));
    expect(error).toMatchObject({
      code: 'invalid-request',
      violations: [
        { path: 'recurringPaymentInfo.numberOfPayments', message: 'must be 1 to 999' },
        {
          path: 'recurringPaymentInfo.effectiveDate',
          message: 'must be a date as ddMMyyyy, such as 31122027',
        },
      ],
    });
    expect(gateway.requests).toHaveLength(0);
  },
);

test('a payout sends and signs the merchant, the platform and the identification of the customer', async () => {
  const gateway = await startService();
  const { tenantId, subMerchant, platformCharge, customer, userAgent } = fields;
  const input = {
    ...order,
    tenantId,
    subMerchant,
    platformCharge,
    customer,
    userAgent,
    channelId: 9,
    providerChannelId: 'B1',
    localCitizen: true,
  };
  await createClient(gateway.url, { now }).payout(input);
  const request = getOnlyRequest(gateway);
  expect(JSON.parse(request.rawBody)).toEqual({ ...input, timestamp: now() });
  expectSigned(gateway, request);
});

test('a query sends and signs the transaction number and the session number', async () => {
  const gateway = await startService();
  const numbers = {
    transactionNumber: '2004B8D7E2EE1DE5C61250625',
    sessionNumber: '2037D293E60AEB67B59251030',
  };
  await createClient(gateway.url, { now }).queryPayment(numbers);
  const request = getOnlyRequest(gateway);
  expect(Object.fromEntries(request.query)).toEqual({
    TransactionNumber: numbers.transactionNumber,
    SessionNumber: numbers.sessionNumber,
    Timestamp: String(now()),
  });
  const signature = String(request.headers['cap-signature']);
  const url = `${gateway.url}${service}/Query`;
  expect(verify(url, { ...numbers, timestamp: now() }, signature, secret)).toBe(true);
});

/** Verifies the signature of a request and returns its property `tenantId`. */
function readSignedTenantId(gateway: StubGateway, request: ReceivedRequest): number | undefined {
  const isPost = request.method === 'POST';
  const names: Readonly<Record<string, string>> = {
    TransactionNumber: 'transactionNumber',
    Timestamp: 'timestamp',
  };
  const data: Record<string, JsonValue> = isPost
    ? (JSON.parse(request.rawBody) as Record<string, JsonValue>)
    : Object.fromEntries(
        [...request.query].map(([name, text]) => [
          names[name] ?? name,
          /^\d+$/.test(text) ? Number(text) : text,
        ]),
      );
  const signature = String(request.headers['cap-signature']);
  expect(verify(`${gateway.url}${request.path}`, data, signature, secret)).toBe(true);
  const { tenantId } = data;
  return typeof tenantId === 'number' ? tenantId : undefined;
}

/** The `tenantId` in the input of a call. Only this operation has one. */
const getTenantIdOfInput = (name: string): number | undefined =>
  name === 'inquiryWallet' ? 1001 : undefined;

test.each(exampleCalls)(
  'by default, $name sends the merchant ID only in the header',
  async ({ name, send }) => {
    const gateway = await startService();
    await send(createClient(gateway.url));
    const request = getOnlyRequest(gateway);
    expect(request.headers['abp-tenantid']).toBe('1001');
    expect(readSignedTenantId(gateway, request)).toBe(getTenantIdOfInput(name));
  },
);

test.each(exampleCalls)(
  'with tenant.property, $name sends the merchant ID as a signed property, with or without the header',
  async ({ send }) => {
    for (const header of [true, false]) {
      const gateway = await startService();
      await send(createClient(gateway.url, { profile: { tenant: { header, property: true } } }));
      const request = getOnlyRequest(gateway);
      expect(request.headers['abp-tenantid']).toBe(header ? '1001' : undefined);
      expect(readSignedTenantId(gateway, request)).toBe(1001);
    }
  },
);

test.each(exampleCalls)(
  'without tenant.header and tenant.property, $name does not send the merchant ID',
  async ({ name, send }) => {
    const gateway = await startService();
    await send(createClient(gateway.url, { profile: { tenant: { header: false } } }));
    const request = getOnlyRequest(gateway);
    expect(request.headers).not.toHaveProperty('abp-tenantid');
    expect(request.headers.authorization).toMatch(/^Bearer /);
    expect(readSignedTenantId(gateway, request)).toBe(getTenantIdOfInput(name));
  },
);

test('the merchant ID of a call overrides the merchant ID of the client', async () => {
  const gateway = await startService();
  const client = createClient(gateway.url, { profile: { tenant: { property: true } } });
  await client.refundPayment({ transactionNumber: 'T1', reason: 'x', tenantId: 1002 });
  await client.refundPayment({ transactionNumber: 'T1', reason: 'x', tenantId: undefined });
  expect(gateway.requests.map(({ rawBody }) => JSON.parse(rawBody).tenantId)).toEqual([1002, 1001]);
});
