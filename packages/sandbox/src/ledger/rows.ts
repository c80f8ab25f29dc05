import { z } from 'zod';

// What the tables hold. Columns carry the names of the properties, so a row is read by parsing it.

const integerList = z.string().transform((text) => z.array(z.number().int()).parse(JSON.parse(text)));
const nameList = z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text)));

/** What a merchant asked for; a payment and a session have it in common. */
const ordered = z.object({
  tenantId: z.string(),
  referenceCode: z.string(),
  /** The reference folded: two that differ only in letter case are one. */
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
  /** Milliseconds since the epoch, as every time in here. */
  createdAt: z.number(),
  expiresAt: z.number(),
});

export const paymentRow = ordered.extend({
  transactionNumber: z.string(),
  sessionNumber: z.string().nullable(),
  providerTransactionNumber: z.string().nullable(),
  /** True when the customer chooses the channel on the hosted page. */
  isHosted: z.number().transform((flag) => flag === 1),
  /** Names of scenarios that this payment alone meets. */
  misbehaviour: nameList,
  decidedAt: z.number().nullable(),
  /** What the merchant has of it, refunds not taken off; minor units. */
  paidAmount: z.number(),
  /** Authorised and not captured; minor units. */
  heldAmount: z.number(),
  cardBrand: z.string().nullable(),
  cardLastDigits: z.string().nullable(),
  /** Why a provider declined, in its words. */
  providerMessage: z.string().nullable(),
  /** The AuthType that the card's bank asks its customer about; null where it does not ask. */
  challengeType: z.number().nullable(),
  /** Of the card that is saved once the payment is approved. */
  paymentToken: z.string().nullable(),
  /** When an authorisation ends by itself. */
  heldUntil: z.number().nullable(),
});

export const sessionRow = ordered.extend({ sessionNumber: z.string() });

export const callbackRow = z.object({
  id: z.number(),
  transactionNumber: z.string(),
  tenantId: z.string(),
  url: z.string(),
  body: z.string(),
  status: z.number(),
  isWronglySigned: z.number().transform((flag) => flag === 1),
  state: z.enum(['waiting', 'delivered', 'given-up']),
  tries: z.number(),
  dueAt: z.number(),
  lastAnswer: z.string().nullable(),
});

export type Payment = z.output<typeof paymentRow>;
/** What of a payment the merchant has, and what the provider holds for it; minor units. */
export type PaymentSums = Pick<Payment, 'paidAmount' | 'heldAmount'>;

/** What a payment is that nobody has dealt with yet. */
export const untouched: Omit<Payment, keyof Ordered | 'transactionNumber' | 'sessionNumber' | 'isHosted'> = {
  providerTransactionNumber: null,
  misbehaviour: [],
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

/** All that is ever kept of a card: no number, no code. */
export interface CardFacts {
  readonly cardBrand: string;
  /** The last four digits. */
  readonly cardLastDigits: string;
}
export type Session = z.output<typeof sessionRow>;
export type QueuedCallback = z.output<typeof callbackRow>;
/** What the hosted page shows: a payment whose channel is open, or a session. */
export type Ordered = z.output<typeof ordered>;

/** `INSERT` of all columns of a row, by the names of its schema. */
export function insertOf(table: string, row: z.ZodObject): string {
  const columns = Object.keys(row.shape);
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`;
}
