// The tables whose rows are about no payment or operation.
import { approvalKinds, approvalStates } from '../../model/approval.ts';
import { bigint, integer, nullable, oneOf, text } from './columns.ts';
import { table } from './table.ts';

/**
 * The accounts of the store: the merchants, each at one gateway. The first account of a store has the id 1. It has no origin
 * before a checkout opens it. `shopId` is the shop's id of an account of a checkout with several ones, `hasPlainUrl` is 1 if a
 * checkout with one account has opened it, so that its callback URLs may have no account. `sweptAt` is when a process last marked
 * that it sweeps the account.
 */
export const accounts = table(
  {
    id: integer(),
    origin: nullable(text()),
    merchantId: nullable(text()),
    environment: nullable(oneOf(['staging', 'production'])),
    shopId: nullable(text()),
    hasPlainUrl: nullable(integer()),
    createdAt: nullable(bigint()),
    sweptAt: nullable(bigint()),
  },
  {
    internal: {},
    hasAccount: false,
    primaryKey: ['id'],
    unique: { identity: ['origin', 'merchantId'] },
    indexes: { shop: { columns: ['shopId'], isUnique: true } },
  },
);

/** Requests that a second person must approve. `request` has the options of the operation, encrypted, until it is done or rejected. */
export const approvals = table(
  {
    id: text(),
    kind: oneOf(approvalKinds),
    reference: nullable(text()),
    amount: bigint({ min: 1 }),
    currencyCode: text(),
    state: oneOf(approvalStates),
    requestedById: text(),
    requestedBy: text(),
    requestedAt: bigint(),
    decidedById: nullable(text()),
    decidedBy: nullable(text()),
    decidedAt: nullable(bigint()),
    reason: nullable(text()),
    request: nullable(text()),
  },
  {
    internal: {},
    primaryKey: ['id'],
    indexes: { open: { columns: ['requestedAt'], where: 'request is not null' } },
  },
);

/** The seeds of the card keys. `period` is the number of the hour. */
export const cardSeeds = table({ period: bigint(), seed: text() }, { internal: {}, primaryKey: ['period'] });

export const savedCards = table(
  {
    id: text(),
    customerKey: text(),
    cardKey: text(),
    token: nullable(text()),
    brand: nullable(oneOf(['visa', 'mastercard', 'amex', 'jcb', 'diners', 'unionpay'])),
    last4: text(),
    expiry: nullable(text()),
    createdAt: bigint(),
  },
  {
    internal: { referenceKey: text() },
    primaryKey: ['id'],
    unique: { card: ['customerKey', 'cardKey'] },
    indexes: { payment: { columns: ['referenceKey'] } },
  },
);

/** The queries of all processes to the gateway. `used` counts them in the second with the Unix time `second`. */
export const quotas = table(
  { name: text(), second: bigint(), used: integer() },
  { internal: {}, primaryKey: ['name'] },
);

/**
 * Times by name: when a process has last registered a hook, up to which time of creation the payments were compared at an age, and
 * how much of the budget is used.
 */
export const marks = table({ name: text(), at: bigint() }, { internal: {}, primaryKey: ['name'] });

/** The counted cards, starts and returns: `count` uses of each key, until the window ends at `endsAt`. */
export const useCounts = table(
  { key: text(), count: integer(), endsAt: bigint() },
  { internal: {}, primaryKey: ['key'], indexes: { end: { columns: ['endsAt'] } } },
);
