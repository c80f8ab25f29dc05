import type { Operation, Payment } from '@pgw/express';
import type { PaymentTotals, PayoutTotals } from '@pgw/sandbox';
import type { ShopBooks } from '../shop/office.ts';
import type { BookDifference, Sums } from './difference.ts';
import { findEntry } from './judge.ts';

const noSums: Sums = { received: 0, refunded: 0, refunding: 0, paidOut: 0, pending: 0 };
const fields = ['received', 'refunded', 'refunding', 'paidOut', 'pending'] as const satisfies (keyof Sums)[];

/** The totals of the gateway's journal. */
export interface JournalTotals {
  readonly payments: readonly PaymentTotals[];
  readonly payouts: readonly PayoutTotals[];
}

/** Compares the journal with the books of the shop, for each payment and payout in each currency. */
export function compareBooks(journal: JournalTotals, books: ShopBooks): BookDifference[] {
  const journalSums = sumJournal(journal);
  const shopSums = sumShop(books);
  return [...new Set([...journalSums.keys(), ...shopSums.keys()])].flatMap((key) => {
    const [reference = '', currencyCode = ''] = key.split(' ');
    const ofJournal = journalSums.get(key) ?? noSums;
    const ofShop = shopSums.get(key) ?? noSums;
    const entries = books.attention.filter((entry) => entry.reference.toUpperCase() === reference);
    return fields
      .filter((field) => ofJournal[field] !== ofShop[field])
      .map((field) => {
        const sums = { field, journal: ofJournal[field], shop: ofShop[field] };
        return { reference, currencyCode, ...sums, shownBy: findEntry(entries, sums)?.reason };
      });
  });
}

/** Returns the sums of the journal by reference and currency. */
export function sumJournal({ payments, payouts }: JournalTotals): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const { received, refunded, refunding, ...payment } of payments)
    add(sums, payment.referenceCode, payment.currencyCode, { received, refunded, refunding });
  for (const { paidOut, pending, ...payout } of payouts)
    add(sums, payout.referenceCode, payout.currencyCode, { paidOut, pending });
  return sums;
}

function sumShop({ payments, operations }: ShopBooks): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const payment of payments) {
    const own = operations.filter(({ reference }) => reference === payment.reference);
    add(sums, payment.reference, payment.currencyCode, { received: computeReceived(payment, own) });
  }
  for (const { kind, reference, currencyCode, state, amount, charge } of operations) {
    const isDone = state === 'done';
    const isOpen = ['requested', 'unknown', 'processing'].includes(state);
    const total = amount + charge;
    const done = isDone ? total : 0;
    const open = isOpen ? total : 0;
    if (kind === 'refund') add(sums, reference, currencyCode, { refunded: done, refunding: open });
    if (kind === 'payout') add(sums, reference, currencyCode, { paidOut: done, pending: open });
  }
  return sums;
}

function add(
  sums: Map<string, Sums>,
  reference: string,
  currencyCode: string,
  { received = 0, refunded = 0, refunding = 0, paidOut = 0, pending = 0 }: Partial<Sums>,
): void {
  const key = `${reference.toUpperCase()} ${currencyCode}`;
  const before = sums.get(key) ?? noSums;
  sums.set(key, {
    received: before.received + received,
    refunded: before.refunded + refunded,
    refunding: before.refunding + refunding,
    paidOut: before.paidOut + paidOut,
    pending: before.pending + pending,
  });
}

/** The amount that the shop has received according to its own books. */
function computeReceived({ state, amount, fulfillment }: Payment, operations: readonly Operation[]): number {
  const captures = operations.filter(({ kind }) => kind === 'capture');
  const captured = captures
    .filter((capture) => capture.state === 'done')
    .reduce((sum, capture) => sum + capture.amount, 0);
  if (state === 'authorized') return captured;
  if (!['paid', 'refunding', 'refunded'].includes(state)) return 0;
  // An authorization was voided before anything was captured.
  const hasRefunds = operations.some(({ kind }) => kind === 'refund');
  if (state !== 'paid' && fulfillment.state === 'none' && !hasRefunds) return 0;
  return captures.length > 0 ? captured : amount;
}
