import { z } from 'zod';
import { endReasons, hookNames, type DueHook } from '../../../fulfilment/hook.ts';
import { operationDiscrepancyCodes, type StoredDiscrepancy } from '../../../payments/discrepancy.ts';
import {
  operationKinds,
  operationOrigins,
  operationStates,
  type Operation,
} from '../../../operations/operation.ts';
import { beneficiarySchema } from '../../../operations/payouts/beneficiary.ts';
import { noteSources, type Note } from '../../../payments/timeline.ts';
import type { StoredCard } from '../../../cards/card-store.ts';
import type { UnknownTransaction } from '../../../recovery/recovery-store.ts';
import type { RejectedCallback, StoredCallback } from '../../../payments/store.ts';
import { integer, nullableText } from './column-schemas.ts';
import type { PaymentRow } from './payment-row.ts';

interface WithReferenceKey {
  /** The folded reference, which identifies a payment. */
  readonly referenceKey: string;
}

interface WithId {
  /** The id, which sorts by time; see `createId`. */
  readonly id: string;
}

/** The tables, by their names in camelCase. In the database, the names are in snake_case. */
export interface Tables {
  pgwPayments: PaymentRow & WithReferenceKey;
  /**
   * The orders that were locked. `referenceKey` is the folded reference of the payment that fulfils the order; null
   * while no payment has paid it.
   */
  pgwOrders: { readonly orderId: string; readonly referenceKey: string | null };
  /** `position` orders the stored calls of a payment by their transitions. */
  pgwHooks: Omit<DueHook, 'reference'> & WithReferenceKey & { readonly position: number };
  pgwCallbacks: Omit<StoredCallback, 'reference'> &
    WithReferenceKey &
    WithId & {
      /** When a sweep settles the callback; null after it is settled. */
      readonly settleAt: number | null;
    };
  pgwRejectedCallbacks: RejectedCallback & WithId;
  pgwUnknownTransactions: UnknownTransaction & {
    /** The folded transaction number. */
    readonly transactionKey: string;
  };
  pgwNotes: Omit<Note, 'reference'> &
    WithReferenceKey &
    WithId & {
      /** Further entries of the payment that were written together with this entry, as JSON. */
      readonly more: string | null;
    };
  /** `isAccepted` is 1 when a person has accepted the discrepancy, otherwise 0. */
  pgwDiscrepancies: StoredDiscrepancy & WithReferenceKey & { readonly isAccepted: number };
  pgwOperations: Omit<Operation, 'isLast' | 'beneficiary'> &
    WithReferenceKey & {
      /** The beneficiary of a payout as JSON. */
      readonly beneficiary: string | null;
      /** 1 for the last capture of a payment, otherwise 0. */
      readonly isLast: number;
    };
  /** The seeds of the card keys. `period` is the number of the hour. */
  pgwCardSeeds: { readonly period: number; readonly seed: string };
  pgwSavedCards: Omit<StoredCard, 'reference'> & WithReferenceKey;
  /** The counted cards, starts and returns: `count` tries of each key, until the window ends at `endsAt`. */
  pgwCardTries: { readonly key: string; readonly count: number; readonly endsAt: number };
  pgwMigrations: { readonly name: string };
  /** The queries of all processes to the gateway. `used` counts them in the second with the Unix time `second`. */
  pgwBudgets: { readonly name: string; readonly second: number; readonly used: number };
}

/** The schema of a stored call of a hook. */
export const storedHookSchema: z.ZodType<DueHook> = z
  .object({
    key: z.string(),
    name: z.enum(hookNames),
    referenceKey: z.string(),
    reason: z.enum(endReasons).nullable(),
    operationId: nullableText,
    state: z.enum(['due', 'dead', 'withheld']),
    attempts: integer,
    nextAttemptAt: integer.nullable(),
  })
  .transform(({ referenceKey, ...hook }) => ({ ...hook, reference: referenceKey }));

/** The schema of a stored discrepancy. */
export const storedDiscrepancySchema: z.ZodType<StoredDiscrepancy> = z.object({
  reference: z.string(),
  code: z.enum(operationDiscrepancyCodes),
  message: z.string(),
  foundAt: integer,
});

/** The schema of a stored operation. */
export const storedOperationSchema: z.ZodType<Operation> = z
  .object({
    id: z.string(),
    kind: z.enum(operationKinds),
    origin: z.enum(operationOrigins),
    reference: z.string(),
    shortId: z.string(),
    state: z.enum(operationStates),
    requestedAmount: integer.positive(),
    amount: integer,
    charge: integer,
    currencyCode: z.string(),
    channelId: integer.nullable(),
    isLast: integer,
    beneficiary: nullableText,
    receiptUrl: nullableText,
    transactionNumber: nullableText,
    gatewayStatus: integer.nullable(),
    reason: nullableText,
    message: nullableText,
    createdAt: integer,
    nextQueryAt: integer.nullable(),
    overdueDays: integer,
    version: integer,
  })
  .transform(({ isLast, beneficiary, ...operation }) => ({
    ...operation,
    isLast: isLast === 1,
    beneficiary: beneficiary === null ? null : beneficiarySchema.parse(JSON.parse(beneficiary)),
  }));

/** The schema of a saved card. */
export const storedCardSchema = z.object({
  id: z.string(),
  customerKey: z.string(),
  cardKey: z.string(),
  referenceKey: z.string(),
  token: nullableText,
  brand: z.enum(['visa', 'mastercard', 'amex', 'jcb', 'diners', 'unionpay']).nullable(),
  last4: z.string(),
  expiry: nullableText,
  createdAt: integer,
});

/** The schema of a stored callback. */
export const storedCallbackSchema = z.object({
  transactionNumber: z.string(),
  status: integer,
  rawBody: z.string(),
  signature: z.string(),
  receivedAt: integer,
});

/** The schema of a stored unknown transaction. */
export const storedUnknownTransactionSchema: z.ZodType<UnknownTransaction> = z.object({
  transactionNumber: z.string(),
  reference: z.string(),
  orderPrefix: z.string(),
  source: z.enum(['callback', 'return']),
  amount: z.coerce.number<string | number>(),
  currencyCode: z.string(),
  status: integer,
  rawBody: nullableText,
  firstSeenAt: integer,
  lastSeenAt: integer,
  timesSeen: integer,
  resolution: z.enum(['adopted', 'dismissed']).nullable(),
  reason: nullableText,
});

/** The schema of a claimed callback. */
export const dueCallbackSchema = z.object({
  id: z.string(),
  referenceKey: z.string(),
  transactionNumber: z.string(),
  status: integer,
  rawBody: z.string(),
  receivedAt: integer,
});

/** The schema of a rejected callback. */
export const rejectedCallbackSchema: z.ZodType<RejectedCallback> = z.object({
  verdict: z.enum(['unknown-payment', 'invalid-signature', 'invalid-callback']),
  rawBody: z.string(),
  signature: nullableText,
  receivedAt: integer,
});

/** The schema of a timeline entry. */
export const storedEntrySchema = z.object({
  at: integer,
  source: z.enum(noteSources),
  text: z.string(),
});

/** The schema of a stored timeline entry with further entries. */
export const storedNoteSchema = storedEntrySchema.extend({ more: nullableText });
