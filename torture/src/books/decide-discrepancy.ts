import { setTimeout as wait } from 'node:timers/promises';
import type { DiscrepancyCode } from '@pgw/express/operator';
import type { AttentionEntry, ShopBooks } from '../shop/office.ts';
import { compareBooks } from './compare.ts';
import { selectNamed } from './judge.ts';
import { choose, type Step } from './plan.ts';
import type { Round } from './round.ts';

/** Ends a review or a reversal. The decision is the one that the gateway's record shows, except in one of four cases. */
export async function resolveReview(round: Round, { values: [which, decides] }: Step): Promise<void> {
  const books = await round.readBooks();
  const undecided = books?.payments.filter(({ state }) => state === 'review' || state === 'reversed') ?? [];
  const payment = choose(undecided, which);
  if (books === undefined || payment === undefined) return;
  const { reference } = payment;
  const atGateway = round.readJournal().payments.find(({ referenceCode }) => referenceCode === reference);
  const hasMoney = (atGateway?.received ?? 0) > 0;
  const decision = hasMoney === decides < 0.75 ? 'paid' : 'canceled';
  await round.callOffice({ call: 'resolve-review', reference, decision });
  await recordDecision(round, books, reference);
}

/** Accepts a discrepancy of operations, without changing anything at the gateway. */
export async function acceptDiscrepancy(round: Round, { values: [which] }: Step): Promise<void> {
  const books = await round.readBooks();
  const entry = choose(books?.attention.filter(isAcceptable) ?? [], which);
  if (books === undefined || entry === undefined) return;
  const { reference, reason: code } = entry;
  await round.callOffice({ call: 'accept', reference, code });
  await recordDecision(round, books, reference);
}

function isAcceptable(entry: AttentionEntry): entry is AttentionEntry & { readonly reason: DiscrepancyCode } {
  const { amount, reason } = entry;
  return amount === null && /^(?:refund|payout)-/.test(reason);
}

/** Records the differences that are no longer listed, because a person has decided about them. */
async function recordDecision(round: Round, before: ShopBooks, reference: string): Promise<void> {
  const books = await readBooksAfterRestart(round);
  const isOfReference = (entry: AttentionEntry): boolean => entry.reference === reference;
  const listed = books.attention.filter(isOfReference).map(({ reason }) => reason);
  const decided = before.attention.filter(isOfReference).filter(({ reason }) => !listed.includes(reason));
  const differences = compareBooks(round.readJournal(), books);
  for (const entry of decided) round.decided.push(...selectNamed(entry, differences));
}

/** The process of the shop may have been killed after it had stored a decision. Then waits for the next one. */
async function readBooksAfterRestart(round: Round): Promise<ShopBooks> {
  for (let tries = 0; tries < 600; tries += 1) {
    const books = await round.readBooks();
    if (books !== undefined) return books;
    await wait(50);
  }
  throw new Error('The books of the shop could not be read for 30 seconds.');
}
