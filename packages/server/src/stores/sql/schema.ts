import * as z from '@pgw/protocol/zod';
import type { Kysely } from 'kysely';
import { endReasons, hookNames } from '../../model/hook.ts';
import { operationKinds, operationOrigins, operationStates } from '../../model/operations/operation.ts';
import { storedBeneficiarySchema } from '../../model/operations/payouts.ts';
import {
  operationDiscrepancyCodes,
  paymentDiscrepancyCodes,
  type Discrepancy,
} from '../../model/payments/discrepancy.ts';
import { cardStates, fulfillmentStates, type PaymentLoyalty } from '../../model/payments/payment.ts';
import { paymentStates } from '../../model/payments/payment-state.ts';
import { noteKinds, noteSources } from '../../model/payments/timeline.ts';
import {
  bigint,
  decimal,
  flag,
  group,
  integer,
  integerSchema,
  json,
  nullable,
  oneOf,
  optionalGroup,
  text,
  type StoredRow,
} from './columns.ts';
import { accounts, approvals, cardSeeds, marks, quotas, savedCards, useCounts } from './store-tables.ts';
import { due, since, table } from './table.ts';

const discrepancySchema: z.ZodType<Discrepancy> = z.object({
  code: z.enum(paymentDiscrepancyCodes),
  since: integerSchema,
  stateBefore: z.enum(paymentStates).nullable(),
  decidedAt: integerSchema.nullable(),
});

const loyaltySchema: z.ZodType<PaymentLoyalty> = z.object({
  pointsAmount: integerSchema,
  moneyAmount: integerSchema,
  redeemedPoints: z.number().nullable(),
  rewardPoints: z.number().nullable(),
});

/** The fields of a payment that are columns. */
export const paymentFields = {
  reference: text(),
  orderId: text(),
  ordinal: integer({ min: 1 }),
  attempt: text(),
  state: oneOf(paymentStates),
  amount: bigint({ min: 1 }),
  currencyCode: text(),
  pricedAt: bigint(),
  detailsHash: nullable(text()),
  acceptedAt: nullable(bigint()),
  description: nullable(text()),
  tokenSeed: text(),
  openedOnPhoneAt: nullable(bigint()),
  traceparent: nullable(text()),
  fee: bigint(),
  callbackUrl: text(),
  transactionNumber: nullable(text()),
  redirect: nullable(text()),
  gatewayStatus: nullable(integer()),
  createdAt: bigint(),
  expiresAt: nullable(bigint()),
  stateChangedAt: nullable(bigint()),
  capturedAmount: nullable(bigint()),
  loyalty: nullable(json(loyaltySchema)),
  discrepancy: nullable(json(discrepancySchema)),
  transitions: integer(),
  version: integer(),
};

/** What the shopper saw of a channel or a bank. */
const displayed = { name: nullable(text()), imageUrl: nullable(text()) };

/** The fields of a payment that are groups of columns. */
export const paymentGroups = {
  changedPrice: optionalGroup('changedPrice', { amount: bigint(), currencyCode: text() }),
  channel: optionalGroup('channel', { id: integer(), ...displayed }),
  bank: optionalGroup('bank', { id: text(), ...displayed }),
  schedule: group('', { queriedAt: nullable(bigint()), nextQueryAt: nullable(bigint()) }),
  fulfillment: group('fulfillment', { state: oneOf(fulfillmentStates) }),
  card: optionalGroup('card', {
    state: oneOf(cardStates),
    round: integer(),
    sentAt: nullable(bigint()),
    authType: integer(),
  }),
};

const payments = table(
  {
    ...paymentFields,
    ...paymentGroups.changedPrice.columns,
    ...paymentGroups.channel.columns,
    ...paymentGroups.bank.columns,
    ...paymentGroups.schedule.columns,
    ...paymentGroups.fulfillment.columns,
    ...paymentGroups.card.columns,
  },
  {
    // In every table, the normalized reference identifies the payment.
    internal: { referenceKey: text() },
    primaryKey: ['referenceKey'],
    unique: {
      attempt: ['orderId', 'attempt'],
      // A payment is only stored by a process that knows every earlier payment of its order.
      ordinal: ['orderId', 'ordinal'],
    },
    indexes: {
      // With the time of creation, the newest of many due payments are found in the index.
      query: due('nextQueryAt', 'createdAt'),
      created: since('createdAt'),
    },
  },
);

/** The orders that were locked. `reservedBy` is the normalized reference of the payment that fulfills the order. */
const orders = table(
  { orderId: text(), reservedBy: nullable(text()) },
  { internal: {}, primaryKey: ['orderId'] },
);

/** The calls of hooks that have not succeeded. `position` orders the calls of a payment by their transitions. */
const hooks = table(
  {
    key: text(),
    name: oneOf(hookNames),
    reason: nullable(oneOf(endReasons)),
    operationId: nullable(text()),
    state: oneOf(['due', 'dead', 'withheld', 'skipped']),
    attempts: integer(),
    nextAttemptAt: nullable(bigint()),
  },
  {
    // `reportedAt` is set when no live process could make the call for an hour.
    internal: { referenceKey: text(), position: integer(), reportedAt: nullable(bigint()) },
    primaryKey: ['key'],
    indexes: { payment: { columns: ['referenceKey'] }, attempt: due('nextAttemptAt') },
  },
);

/** The verified callbacks. `dueAt` is null after a callback is handled. */
const callbacks = table(
  { transactionNumber: text(), status: integer(), rawBody: text(), signature: text(), receivedAt: bigint() },
  {
    internal: { id: text(), referenceKey: text(), dueAt: nullable(bigint()) },
    primaryKey: ['id'],
    isOrdered: true,
    indexes: { payment: { columns: ['referenceKey'] }, due: due('dueAt') },
  },
);

const rejectedCallbacks = table(
  {
    verdict: oneOf(['unknown-payment', 'invalid-signature', 'invalid-callback']),
    rawBody: text(),
    signature: nullable(text()),
    receivedAt: bigint(),
  },
  { internal: { id: text() }, primaryKey: ['id'], isOrdered: true },
);

/** The timeline entries. `id` sorts by time; see `createId`. */
const notes = table(
  { at: bigint(), source: oneOf(noteSources), kind: oneOf(noteKinds), text: text() },
  {
    internal: { id: text(), referenceKey: text() },
    primaryKey: ['id'],
    isOrdered: true,
    indexes: { payment: { columns: ['referenceKey'] } },
  },
);

const operations = table(
  {
    id: text(),
    kind: oneOf(operationKinds),
    origin: oneOf(operationOrigins),
    reference: text(),
    shortId: text(),
    state: oneOf(operationStates),
    requestedAmount: bigint({ min: 1 }),
    amount: bigint({ min: 0 }),
    charge: bigint(),
    currencyCode: text(),
    channelId: nullable(integer()),
    isLast: flag(),
    beneficiary: nullable(json(storedBeneficiarySchema)),
    receiptUrl: nullable(text()),
    transactionNumber: nullable(text()),
    gatewayStatus: nullable(integer()),
    reason: nullable(text()),
    message: nullable(text()),
    createdAt: bigint(),
    nextQueryAt: nullable(bigint()),
    overdueDays: integer(),
    version: integer(),
  },
  {
    internal: { referenceKey: text() },
    primaryKey: ['id'],
    indexes: {
      reference: { columns: ['referenceKey'] },
      created: since('createdAt'),
      query: due('nextQueryAt'),
      // Only operations without a final outcome have a time for the next query.
      open: { columns: ['createdAt'], where: 'next_query_at is not null' },
      // A payout has a reference of its own.
      payout: { columns: ['referenceKey'], where: "kind = 'payout'", isUnique: true },
    },
  },
);

const discrepancies = table(
  {
    code: oneOf(operationDiscrepancyCodes),
    reference: text(),
    message: text(),
    foundAt: bigint(),
  },
  { internal: { referenceKey: text(), isAccepted: flag() }, primaryKey: ['referenceKey', 'code'] },
);

const unknownTransactions = table(
  {
    transactionNumber: text(),
    reference: text(),
    orderPrefix: text(),
    source: oneOf(['callback', 'return']),
    amount: decimal(),
    currencyCode: text(),
    status: integer(),
    rawBody: nullable(text()),
    firstSeenAt: bigint(),
    lastSeenAt: bigint(),
    timesSeen: integer(),
    resolution: nullable(oneOf(['adopted', 'dismissed'])),
    reason: nullable(text()),
  },
  {
    internal: { /** The normalized transaction number. */ transactionKey: text() },
    primaryKey: ['transactionKey'],
    indexes: { open: { columns: ['orderPrefix'], where: 'resolution is null' } },
  },
);

/** The tables by their names in camelCase. In the database, the names are in snake_case. */
export const tables = {
  pgwAccounts: accounts,
  pgwPayments: payments,
  pgwOrders: orders,
  pgwHooks: hooks,
  pgwCallbacks: callbacks,
  pgwRejectedCallbacks: rejectedCallbacks,
  pgwNotes: notes,
  pgwOperations: operations,
  pgwDiscrepancies: discrepancies,
  pgwUnknownTransactions: unknownTransactions,
  pgwApprovals: approvals,
  pgwCardSeeds: cardSeeds,
  pgwSavedCards: savedCards,
  pgwQuotas: quotas,
  pgwUseCounts: useCounts,
  pgwMarks: marks,
};

/** The rows of the tables for kysely. */
export type Tables = {
  readonly [Name in keyof typeof tables]: StoredRow<(typeof tables)[Name]['columns']>;
} & { readonly pgwMigrations: { readonly name: string } };

/** The query builder of one account: its queries read and write only rows of the account. SQL texts use `account`. */
export type Database = Kysely<Tables> & {
  /** The id of the account in the rows. */
  readonly account: number;
};
