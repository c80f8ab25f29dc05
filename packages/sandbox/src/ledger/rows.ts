import type { DatabaseSync } from 'node:sqlite';
import * as z from '@pgw/protocol/zod';

// The rows of the tables. The columns have the names of the properties, so that a schema parses a row
// directly.

const integerList = z.string().transform((text) => z.array(z.number().int()).parse(JSON.parse(text)));
const nameList = z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text)));

/** The properties that a payment and a session have in common. */
const orderFields = z.object({
  tenantId: z.string(),
  referenceCode: z.string(),
  /** The normalized reference: references that differ only in letter case are equal. */
  referenceKey: z.string(),
  status: z.number(),
  currencyCode: z.string(),
  /** Minor units. */
  amount: z.number(),
  channelId: z.number().nullable(),
  providerChannelId: z.string().nullable(),
  description: z.string().nullable(),
  returnUrl: z.string(),
  callbackUrl: z.string().nullable(),
  channelGroupId: z.number().nullable(),
  hiddenChannels: integerList,
  /** Milliseconds since the epoch, like every time in this file. */
  createdAt: z.number(),
  expiresAt: z.number(),
});

export const paymentRow = orderFields.extend({
  transactionNumber: z.string(),
  sessionNumber: z.string().nullable(),
  providerTransactionNumber: z.string().nullable(),
  /** True when the shopper chooses the channel on the hosted page. */
  isHosted: z.number().transform((flag) => flag === 1),
  /** Names of the scenarios that apply only to this payment. */
  scenarios: nameList,
  decidedAt: z.number().nullable(),
  /** The amount that the merchant has received, in minor units. Refunds are not deducted. */
  paidAmount: z.number(),
  /** The amount that is authorized and not captured, in minor units. */
  heldAmount: z.number(),
  cardBrand: z.string().nullable(),
  cardLastDigits: z.string().nullable(),
  /** The provider's message for a declined payment. */
  providerMessage: z.string().nullable(),
  /** The AuthType of the request that the card's bank has to confirm; null without a bank challenge. */
  challengeType: z.number().nullable(),
  /** The token of the card that is saved when the payment is approved. */
  paymentToken: z.string().nullable(),
  /** The time at which an authorization ends automatically. */
  heldUntil: z.number().nullable(),
});

export const sessionRow = orderFields.extend({ sessionNumber: z.string() });

export const callbackRow = z.object({
  id: z.number(),
  transactionNumber: z.string(),
  tenantId: z.string(),
  url: z.string(),
  body: z.string(),
  /** The status that the callback reports. */
  status: z.number(),
  isWronglySigned: z.number().transform((flag) => flag === 1),
  state: z.enum(['waiting', 'delivered', 'given-up']),
  /** The number of attempts so far. */
  tries: z.number(),
  /** The time of the next attempt. */
  dueAt: z.number(),
  lastResponse: z.string().nullable(),
});

/** A payment of the sandbox. Amounts are minor units, times are milliseconds since the epoch. */
export type Payment = z.output<typeof paymentRow>;
/** The amounts of a payment that the merchant has received and that the provider holds, in minor units. */
export type PaymentSums = Pick<Payment, 'paidAmount' | 'heldAmount'>;

/** The values of a new payment. */
export const initialPaymentFields: Omit<
  Payment,
  keyof OrderFields | 'transactionNumber' | 'sessionNumber' | 'isHosted'
> = {
  providerTransactionNumber: null,
  scenarios: [],
  decidedAt: null,
  paidAmount: 0,
  heldAmount: 0,
  cardBrand: null,
  cardLastDigits: null,
  providerMessage: null,
  challengeType: null,
  paymentToken: null,
  heldUntil: null,
};

/** The stored data of a card. The card number and the security code are never stored. */
export interface MaskedCard {
  readonly cardBrand: string;
  /** The last four digits. */
  readonly cardLastDigits: string;
}
/** A hosted session: the shopper may try to pay several times until the session ends. */
export type Session = z.output<typeof sessionRow>;
/** A callback that is waiting, delivered or given up. */
export type QueuedCallback = z.output<typeof callbackRow>;
/** The properties that a payment and a session have in common. The hosted page shows them. */
export type OrderFields = z.output<typeof orderFields>;

/** Returns an `INSERT` statement for all columns of a row schema, with named parameters. */
export function toInsertStatement(table: string, row: z.ZodObject): string {
  const columns = Object.keys(row.shape);
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`;
}

/** Counts the rows of a table. */
export function countRows(database: DatabaseSync, table: 'refunds' | 'payouts' | 'callbacks'): number {
  const row = database.prepare(`SELECT count(*) AS total FROM ${table}`).get();
  return Number(row?.['total'] ?? 0);
}
