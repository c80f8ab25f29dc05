import { expect, test } from 'vitest';
import type { z } from 'zod';
import { endpoints } from '../../../src/gateway/endpoints/index.ts';
import { authType } from '../../../src/gateway/endpoints/process-payment.ts';
import { walletStatus, walletType } from '../../../src/gateway/endpoints/inquiry-wallet.ts';
import { walletEntryType } from '../../../src/gateway/endpoints/query-wallet-history.ts';
import { fault } from '../../../src/gateway/faults.ts';
import { defaultProfile } from '../../../src/gateway/profile.ts';
import { paymentFields, payoutFields } from './payment-fields.ts';
import { invalidPaths } from './schema-assertions.ts';

// These tests check the schemas against the gateway's interface document. Each row of its tables is one test.

type Row = readonly [field: string, sample: unknown, wrong: unknown];

const money = { currencyCode: 'MYR', amount: 12345 };
const transactionNumber = 'T1';

/** A resource of the interface with its fields. */
interface Resource {
  readonly name: string;
  /** The schema of a response that is or contains the resource. */
  readonly response: z.ZodType;
  /** Fields with which the schema accepts the resource. */
  readonly validFields: Readonly<Record<string, unknown>>;
  readonly rows: readonly Row[];
  /** Creates a response that contains the resource. Without this function, the resource is the response. */
  readonly toResponse?: (resource: object) => unknown;
}

const returnUnchanged = (resource: object): unknown => resource;

const history = { walletId: 7, walletBalance: 10.5 };

const resources: readonly Resource[] = [
  {
    name: 'Payment checkout result',
    response: endpoints.requestPayment.response,
    validFields: { ...money, transactionNumber, redirectionType: 1 },
    rows: [
      ['currencyCode', 'MYR', 'RINGGIT'],
      ['amount', 12345, '12345'],
      ['transactionNumber', 'T'.repeat(100), 'T'.repeat(101)],
      ['channelId', 2, '2'],
      ['redirectionType', 2, 'url'],
      ['redirectUrl', 'https://gateway.example/pay', 5],
      ['clientScript', 'go()', 5],
      ['transactionExpired', '2026-11-21T08:00:00Z', true],
    ],
  },
  {
    name: 'Payout result',
    response: endpoints.payout.response,
    validFields: { ...money, transactionNumber },
    rows: [
      ['currencyCode', 'MYR', 'RINGGIT'],
      ['amount', 12345, 1.5],
      ['transactionNumber', 'T'.repeat(100), 'T'.repeat(101)],
      ['channelId', 9, '9'],
      ['redirectionType', 1, '1'],
      ['redirectUrl', 'https://gateway.example/payout', 5],
    ],
  },
  {
    name: 'Payment record',
    response: endpoints.queryPayment.response,
    validFields: { ...money, transactionNumber, referenceCode: 'R1', status: 1 },
    rows: [
      ['transactionNumber', 'T2', 5],
      ['paymentSessionNumber', 'S1', 5],
      ['referenceCode', 'R2', 5],
      ['status', 7, '1'],
      ['currencyCode', 'MYR', 5],
      ['amount', 12345, '12345'],
      ['channelId', 2, '2'],
      ['providerTransactionNumber', 'P1', 5],
      ['creationTime', '2026-11-21T07:00:00', true],
      ['remark', 'x', 5],
      ['providerChannelId', 'B1', 5],
      ['providerPaymentMethod', 'FPX', 5],
      ['providerErrorMessage', 'x', 5],
      ['loyaltyType', 1, '1'],
      ['redemptionPoint', 1.5, '1'],
      ['redemptionAmount', 1.5, '1'],
      ['rewardPoint', 1.5, '1'],
      ['paidAmount', 1.5, '1'],
      ['loyaltyRedemptionStatus', 3, '3'],
      ['loyaltyRewardStatus', 0, '1'],
    ],
  },
  {
    name: 'Card processing result',
    response: endpoints.processPayment.response,
    validFields: { status: 1, type: 2, transactionNumber },
    rows: [
      ['status', 0, '1'],
      ['type', 4, 'verify'],
      ['transactionNumber', 'T'.repeat(100), 'T'.repeat(101)],
      ['partialTransactionNumber', 'C1', 5],
      ['amount', 12345, '12345'],
    ],
  },
  {
    name: 'Refund record',
    response: endpoints.queryRefund.response,
    validFields: { ...money, transactionNumber, refundStatus: 11 },
    rows: [
      ['tenantId', 1001, '1001'],
      ['transactionNumber', 'T2', 5],
      ['refundTransactionNumber', 'F1', 5],
      ['paymentSessionNumber', 'S1', 5],
      ['referenceCode', 'R1', 5],
      ['amount', 12345, '12345'],
      ['currencyCode', 'MYR', 5],
      ['refundStatus', 18, '18'],
      ['responseMessage', 'Refunded', 5],
    ],
  },
  {
    name: 'Wallet inquiry result',
    response: endpoints.inquiryWallet.response,
    validFields: { tenantId: 1001, wallets: [] },
    rows: [
      ['tenantId', 1001, '1001'],
      ['tenantName', 'Rimba Coffee', 5],
    ],
  },
  {
    name: 'Wallet',
    response: endpoints.inquiryWallet.response,
    validFields: { id: 1, currencyCode: 'MYR', balance: 10.5, walletType: 0, walletStatus: 1 },
    toResponse: (wallet) => ({ tenantId: 1001, wallets: [wallet] }),
    rows: [
      ['id', 5, '5'],
      ['currencyCode', 'MYR', 5],
      ['balance', 10.55, '10.55'],
      ['walletType', 2, 'Payout'],
      ['walletStatus', 0, 'Active'],
    ],
  },
  {
    name: 'Wallet history result',
    response: endpoints.queryWalletHistory.response,
    validFields: { ...history, walletHistories: [] },
    rows: [
      ['walletId', 7, '7'],
      ['walletBalance', 10.55, '10.55'],
      ['nextRecords', 100, '100'],
    ],
  },
  {
    name: 'Wallet history entry',
    response: endpoints.queryWalletHistory.response,
    validFields: {
      id: 1,
      createdDate: '2026-11-21T08:00:00',
      amount: 1,
      currencyCode: 'MYR',
      type: 1,
      postTransactionWalletBalance: 1,
    },
    toResponse: (entry) => ({ ...history, walletHistories: [entry] }),
    rows: [
      ['id', 5, '5'],
      ['createdDate', '2026-11-21T08:00:00', true],
      ['transactionNumber', 'T1', 5],
      ['refenceCode', 'R1', 5],
      ['amount', -10.55, '-10.55'],
      ['currencyCode', 'MYR', 5],
      ['type', 6, 'Unknown'],
      ['description', 'x', 5],
      ['postTransactionWalletBalance', 10.55, '10.55'],
    ],
  },
];

/** The resources, each repeated for every row of its table. */
const resourceFields = resources.flatMap(({ rows, ...resource }) =>
  rows.map(([field, sample, wrong]) => ({ ...resource, field, sample, wrong })),
);

/** The fields that decide about money, or identify it. Their values must have the type of the interface. */
const strictFields = new Set([
  'amount',
  'balance',
  'clientScript',
  'currencyCode',
  'partialTransactionNumber',
  'paymentSessionNumber',
  'postTransactionWalletBalance',
  'redirectUrl',
  'refenceCode',
  'referenceCode',
  'refundTransactionNumber',
  'transactionNumber',
  'walletBalance',
]);

/** Checks that a value of another type is refused, or is not in the result: it is absent, or an integer as text was read. */
function expectNotKept(
  response: z.ZodType,
  payload: unknown,
  { field, wrong }: { field: string; wrong: unknown },
): void {
  const parsed = response.safeParse(payload);
  if (strictFields.has(field)) expect(parsed.success).toBe(false);
  if (parsed.success)
    expect(JSON.stringify(parsed.data)).not.toContain(`${JSON.stringify(field)}:${JSON.stringify(wrong)}`);
}

test.each(resourceFields)(
  'the field $field of the resource "$name" is accepted, and a value of another type is never kept',
  ({ response, validFields, field, sample, wrong, toResponse = returnUnchanged }) => {
    const payload = toResponse({ ...validFields, [field]: sample });
    expect(response.parse(payload)).toMatchObject(payload as object);
    expectNotKept(response, toResponse({ ...validFields, [field]: wrong }), { field, wrong });
  },
);

test.each(resources)(
  'the resource "$name" keeps undocumented fields',
  ({ response, validFields, toResponse = returnUnchanged }) => {
    const payload = toResponse({ ...validFields, newField: { deep: [1] } });
    expect(response.parse(payload)).toMatchObject(payload as object);
  },
);

const record = { ...money, transactionNumber, refundStatus: 11 };
const entry = {
  ...money,
  transactionNumber: 'F1',
  refundReason: 'broken',
  refundStatus: 11,
  unknownField: 1,
};
const parseList = (refundPaymentList: unknown): unknown =>
  endpoints.queryRefund.response.parse({ ...record, refundPaymentList }).refundPaymentList;

test('an object or an array in refundPaymentList is read as a list', () => {
  expect(parseList(entry)).toEqual([entry]);
  expect(parseList([entry, entry])).toEqual([entry, entry]);
  for (const none of [null, undefined, []]) expect(parseList(none)).toEqual([]);
});

test.each(['transactionNumber', 'amount', 'currencyCode', 'refundStatus'])(
  'a refund entry without %s is omitted, and the record is kept',
  (field) => {
    const { [field]: _omitted, ...rest } = entry as Record<string, unknown>;
    expect(parseList([rest, entry])).toEqual([entry]);
    expect(parseList(rest)).toEqual([]);
  },
);

test.each([
  ['id', 'B1', 5],
  ['name', 'bank', 5],
  ['displayName', 'The Bank', 5],
  ['imageUrl', 'https://x/y.png', 5],
  ['status', -1, '1'],
])(
  'the field %s of a provider channel is accepted, and a value of another type is never kept',
  (field, sample, wrong) => {
    const validFields = { id: 'B1', name: 'bank', status: 1 };
    const { response } = endpoints.getProviderChannels;
    expect(response.parse([{ ...validFields, [field]: sample }])).toMatchObject([{ [field]: sample }]);
    expectNotKept(response, [{ ...validFields, [field]: wrong }], { field, wrong });
  },
);

test('wallets and walletHistories may have another name when they are the only list of the response', () => {
  const wallets = [{ id: 1, currencyCode: 'MYR', balance: 1, walletType: 0, walletStatus: 1 }];
  expect(endpoints.inquiryWallet.response.parse({ tenantId: 1, service: wallets })).toMatchObject({
    wallets,
  });
  expect(endpoints.queryWalletHistory.response.parse({ ...history, service: [] })).toMatchObject({
    walletHistories: [],
  });
  const withTwoLists = { tenantId: 1, a: wallets, b: [] };
  expect(endpoints.inquiryWallet.response.safeParse(withTwoLists).success).toBe(false);
});

test('authorization types, wallet types, wallet statuses and entry types have the numbers of the interface', () => {
  expect(authType).toEqual({ preAuth: 1, fullPayment: 2, partialPayment: 3, verify: 4 });
  expect(walletType).toEqual({ basic: 0, premium: 1, payout: 2 });
  expect(walletStatus).toEqual({ inactive: 0, active: 1 });
  expect(walletEntryType).toEqual({ topup: 1, payout: 2, reverse: 3, refund: 4, rebate: 5, unknown: 6 });
});

const { timestamp } = paymentFields;
const historyFields = { dateTimeFrom: '2026-11-01', dateTimeTo: '2026-11-21T08:00:00Z', walletId: 7 };

interface Operation {
  readonly name: string;
  readonly request: z.ZodObject;
  /** Fields with which the schema accepts the request. */
  readonly validFields: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  /** Each row has an accepted value and a refused value. */
  readonly optional: readonly Row[];
}

const operations: readonly Operation[] = [
  {
    name: '1. Pay-in checkout',
    request: endpoints.requestPayment.request,
    validFields: paymentFields,
    required: ['currencyCode', 'amount', 'referenceCode', 'ipAddress', 'returnUrl', 'timestamp'],
    optional: [
      ['channelId', 2, '2'],
      ['providerChannelId', 'B1', ''],
      ['description', 'x'.repeat(100), 'x'.repeat(101)],
      ['callbackUrl', 'x'.repeat(500), 'x'.repeat(501)],
      ['tenantId', 1001, '1001'],
    ],
  },
  {
    name: '2. Payout',
    request: endpoints.payout.request,
    validFields: payoutFields,
    required: [
      'channelId',
      'providerChannelId',
      'currencyCode',
      'amount',
      'referenceCode',
      'ipAddress',
      'returnUrl',
      'customer',
      'localCitizen',
      'timestamp',
    ],
    optional: [
      ['description', 'x'.repeat(100), 'x'.repeat(101)],
      ['userAgent', 'x'.repeat(200), 'x'.repeat(201)],
      ['callbackUrl', 'x'.repeat(500), 'x'.repeat(501)],
    ],
  },
  {
    name: '3. Card processing',
    request: endpoints.processPayment.request,
    validFields: { transactionNumber },
    required: ['transactionNumber'],
    optional: [
      ['amount', 1, 1.5],
      ['channelDetails', { cardNumber: '4', expiryMonth: '1', AuthType: 4 }, { AuthType: 5 }],
      ['savePayment', true, 'true'],
      ['LastPayment', false, 0],
    ],
  },
  {
    name: '4. Wallet history',
    request: endpoints.queryWalletHistory.request,
    validFields: historyFields,
    required: ['dateTimeFrom', 'dateTimeTo', 'walletId'],
    optional: [['nextRecord', 100, '100']],
  },
  {
    name: '5. Wallet inquiry',
    request: endpoints.inquiryWallet.request,
    validFields: { tenantId: 1001, timestamp },
    required: ['tenantId', 'timestamp'],
    optional: [],
  },
  {
    name: '6. Refund request',
    request: endpoints.refundPayment.request,
    validFields: { transactionNumber, reason: 'broken', timestamp },
    required: ['transactionNumber', 'reason', 'timestamp'],
    optional: [
      ['amount', 2_147_483_647, 2_147_483_648],
      ['tenantId', 1001, '1001'],
    ],
  },
  {
    name: '7. Refund query',
    request: endpoints.queryRefund.request,
    validFields: { transactionNumber, timestamp },
    required: ['transactionNumber', 'timestamp'],
    optional: [],
  },
  {
    name: '8. Payment query',
    request: endpoints.queryPayment.request,
    validFields: { transactionNumber, timestamp },
    required: ['timestamp'],
    optional: [],
  },
  {
    name: '9. Provider channel lookup',
    request: endpoints.getProviderChannels.request,
    validFields: { channelId: 2, timestamp },
    required: ['channelId'],
    optional: [['timestamp', timestamp, '1790000000000']],
  },
];

const requiredFields = operations.flatMap(({ required, ...operation }) =>
  required.map((field) => ({ ...operation, field })),
);

test.each(requiredFields)(
  'a request of "$name" without $field is refused',
  ({ request, validFields, field }) => {
    const { [field]: _omitted, ...rest } = validFields;
    expect(invalidPaths(request, validFields)).toEqual([]);
    expect(invalidPaths(request, rest)).toEqual([field]);
  },
);

const optionalFields = operations.flatMap(({ optional, ...operation }) =>
  optional.map(([field, sample, wrong]) => ({ ...operation, field, sample, wrong })),
);

test.each(optionalFields)(
  'a request of "$name" accepts the optional field $field, and refuses it with an invalid value',
  ({ request, validFields, field, sample, wrong }) => {
    expect(invalidPaths(request, { ...validFields, [field]: sample })).toEqual([]);
    expect(invalidPaths(request, { ...validFields, [field]: wrong })[0]?.split('.')[0]).toBe(field);
  },
);

test.each(operations)('a request of "$name" refuses unknown properties', ({ request, validFields }) => {
  expect(invalidPaths(request, { ...validFields, colour: 'red' })).toEqual(['']);
});

test.each([
  ['email', 150],
  ['mobileNo', 16],
  ['name', 36],
  ['username', 36],
])('customer.%s of a payout has at most %d characters', (field, length) => {
  const { request } = endpoints.payout;
  expect(invalidPaths(request, { ...payoutFields, customer: { [field]: 'x'.repeat(length) } })).toEqual([]);
  const tooLong = { ...payoutFields, customer: { [field]: 'x'.repeat(length + 1) } };
  expect(invalidPaths(request, tooLong)).toEqual([`customer.${field}`]);
});

test('the properties of channelDetails have the spelling of the interface', () => {
  const channelDetails = {
    cardNumber: '4',
    expiryMonth: '12',
    expiryYear: '2039',
    holderName: 'A',
    securityCode: '123',
    AuthType: 1,
  };
  const { request } = endpoints.processPayment;
  expect(request.parse({ transactionNumber, channelDetails })).toEqual({ transactionNumber, channelDetails });
  const withMisspelledName = { transactionNumber, channelDetails: { authType: 1 } };
  expect(invalidPaths(request, withMisspelledName)).toEqual(['channelDetails']);
});

test('the headers tenant, authorization and signature have the documented names', () => {
  expect(Object.values(defaultProfile.headers)).toEqual(['Abp-TenantId', 'Authorization', 'cap-signature']);
});

const refundOnly = ['refundPayment'];
const refundAndQuery = ['queryRefund', 'refundPayment'];

test.each([
  [1005, 'TenantWalletNotFound', ['inquiryWallet', 'queryWalletHistory']],
  [2042, 'FailedToRequestRefund', refundOnly],
  [2043, 'FailedToRefundQuery', ['queryRefund']],
  [2044, 'MissingRequireField', refundOnly],
  [2056, 'FailedPaymentRequest', ['payout']],
  [2094, 'InvalidTenantProfile', refundOnly],
  [2124, 'RequestRefundTimeOut', refundOnly],
  [2130, 'ChannelNotSupportRefund', refundAndQuery],
  [2160, 'InvalidPaymentGatewaySetting', refundAndQuery],
])('the fault %d %s is listed for its endpoints', (code, name, names) => {
  expect(fault(code).name).toBe(name);
  expect(endpointsWithFault(code)).toEqual(names);
});

test('the fault 2010 TransactionNotFound is listed for refunds and the payment query', () => {
  expect(endpointsWithFault(2010)).toEqual(expect.arrayContaining([...refundAndQuery, 'queryPayment']));
});

test('the fault 1 InvalidSignature exists, and every endpoint except the login is signed', () => {
  expect(fault(1).name).toBe('InvalidSignature');
  expect(Object.values(endpoints).filter(({ isSigned }) => !isSigned)).toEqual([endpoints.authenticate]);
});

function endpointsWithFault(code: number): string[] {
  const matchingEndpoints = Object.values(endpoints).filter(({ faults }) =>
    (faults as number[]).includes(code),
  );
  return matchingEndpoints.map(({ name }) => name).sort();
}

test('an amount is an integer in minor units without separators', () => {
  for (const { request, validFields } of operations.filter(({ required }) => required.includes('amount'))) {
    for (const amount of ['1,000.00', '1000', 10.5, 0, -1]) {
      expect(invalidPaths(request, { ...validFields, amount })).toEqual(['amount']);
    }
  }
});

test.each([
  ['transactionNumber', 100],
  ['currencyCode', 3],
  ['referenceCode', 50],
  ['ipAddress', 50],
  ['returnUrl', 500],
])('the field %s has at most %d characters in every request', (field, length) => {
  const operationsWithField = operations.filter(({ validFields }) => field in validFields);
  expect(operationsWithField.length).toBeGreaterThan(0);
  for (const { request, validFields } of operationsWithField) {
    expect(invalidPaths(request, { ...validFields, [field]: 'X'.repeat(length) })).toEqual([]);
    expect(invalidPaths(request, { ...validFields, [field]: 'X'.repeat(length + 1) })).toEqual([field]);
  }
});

test('the session number of a payment query has at most 100 characters', () => {
  const { request } = endpoints.queryPayment;
  expect(invalidPaths(request, { timestamp, sessionNumber: 'S'.repeat(100) })).toEqual([]);
  expect(invalidPaths(request, { timestamp, sessionNumber: 'S'.repeat(101) })).toEqual(['sessionNumber']);
});

test('a wallet history request does not require nextRecord, and refuses an invalid date', () => {
  const { request } = endpoints.queryWalletHistory;
  expect(invalidPaths(request, historyFields)).toEqual([]);
  expect(invalidPaths(request, { ...historyFields, nextRecord: 100 })).toEqual([]);
  const badDate = { ...historyFields, dateTimeFrom: 'yesterday' };
  expect(invalidPaths(request, badDate)).toEqual(['dateTimeFrom']);
});
