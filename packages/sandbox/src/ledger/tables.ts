import * as z from '@pgw/protocol/zod';
import { isCardOutcome } from '../catalogue/test-cards.ts';
import { defineTable, type TableDefinition } from '../database/table.ts';

// Every time is in milliseconds since the epoch, and every amount in minor units.

const flag = z.number().transform((value) => value === 1);
const integerList = z.string().transform((text) => z.array(z.number().int()).parse(JSON.parse(text)));
const nameList = z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text)));
const optionalText = z.string().nullable();
const optionalNumber = z.number().nullable();

/** The properties that a payment and a session have in common. */
const orderFields = z.object({
  tenantId: z.string(),
  referenceCode: z.string(),
  /** The normalized reference: references that differ only in letter case are equal. */
  referenceKey: z.string(),
  status: z.number(),
  currencyCode: z.string(),
  amount: z.number(),
  channelId: optionalNumber,
  providerChannelId: optionalText,
  description: optionalText,
  /** What the request has about the customer, the sub-merchant and the platform, as JSON; null without any of it. */
  details: optionalText,
  returnUrl: z.string(),
  callbackUrl: optionalText,
  channelGroupId: optionalNumber,
  hiddenChannels: integerList,
  createdAt: z.number(),
  expiresAt: z.number(),
});

export const paymentTable = defineTable({
  name: 'payments',
  key: 'transactionNumber',
  row: orderFields.extend({
    transactionNumber: z.string(),
    sessionNumber: optionalText,
    providerTransactionNumber: optionalText,
    /** True when the shopper chooses the channel on the hosted page. */
    isHosted: flag,
    /** Names of the scenarios that apply only to this payment. */
    scenarios: nameList,
    decidedAt: optionalNumber,
    /** The amount that the merchant has received. Refunds are not deducted. */
    paidAmount: z.number(),
    /** The amount that is authorized and not captured. */
    heldAmount: z.number(),
    cardBrand: optionalText,
    /** The last four digits. The number and the security code of a card are never stored. */
    cardLastDigits: optionalText,
    /** The provider's message for a declined payment. */
    providerMessage: optionalText,
    /** The AuthType of the request that the card's bank has to confirm; null without a bank challenge. */
    challengeType: optionalNumber,
    /** The token of the card that is saved when the payment is approved. */
    paymentToken: optionalText,
    /** The time at which an authorization ends automatically. */
    heldUntil: optionalNumber,
  }),
  indexes: {
    paymentsOpen: '(expiresAt) WHERE status = 0',
    paymentsHeld: '(heldUntil) WHERE status = 9',
    paymentsOfReference: '(tenantId, referenceKey)',
    paymentsOfSession: '(sessionNumber)',
    paymentsOfTime: '(createdAt)',
  },
});

export const sessionTable = defineTable({
  name: 'sessions',
  key: 'sessionNumber',
  row: orderFields.extend({ sessionNumber: z.string() }),
  indexes: { sessionsOpen: '(expiresAt) WHERE status = 0' },
});

export const usedReferenceTable = defineTable({
  name: 'usedReferences',
  row: z.object({ tenantId: z.string(), reference: z.string() }),
  constraints: ['PRIMARY KEY (tenantId, reference)'],
});

export const callbackTable = defineTable({
  name: 'callbacks',
  key: 'id',
  row: z.object({
    id: z.number(),
    transactionNumber: z.string(),
    tenantId: z.string(),
    url: z.string(),
    body: z.string(),
    /** The status that the callback reports. */
    status: z.number(),
    isWronglySigned: flag,
    state: z.enum(['waiting', 'delivered', 'given-up']),
    /** The number of attempts so far. */
    tries: z.number(),
    /** The time of the next attempt. */
    dueAt: z.number(),
    lastResponse: optionalText,
  }),
  indexes: {
    callbacksWaiting: `(dueAt) WHERE state = 'waiting'`,
    callbacksOfTransaction: '(transactionNumber, id)',
  },
});

export const refundTable = defineTable({
  name: 'refunds',
  key: 'refundNumber',
  row: z.object({
    refundNumber: z.string(),
    tenantId: z.string(),
    /** The number of the payment. */
    transactionNumber: z.string(),
    amount: z.number(),
    /** The charge that status 16 deducts from the amount. */
    charge: z.number(),
    currencyCode: z.string(),
    reason: z.string(),
    /** A refund status. Queries do not return a refund with status 0, which the provider has not accepted yet. */
    status: z.number(),
    /** The wallet that pays for the refund; null when the refund is paid from the merchant's pay-ins. */
    walletId: optionalNumber,
    /** The status that the refund gets automatically at `dueAt`. */
    resolvesTo: optionalNumber,
    dueAt: optionalNumber,
    createdAt: z.number(),
    decidedAt: optionalNumber,
  }),
  indexes: { refundsOfPayment: '(transactionNumber)', refundsDue: '(dueAt) WHERE dueAt IS NOT NULL' },
});

export const payoutTable = defineTable({
  name: 'payouts',
  key: 'transactionNumber',
  row: z.object({
    transactionNumber: z.string(),
    tenantId: z.string(),
    walletId: z.number(),
    referenceCode: z.string(),
    /** A payment status: 0 pending, 1 paid out, 2 rejected. */
    status: z.number(),
    currencyCode: z.string(),
    amount: z.number(),
    channelId: z.number(),
    /** The beneficiary's bank, or the kind of their DuitNow proxy (a mobile or identity number). */
    providerChannelId: z.string(),
    providerTransactionNumber: optionalText,
    /** The receiver as the page shows it: a name, and the last four digits of the number. */
    beneficiary: z.string(),
    description: optionalText,
    returnUrl: z.string(),
    callbackUrl: optionalText,
    /** The status that the payout gets automatically at `dueAt`. */
    resolvesTo: optionalNumber,
    dueAt: optionalNumber,
    createdAt: z.number(),
    decidedAt: optionalNumber,
  }),
  indexes: { payoutsDue: '(dueAt) WHERE dueAt IS NOT NULL' },
});

export const captureTable = defineTable({
  name: 'captures',
  key: 'captureNumber',
  row: z.object({
    captureNumber: z.string(),
    /** The number of the payment. */
    transactionNumber: z.string(),
    amount: z.number(),
    createdAt: z.number(),
  }),
  indexes: { capturesOfPayment: '(transactionNumber)' },
});

export const savedCardTable = defineTable({
  name: 'savedCards',
  key: 'token',
  row: z.object({
    token: z.string(),
    tenantId: z.string(),
    brand: z.string(),
    lastDigits: z.string(),
    createdAt: z.number(),
    /** The outcome of payments with this card. */
    outcome: z.string().refine(isCardOutcome),
    /** The end of the card's last valid month. */
    expiresAt: z.number(),
  }),
});

export const walletTable = defineTable({
  name: 'wallets',
  key: 'id',
  row: z.object({
    id: z.number(),
    tenantId: z.string(),
    currencyCode: z.string(),
    /** 0 Basic, 1 Premium, 2 Payout. */
    walletType: z.number(),
    /** 0 inactive, 1 active. */
    walletStatus: z.number(),
  }),
  constraints: ['UNIQUE (tenantId, currencyCode, walletType)'],
});

export const walletEntryTable = defineTable({
  name: 'walletEntries',
  key: 'id',
  row: z.object({
    id: z.number(),
    walletId: z.number(),
    createdAt: z.number(),
    transactionNumber: z.string(),
    referenceCode: optionalText,
    /** Negative for money that leaves the wallet. */
    amount: z.number(),
    /** 1 Topup, 2 Payout, 3 Reverse, 4 Refund, 5 Rebate, 6 Unknown. */
    type: z.number(),
    description: optionalText,
    balanceAfter: z.number(),
  }),
  constraints: ['FOREIGN KEY (walletId) REFERENCES wallets (id)', 'CHECK (balanceAfter >= 0)'],
  indexes: { walletEntriesOfWallet: '(walletId, id)' },
});

export const journalTable = defineTable({
  name: 'journal',
  key: 'id',
  row: z.object({ id: z.number(), kind: z.string(), about: z.string(), createdAt: z.number() }),
});

export const postingTable = defineTable({
  name: 'postings',
  row: z.object({
    entryId: z.number(),
    account: z.string(),
    currencyCode: z.string(),
    amount: z.number(),
  }),
  constraints: ['FOREIGN KEY (entryId) REFERENCES journal (id)'],
  indexes: { postingsOfAccount: '(account, currencyCode, amount)' },
});

export const tokenTable = defineTable({
  name: 'tokens',
  key: 'digest',
  row: z.object({ digest: z.string(), tenantId: z.string(), expiresAt: z.number() }),
});

/** The tables of the ledger. */
export const ledgerTables: readonly TableDefinition[] = [
  paymentTable,
  sessionTable,
  usedReferenceTable,
  callbackTable,
  refundTable,
  payoutTable,
  captureTable,
  savedCardTable,
  walletTable,
  walletEntryTable,
  journalTable,
  postingTable,
  tokenTable,
];

/** The properties that a payment and a session have in common. The hosted page shows them. */
export type OrderFields = z.output<typeof orderFields>;
/** A payment of the sandbox. Amounts are minor units, times are milliseconds since the epoch. */
export type Payment = z.output<(typeof paymentTable)['row']>;
/** A hosted session: the shopper may try to pay several times until the session ends. */
export type Session = z.output<(typeof sessionTable)['row']>;
/** A callback that is waiting, delivered or given up. */
export type QueuedCallback = z.output<(typeof callbackTable)['row']>;
/** A refund of the sandbox. Amounts are minor units, times are milliseconds since the epoch. */
export type Refund = z.output<(typeof refundTable)['row']>;
/** A payout of the sandbox. Amounts are minor units, times are milliseconds since the epoch. */
export type Payout = z.output<(typeof payoutTable)['row']>;
/** A captured part of an authorized payment. */
export type Capture = z.output<(typeof captureTable)['row']>;
/** A card that a shopper has saved. */
export type SavedCard = z.output<(typeof savedCardTable)['row']>;
/** A wallet without its balance, which is in the journal. */
export type WalletRow = z.output<(typeof walletTable)['row']>;
/** An entry in the history of a wallet. */
export type WalletEntry = z.output<(typeof walletEntryTable)['row']>;
