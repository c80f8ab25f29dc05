import type { AttentionEntry, AttentionReason, FileDifference } from '../shop/office.ts';
import type { BookDifference, Sums } from './difference.ts';

type Field = keyof Sums;

const ofPayment: readonly Field[] = ['received'];
const ofRefunds: readonly Field[] = ['refunded', 'refunding'];
const ofPayouts: readonly Field[] = ['paidOut', 'pending'];

/**
 * The sums that an entry of "Needs attention" is about. An entry about one sum does not show a difference of another
 * one: a person who reads it does not look for that difference.
 */
const namedFields: Readonly<Record<AttentionReason, readonly Field[]>> = {
  'payment-amount': ofPayment,
  'payment-record': ofPayment,
  'payment-captured': ofPayment,
  'payment-price': ofPayment,
  'payment-adopted': ofPayment,
  'payment-reversed': ofPayment,
  'payment-canceled': ofPayment,
  'refund-undecided': ofRefunds,
  'refund-missing': ofRefunds,
  'refund-amount': ofRefunds,
  'refund-unpaid': [...ofPayment, ...ofRefunds],
  'refund-sum': ofRefunds,
  'payout-reference': ofPayouts,
  'payout-missing': ofPayouts,
  'refund-overdue': ofRefunds,
  'capture-overdue': ofPayment,
  'payout-overdue': ofPayouts,
  // The shop does not know what has happened to this payment.
  'start-unknown': [...ofPayment, ...ofRefunds],
  'unknown-transaction': [...ofPayment, ...ofPayouts],
};

/**
 * Returns the entry that names a difference. An entry with an amount names it only if the difference is this amount, or
 * the sum of the entries of its kind.
 */
export function findEntry(
  entries: readonly AttentionEntry[],
  { field, journal, shop }: Pick<BookDifference, 'field' | 'journal' | 'shop'>,
): AttentionEntry | undefined {
  const named = entries.filter(({ reason }) => namedFields[reason].includes(field));
  const difference = Math.abs(journal - shop);
  return named.find(({ reason, amount }) => {
    if (amount === null || amount === difference) return true;
    const ofReason = named.filter((entry) => entry.reason === reason);
    return ofReason.reduce((sum, entry) => sum + (entry.amount ?? 0), 0) === difference;
  });
}

/** True if a person has decided about this difference when it had the same amount. */
export function isDecided(difference: BookDifference, decided: readonly BookDifference[]): boolean {
  return decided.some(
    (other) =>
      other.reference === difference.reference &&
      other.currencyCode === difference.currencyCode &&
      other.field === difference.field &&
      other.journal - other.shop === difference.journal - difference.shop,
  );
}

/**
 * True if only the settlement file can show a difference, because no record of the gateway does. docs/reliability.md
 * lists these limits.
 */
export function isOnlyInFile(
  { reference, field }: BookDifference,
  {
    inSettlementFile,
    withoutRecord,
  }: {
    readonly inSettlementFile: readonly FileDifference[];
    readonly withoutRecord: ReadonlySet<string>;
  },
): boolean {
  // A person who finds the payment in the file looks up its refunds too.
  const isListed = inSettlementFile.some(
    (other) => other.reference === reference && other.kind === 'payment',
  );
  const isOfPayment = field === 'received' || field === 'refunded';
  return isOfPayment && withoutRecord.has(reference) && isListed;
}

/** The differences that an entry is about. */
export function selectNamed(
  { reference, reason }: Pick<AttentionEntry, 'reference' | 'reason'>,
  differences: readonly BookDifference[],
): readonly BookDifference[] {
  return differences.filter(
    (difference) =>
      difference.reference === reference.toUpperCase() && namedFields[reason].includes(difference.field),
  );
}
