import { setTimeout as wait } from 'node:timers/promises';
import { readEffects } from '../shop/outcomes.ts';
import type { FileDifference, ShopBooks } from '../shop/office.ts';
import { refundEntries } from '../shop/sandbox-connection.ts';
import type { StorageSettings } from '../shop/storage.ts';
import { moveElsewhere, runAction } from './actions.ts';
import { compareBooks, type JournalTotals } from './compare.ts';
import type { BookDifference } from './difference.ts';
import type { LateMovement, Plan, Step } from './plan.ts';
import { openRounds, type Round } from './round.ts';

export interface RoundResult {
  readonly differences: readonly BookDifference[];
  /** What a comparison with the settlement file reports. */
  readonly inSettlementFile: readonly FileDifference[];
  /**
   * The references in upper case of payments about which no record of the gateway can show a difference: they were
   * captured elsewhere, or the shop does not know their number, because the response to their start was lost.
   */
  readonly withoutRecord: ReadonlySet<string>;
  /** The differences that a person has accepted or caused by a decision. */
  readonly decided: readonly BookDifference[];
  /** Sentences about effects that happened never or twice. */
  readonly wrongEffects: readonly string[];
  /** Sentences about refunds that have another amount than at the gateway. Their sum may be right. */
  readonly wrongAmounts: readonly string[];
  readonly journal: JournalTotals;
  readonly books: ShopBooks;
  readonly kills: number;
  readonly lateMovements: LateMovements;
}

/** The movements elsewhere after the last step, of which the shop gets no callback. */
interface LateMovements {
  readonly count: number;
  /** Sentences about movements that the shop did not know at the next age of their payment. */
  readonly unknownInTime: readonly string[];
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** At the end, the clock advances by more than `days` days: first in small steps, then in steps of `daysPerStep`. */
function listLastPauses(days: number, daysPerStep: number): number[] {
  const steps = Array<number>(Math.ceil((days + 1) / daysPerStep)).fill(daysPerStep * day);
  return [minute, 2 * minute, 6 * minute, 60 * minute, 780 * minute, ...steps];
}

export interface RunRoundOptions {
  readonly seed: number;
  /** The accounts of the process, each with its own gateway. Undefined for a checkout with one account. */
  readonly accounts: readonly (string | undefined)[];
  /** The days between two sweeps at the end. */
  readonly daysPerStep: number;
  /**
   * True if the back office compares all payments with the gateway: in some steps, and at the end if callbacks were lost. False
   * if the checkout itself must find every difference until the last age at which it compares payments, which is 90 days.
   */
  readonly reconciles: boolean;
}

/**
 * Runs the steps of a plan for each account at the same time, then 30 or 90 days without faults. Then compares the books of each
 * account with the journal of its gateway.
 */
export async function runRound(
  storage: StorageSettings,
  plan: Plan,
  { seed, accounts, ...end }: RunRoundOptions,
): Promise<readonly RoundResult[]> {
  const { rounds, close } = await openRounds(storage, plan, { seed, accounts });
  try {
    for (const planned of plan.steps) {
      const step = planned.action === 'reconcile' && !end.reconciles ? toSweep(planned) : planned;
      await runStep(rounds, step);
      await Promise.all(rounds.map((round) => round.waitForCallbacks()));
    }
    const lateMovements = await Promise.all(rounds.map((round) => endFaults(round, end)));
    return await Promise.all(
      rounds.map(async (round, index) => {
        const books = await readBooksOrThrow(round);
        const journal = round.readJournal();
        return {
          differences: compareBooks(journal, books),
          inSettlementFile: await compareSettlementFile(round),
          withoutRecord: new Set([...round.capturedElsewhere, ...listWithoutNumber(books)]),
          decided: round.decided,
          wrongEffects: findWrongEffects(books, await readEffects(storage, round.account)),
          wrongAmounts: findWrongAmounts(round, books),
          journal,
          books,
          kills: index === 0 ? plan.steps.filter(({ kill }) => kill !== undefined).length : 0,
          lateMovements: lateMovements[index] ?? { count: 0, unknownInTime: [] },
        };
      }),
    );
  } finally {
    await close();
  }
}

function listWithoutNumber({ payments }: ShopBooks): string[] {
  return payments
    .filter(({ transactionNumber }) => transactionNumber === null)
    .map(({ reference }) => reference.toUpperCase());
}

/**
 * Runs a step for each account. In a step with a kill, the connection of one account to its gateway breaks, and the process of the
 * shop is killed at that moment.
 */
async function runStep(rounds: readonly Round[], step: Step): Promise<void> {
  const cut = step.kill;
  const killed = cut && rounds[step.number % rounds.length];
  if (cut !== undefined) killed?.proxy.armCut(cut);
  let hasEnded = false;
  const running = Promise.all(rounds.map((round) => runAction(round, step))).finally(() => (hasEnded = true));
  if (killed !== undefined) {
    while (!hasEnded && !killed.proxy.hasCut()) await wait(1);
    await killed.fleet.killAndReplace(0);
  }
  await running;
}

const toSweep = (step: Step): Step => ({ ...step, action: 'sweep' });

/**
 * Lets more than 30 days pass without faults, or more than 90 if nothing else compares the payments. In this time, money moves
 * elsewhere without a callback.
 */
async function endFaults(
  round: Round,
  { daysPerStep, reconciles }: Omit<RunRoundOptions, 'seed' | 'accounts'>,
): Promise<LateMovements> {
  const { sandbox, plan } = round;
  sandbox.clearScenarios();
  let movements = reconciles ? [] : plan.lateMovements;
  let count = 0;
  let awaited: readonly AwaitedMovement[] = [];
  const unknownInTime: string[] = [];
  await payOrders(round, movements);
  const startedAt = sandbox.now();
  // Only its callback reports a payout that was made elsewhere.
  for (const { transactionNumber } of sandbox.listPayouts(1_000))
    sandbox.decidePayout(transactionNumber, 'approve');
  for (const pause of listLastPauses(reconciles ? 30 : 90, daysPerStep)) {
    const days = (sandbox.now() - startedAt) / day;
    const due = movements.filter((movement) => movement.day <= days);
    movements = movements.slice(due.length);
    const moved = due.filter((movement) => moveElsewhere(round, movement));
    count += moved.length;
    await passTime(round, pause);
    const nextAge = recheckAges.find((age) => age > days) ?? Infinity;
    awaited = [...awaited, ...moved.map((movement) => ({ ...movement, nextAge }))];
    // The step after the age has the second query of a reversal.
    const known = awaited.filter((movement) => movement.nextAge + daysPerStep <= days);
    awaited = awaited.filter((movement) => !known.includes(movement));
    if (known.length > 0) unknownInTime.push(...(await findUnknown(round, known)));
  }
  if (plan.losesCallbacks && reconciles) await round.callOffice({ call: 'reconcile', since: 0 });
  // A reversal needs a second query after a minute.
  for (const pause of [2 * minute, 2 * minute, 10 * minute, day]) await passTime(round, pause);
  return { count, unknownInTime };
}

/** The ages in days at which a checkout with default options compares payments. */
const recheckAges = [1, 3, 7, 30, 90];

interface AwaitedMovement extends LateMovement {
  /** The age at which the shop must know the movement. */
  readonly nextAge: number;
}

/** Finds the movements whose difference "Needs attention" does not show. */
async function findUnknown(round: Round, movements: readonly AwaitedMovement[]): Promise<readonly string[]> {
  const silent = compareBooks(round.readJournal(), await readBooksOrThrow(round)).filter(
    ({ shownBy }) => shownBy === undefined,
  );
  return movements
    .filter(({ order }) => silent.some(({ reference }) => reference.startsWith(`${order.id}-`)))
    .map(({ order, kind, nextAge }) => `${order.id}: ${kind} before day ${nextAge} is unknown after it`);
}

/** Pays the orders whose money moves elsewhere later. The shop gets each callback. */
async function payOrders(round: Round, movements: Plan['lateMovements']): Promise<void> {
  // The shop detects that the gateway responds again.
  await passTime(round, minute);
  const { steps } = round.plan;
  for (const [index, { order }] of movements.entries()) {
    const step = { number: steps.length + index, order, values: [0, 0, 0] } as const;
    await runAction(round, { ...step, action: 'pay' });
    await runAction(round, { ...step, action: 'decide' });
  }
}

async function passTime(round: Round, ms: number): Promise<void> {
  await round.advance(ms);
  await round.waitForCallbacks();
  await round.callOffice({ call: 'sweep' });
}

async function readBooksOrThrow(round: Round): Promise<ShopBooks> {
  const books = await round.readBooks();
  if (books === undefined) throw new Error('The books of the shop cannot be read.');
  return books;
}

/** Compares the store with the settlement file of the gateway, like the back office at the end of a month. */
async function compareSettlementFile({ sandbox, callOffice }: Round): Promise<readonly FileDifference[]> {
  const period = { from: 0, to: sandbox.now() + day };
  const csv = sandbox.settlementFile(period);
  const result = await callOffice({ call: 'compare-file', csv, ...period });
  // `compareFile` in shop/office.ts creates this list.
  return result as readonly FileDifference[];
}

/** Each paid payment has one effect, and each refund as many effects as its state needs. */
function findWrongEffects(
  { payments, operations }: ShopBooks,
  effects: ReadonlyMap<string, number>,
): string[] {
  const count = (key: string): number => effects.get(key) ?? 0;
  const ofPayments = payments
    .filter(({ reference, fulfillment }) => count(reference) !== (fulfillment.state === 'done' ? 1 : 0))
    .map(({ reference, fulfillment }) => `${reference}: ${count(reference)} effects, ${fulfillment.state}`);
  const hasResult = new Set(
    payments
      .filter(({ fulfillment }) => fulfillment.state !== 'none' && fulfillment.state !== 'due')
      .map(({ reference }) => reference),
  );
  const ofRefunds = operations
    .filter(({ kind, reference }) => kind === 'refund' && hasResult.has(reference))
    .map(({ id, state, reference }) => {
      const returned = count(refundEntries.refunded(id)) - count(refundEntries.reversed(id));
      return returned === (state === 'done' ? 1 : 0)
        ? undefined
        : `${reference}: refund ${id} is ${state}, and the sum of its hooks is ${returned}`;
    })
    .filter((sentence) => sentence !== undefined);
  return [...ofPayments, ...ofRefunds];
}

/**
 * The amount of each returned refund is that of the refund with the same number at the gateway, unless the sum is listed, or a
 * person has accepted its difference: on a channel without refund queries, only the callback has the amount.
 */
function findWrongAmounts({ sandbox, decided }: Round, { operations, attention }: ShopBooks): string[] {
  const shown = new Set([
    ...attention
      .filter(({ reason }) => reason === 'refund-sum')
      .map(({ reference }) => reference.toUpperCase()),
    ...decided.filter(({ field }) => field === 'refunded').map(({ reference }) => reference),
  ]);
  return operations
    .filter(
      ({ kind, state, reference }) =>
        kind === 'refund' && state === 'done' && !shown.has(reference.toUpperCase()),
    )
    .flatMap(({ reference, id, transactionNumber, amount, charge }) => {
      const refund = transactionNumber === null ? undefined : sandbox.findRefund(transactionNumber);
      const isRight = refund === undefined || refund.amount === amount + charge;
      return isRight
        ? []
        : [`${reference}: refund ${id} is ${amount + charge}, and ${refund.amount} at the gateway`];
    });
}
