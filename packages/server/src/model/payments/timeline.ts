import type { PaymentState } from './payment-state.ts';

/** The source of a timeline entry. */
export type NoteSource = (typeof noteSources)[number];

/** Every {@link NoteSource}. */
export const noteSources = [
  'start',
  'callback',
  'return',
  'status',
  'phone',
  'sweep',
  'fulfill',
  'refund',
  'operator',
  'card',
  'capture',
  'payout',
] as const;

/**
 * What a timeline entry is about. The audit searches for the entries `order-fulfilled` and `fulfillment-requeued`; the text
 * of an entry has no meaning for a program.
 */
export type NoteKind = (typeof noteKinds)[number];

/** Every {@link NoteKind}. */
export const noteKinds = [
  'payment-created',
  'start-answered',
  'payment-changed',
  'callback-received',
  'card-changed',
  'opened-on-phone',
  'price-differs',
  'order-fulfilled',
  'fulfillment-requeued',
  'fulfillment-skipped',
  'hook-succeeded',
  'hook-failed',
  'hook-withheld',
  'hook-requeued',
  'hook-skipped',
  'operation-changed',
  'discrepancy-accepted',
  'beneficiary-revealed',
  'personal-data-erased',
] as const;

/** An entry of a payment's timeline. It contains no personal data and no secrets. */
export interface Note {
  /** The reference of the payment. */
  readonly reference: string;
  /** The time of the entry, in milliseconds since the Unix epoch. */
  readonly at: number;
  /** What caused the entry, for example a callback or the sweep. */
  readonly source: NoteSource;
  /** What the entry is about. */
  readonly kind: NoteKind;
  /** A sentence, such as "Marked as paid: the gateway reports Success (1)." */
  readonly text: string;
}

/** Returns the first words of the entry for a payment that changes to this state. */
export function describeTransition(state: PaymentState): string {
  return state === 'review' ? 'Marked for review' : `Marked as ${state}`;
}
