import { authType, sign, type EndpointName, type JsonValue } from '@pgw/protocol';
import { canonicalJson } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../src/catalogue/channel-ids.ts';
import { allTestCards, type CardOutcome } from '../src/index.ts';
import {
  createPaymentRequest,
  createPayoutRequest,
  startSandboxWithMerchant,
  walletIds,
  type Merchant,
  type RawResponse,
} from './merchant.ts';

// The preset `document` compared with the tables of the interface document. A member that no table lists fails, because
// the schemas are strict.

const integer = z.number().int();
/** A text of .NET may be null. */
const text = z.string().nullable();
const number24 = z.string().max(24);
const status = integer.min(0).max(7);
const refundStatus = z.union([11, 12, 13, 16, 17, 18].map((value) => z.literal(value)));
const fault = z.strictObject({ code: integer, message: z.string() });

const envelopeOf = (result: z.ZodType) =>
  z.strictObject({
    result,
    targetUrl: text,
    success: z.boolean(),
    error: z.literal(null),
    unAuthorizedRequest: z.boolean(),
    __abp: z.boolean(),
  });
const wrappedFault = z.strictObject({
  ...envelopeOf(z.literal(null)).shape,
  error: fault,
  success: z.literal(false),
});

const payIn = envelopeOf(
  z.strictObject({
    currencyCode: z.string().max(3),
    amount: integer,
    transactionNumber: number24,
    channelId: integer.nullable(),
    redirectionType: z.union([z.literal(1), z.literal(2)]),
    redirectUrl: z.url(),
    clientScript: text,
    transactionExpired: z.iso.datetime(),
  }),
);
const payout = envelopeOf(
  z.strictObject({
    currencyCode: z.string().max(3),
    amount: integer,
    transactionNumber: number24,
    channelId: integer,
    redirectionType: z.literal(1),
    redirectUrl: z.url(),
  }),
);
const card = envelopeOf(
  z.strictObject({
    status,
    type: integer.min(1).max(4),
    transactionNumber: number24,
    partialTransactionNumber: text,
    amount: integer,
  }),
);
const paymentRecord = z.strictObject({
  transactionNumber: number24,
  paymentSessionNumber: number24.nullable(),
  referenceCode: z.string().max(50),
  status,
  currencyCode: z.string().max(3),
  amount: z.number(),
  channelId: integer.nullable(),
  providerTransactionNumber: text,
  creationTime: z.iso.datetime(),
  remark: text,
  providerChannelId: text,
  providerPaymentMethod: text,
  providerErrorMessage: text,
});
const loyaltyStatus = integer.min(0).max(3);
const loyaltyRecord = z.strictObject({
  ...paymentRecord.shape,
  loyaltyType: z.literal(1),
  redemptionPoint: z.number(),
  redemptionAmount: z.number(),
  rewardPoint: z.number(),
  paidAmount: z.number(),
  loyaltyRedemptionStatus: loyaltyStatus,
  loyaltyRewardStatus: loyaltyStatus,
});
const refundEntry = z.strictObject({
  transactionNumber: number24,
  amount: z.number(),
  currencyCode: z.string().max(3),
  refundReason: z.string(),
  refundStatus,
});
const refundRecordOf = (refundPaymentList: z.ZodType) =>
  z.strictObject({
    tenantId: integer,
    transactionNumber: number24,
    refundTransactionNumber: z.string(),
    paymentSessionNumber: number24.nullable(),
    referenceCode: z.string(),
    amount: z.number(),
    currencyCode: z.string().max(3),
    refundStatus,
    responseMessage: z.string(),
    refundPaymentList,
  });
const wallets = envelopeOf(
  z.strictObject({
    tenantId: integer,
    tenantName: z.string(),
    wallets: z.array(
      z.strictObject({
        id: integer,
        currencyCode: z.string(),
        balance: z.number(),
        walletType: integer.min(0).max(2),
        walletStatus: integer.min(0).max(1),
      }),
    ),
  }),
);
const walletHistory = envelopeOf(
  z.strictObject({
    walletId: integer,
    walletBalance: z.number(),
    nextRecords: integer.nullable(),
    walletHistories: z.array(
      z.strictObject({
        id: integer,
        createdDate: z.iso.datetime(),
        transactionNumber: z.string(),
        refenceCode: text,
        amount: z.number(),
        currencyCode: z.string(),
        type: integer.min(1).max(6),
        description: text,
        postTransactionWalletBalance: z.number(),
      }),
    ),
  }),
);
const providerChannels = z.array(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    displayName: z.string(),
    imageUrl: z.url(),
    status: integer.min(-1).max(2),
  }),
);

type Setup = Awaited<ReturnType<typeof startSandboxWithMerchant>>;
type Case = readonly [string, z.ZodType, (setup: Setup) => Promise<RawResponse>];

const cardNumberOf = (outcome: CardOutcome): string =>
  allTestCards.find((testCard) => testCard.outcome === outcome)?.number ?? '';

async function payByCard({ merchant }: Setup, outcome: CardOutcome, AuthType: number): Promise<RawResponse> {
  const { transactionNumber } = (await merchant.openPayment({ channelId: channelIds.card })).body.result;
  const details = { cardNumber: cardNumberOf(outcome), AuthType };
  return merchant.processCard(transactionNumber, details, { savePayment: true });
}

async function queryAfterCard(setup: Setup): Promise<RawResponse> {
  const response = await payByCard(setup, 'approved', authType.fullPayment);
  return setup.merchant.queryPayment(response.body.result.transactionNumber);
}

const rows: readonly Case[] = [
  ['pay-in', payIn, ({ merchant }) => merchant.openPayment()],
  ['pay-in without a channel', payIn, ({ merchant }) => merchant.openPayment({ channelId: null })],
  ['pay-in with a script', payIn, ({ merchant }) => merchant.openPayment({ channelId: channelIds.sentuh })],
  ['payout', payout, ({ merchant }) => merchant.openPayout()],
  ...(['approved', 'declined', 'challenge-by-url', 'challenge-by-script'] as const).flatMap((outcome) =>
    Object.entries({
      preAuth: authType.preAuth,
      fullPayment: authType.fullPayment,
      verify: authType.verify,
    }).map(([name, type]): Case => [
      `card ${outcome}, ${name}`,
      card,
      (setup) => payByCard(setup, outcome, type),
    ]),
  ),
  ['payment query', paymentRecord, queryAfterCard],
  [
    'payment query of a loyalty payment',
    loyaltyRecord,
    async ({ merchant, sandbox }) =>
      merchant.queryPayment(
        await merchant.openApprovedPayment(sandbox, { channelId: channelIds.bintangRewards }),
      ),
  ],
  [
    'refund',
    refundRecordOf(refundEntry),
    async ({ merchant, sandbox }) => merchant.refund(await merchant.openApprovedPayment(sandbox)),
  ],
  [
    'refund query',
    refundRecordOf(z.union([refundEntry, z.array(refundEntry)])),
    async ({ merchant, sandbox }) => {
      const transactionNumber = await merchant.openApprovedPayment(sandbox);
      await merchant.refund(transactionNumber, { amount: 1 });
      await merchant.refund(transactionNumber, { amount: 2 });
      return merchant.queryRefund(transactionNumber);
    },
  ],
  ['wallet inquiry', wallets, ({ merchant }) => merchant.queryWallets()],
  ['wallet history', walletHistory, ({ merchant }) => merchant.queryWalletHistory(walletIds.payout)],
  [
    'provider channels',
    providerChannels,
    ({ merchant }) => merchant.get('getProviderChannels', { channelId: channelIds.fpx }),
  ],
];

describe('with the preset document, a response has the members of the interface document, and no others', () => {
  it.each(rows)('%s', async (_title, schema, send) => {
    await using setup = await startSandboxWithMerchant({ preset: 'document' });
    const { status: httpStatus, body } = await send(setup);
    expect(httpStatus).toBe(200);
    const result = schema.safeParse(body);
    expect(result.error?.issues ?? []).toEqual([]);
  });
});

/** A refused request: the title, the schema of its body, its code, and the request. */
type Refused = readonly [string, z.ZodType, number | undefined, (setup: Setup) => Promise<RawResponse>];

/** Sends a signed POST without the merchant header. */
function postWithoutHeader(merchant: Merchant, name: EndpointName, data: JsonValue): Promise<RawResponse> {
  const { 'Abp-TenantId': _tenant, ...headers } = merchant.createHeaders({
    'cap-signature': sign(merchant.toUrl(name), data, merchant.tenant.secretKey),
  });
  return merchant.send(name, { body: canonicalJson(data), headers });
}

const refused: readonly Refused[] = [
  [
    'a payment without an amount',
    wrappedFault,
    undefined,
    ({ merchant }) => merchant.openPayment({ amount: null }),
  ],
  ['a payment of 0', wrappedFault, undefined, ({ merchant }) => merchant.openPayment({ amount: 0 })],
  ['a payout of 0', wrappedFault, undefined, ({ merchant }) => merchant.openPayout({ amount: 0 })],
  ['a query of an unknown payment', wrappedFault, 2010, ({ merchant }) => merchant.queryPayment('NONE')],
  [
    'a query with a number of 25 characters',
    wrappedFault,
    undefined,
    ({ merchant }) => merchant.queryPayment('T'.repeat(25)),
  ],
  ['a card for an unknown payment', wrappedFault, 2010, ({ merchant }) => merchant.processCard('NONE')],
  ['a history of an unknown wallet', wrappedFault, 1005, ({ merchant }) => merchant.queryWalletHistory(1)],
  ['a refund of an unknown payment', fault, 2010, ({ merchant }) => merchant.refund('NONE')],
  ['a refund of 0', fault, 2042, ({ merchant }) => merchant.refund('NONE', { amount: 0 })],
  ['a refund without a reason', fault, 2044, ({ merchant }) => merchant.refund('NONE', { reason: null })],
  [
    'a refund with an unknown property',
    fault,
    undefined,
    ({ merchant }) => merchant.refund('NONE', { other: 1 }),
  ],
  ['a refund query of an unknown payment', fault, 2010, ({ merchant }) => merchant.queryRefund('NONE')],
  [
    'a refund of an unpaid payment',
    fault,
    2010,
    async ({ merchant }) => merchant.refund((await merchant.openPayment()).body.result.transactionNumber),
  ],
  [
    'a payment without the merchant header',
    wrappedFault,
    undefined,
    ({ merchant }) => postWithoutHeader(merchant, 'requestPayment', createPaymentRequest()),
  ],
  [
    'a payout without the merchant header',
    wrappedFault,
    undefined,
    ({ merchant }) => postWithoutHeader(merchant, 'payout', createPayoutRequest()),
  ],
];

describe('with the preset document, a refused request gets HTTP 400 and an error of a code and a message', () => {
  it.each(refused)('%s', async (_title, schema, code, send) => {
    await using setup = await startSandboxWithMerchant({ preset: 'document' });
    const { status: httpStatus, body } = await send(setup);
    expect(httpStatus).toBe(400);
    const result = schema.safeParse(body);
    expect(result.error?.issues ?? []).toEqual([]);
    if (code !== undefined) expect(body.error?.code ?? body.code).toBe(code);
  });

  it('the message of a refused field names the field', async () => {
    await using setup = await startSandboxWithMerchant({ preset: 'document' });
    const { body } = await setup.merchant.openPayment({ amount: 0 });
    expect(body.error.message).toMatch(/^Your request is not valid!.*amount must be/s);
  });
});

describe('with the preset document, a refund follows the status that the query returns', () => {
  const approve = async ({ merchant, sandbox }: Setup): Promise<string> =>
    merchant.openApprovedPayment(sandbox);

  it('after a whole refund, another one is above the refundable amount', async () => {
    await using setup = await startSandboxWithMerchant({ preset: 'document' });
    const transactionNumber = await approve(setup);
    await setup.merchant.refund(transactionNumber);
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(1);
    expect((await setup.merchant.refund(transactionNumber)).body.code).toBe(2042);
  });

  it.each(['refund-failed', 'refund-reversed'] as const)(
    'after %s, another refund is accepted',
    async (scenario) => {
      await using setup = await startSandboxWithMerchant({ preset: 'document' });
      const transactionNumber = await approve(setup);
      setup.sandbox.scenario(scenario);
      const { refundTransactionNumber } = (await setup.merchant.refund(transactionNumber)).body;
      setup.sandbox.clearScenarios();
      if (scenario === 'refund-reversed') setup.sandbox.decideRefund(refundTransactionNumber, 17);
      expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(1);
      expect((await setup.merchant.refund(transactionNumber)).status).toBe(200);
    },
  );
});

it.each<[string, Readonly<Record<string, JsonValue>>]>([
  ['with tenantId in the body', { tenantId: 1001 }],
  ['with the merchant of the session', {}],
])('with the preset document, a refund %s needs no merchant header', async (_title, fields) => {
  await using setup = await startSandboxWithMerchant({ preset: 'document' });
  const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
  const body = { transactionNumber, reason: 'Broken mug', timestamp: Date.now(), ...fields };
  expect(await postWithoutHeader(setup.merchant, 'refundPayment', body)).toMatchObject({ status: 200 });
});
