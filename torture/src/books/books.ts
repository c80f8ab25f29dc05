import { createPlan } from './plan.ts';
import { runRound, type RoundResult } from './run-round.ts';
import { sumJournal } from './compare.ts';
import { isDecided, isOnlyInFile } from './judge.ts';
import { withEmbeddedStorage } from '../shop/embedded-storage.ts';
import { withPostgres, type PostgresStorage } from '../postgres.ts';
import { createRandom } from '../random.ts';
import type { ShopBooks } from '../shop/office.ts';
import { createLedger, runOutsideTransaction, type StorageSettings } from '../shop/storage.ts';
import { Violations, type Report, type RunOptions, type TortureCommand } from '../torture-command.ts';

export const books: TortureCommand = {
  sentence:
    'After payments, captures, refunds, reversals and payouts by the shop and elsewhere, the sums of shop and journal are equal, or "Needs attention" shows the difference.',
  flags: ['store', 'accounts', 'reconcile', 'sequences', 'sequences-per-round', 'steps', 'kills-per-round'],
  run: runBooks,
};

/** Runs one round with its own database. */
type RunInDatabase = (
  work: (storage: StorageSettings) => Promise<readonly RoundResult[]>,
) => Promise<readonly RoundResult[]>;

async function runBooks(options: RunOptions): Promise<Report> {
  const { seed, isShort, size, choice, log } = options;
  const store = choice('store', ['both', 'embedded', 'postgres']);
  // By default no step compares all payments: only the checkout itself finds what a lost callback has reported.
  const reconciles = choice('reconcile', ['never', 'yes']) === 'yes';
  const accounts =
    choice('accounts', ['one', 'two']) === 'two' ? (['first', 'second'] as const) : [undefined];
  const sequences = size('sequences', { long: 500, short: 20 });
  const perRound = size('sequences-per-round', { long: 20, short: 10 });
  const stepsPerSequence = size('steps', { long: 12, short: 8 });
  const kills = size('kills-per-round', { long: 3, short: 1 });
  const rounds = Math.ceil(sequences / perRound);
  const results = new Results(log);
  const run = async (count: number, first: number, runInDatabase: RunInDatabase): Promise<void> => {
    for (let n = first; n < first + count; n += 1) {
      const plan = createPlan(createRandom(seed + n), { sequences: perRound, stepsPerSequence, kills });
      // Two accounts have the same orders and the same ids of operations, in one process with one store.
      const ended = await runInDatabase(async (storage) => {
        await createLedger(storage);
        return runRound(storage, plan, {
          seed: seed + n,
          accounts,
          daysPerStep: isShort ? 8 : 1,
          reconciles,
        });
      });
      for (const result of ended) results.add(seed + n, result);
      results.addCrossings(seed + n, ended);
    }
  };
  const ofEmbedded = store === 'both' ? Math.ceil(rounds / 2) : store === 'embedded' ? rounds : 0;
  log(
    `${rounds} rounds of ${perRound} sequences, each with ${stepsPerSequence} steps and ${reconciles ? 30 : 91} days of clock.`,
  );
  if (ofEmbedded > 0) await run(ofEmbedded, 0, withEmbeddedStorage);
  if (ofEmbedded < rounds)
    await withPostgres(async (storage) => {
      await run(rounds - ofEmbedded, ofEmbedded, (work) => withNewDatabase(storage, work));
    });
  return results.report({ sequences: rounds * perRound, rounds });
}

/** Runs the work with a new database of a PostgreSQL server. */
async function withNewDatabase<T>(
  storage: PostgresStorage,
  work: (storage: StorageSettings) => Promise<T>,
): Promise<T> {
  const name = 'books';
  await runOutsideTransaction(storage, `create database ${name}`);
  const url = new URL(storage.url);
  url.pathname = `/${name}`;
  try {
    return await work({ ...storage, url: url.href });
  } finally {
    await runOutsideTransaction(storage, `drop database ${name} with (force)`);
  }
}

/** The results of all rounds. */
class Results {
  readonly #log: (line: string) => void;
  readonly #violations = new Violations();
  readonly #counts = new Map<string, number>();

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  add(seed: number, result: RoundResult): void {
    const { differences, decided, wrongEffects, journal, books: ofShop, kills } = result;
    this.#count('payments at the gateway', journal.payments.length);
    this.#count('payments of the shop', ofShop.payments.length);
    this.#count('refunds of the shop', ofShop.operations.filter(({ kind }) => kind === 'refund').length);
    this.#count('captures of the shop', ofShop.operations.filter(({ kind }) => kind === 'capture').length);
    this.#count('payouts of the shop', ofShop.operations.filter(({ kind }) => kind === 'payout').length);
    this.#count(
      'operations that were made elsewhere',
      ofShop.operations.filter(({ origin }) => origin === 'gateway').length,
    );
    this.#count('processes killed', kills);
    this.#count('movements elsewhere after the last step, without a callback', result.lateMovements.count);
    for (const [key, { received, refunded }] of sumJournal(journal)) {
      const currencyCode = key.slice(-3);
      this.#count(`${currencyCode} received`, received);
      this.#count(`${currencyCode} refunded`, refunded);
    }
    let silent = 0;
    for (const difference of differences) {
      const { reference, field, currencyCode, journal: atGateway, shop, shownBy } = difference;
      if (shownBy !== undefined) this.#count(`differences that ${shownBy} shows`, 1);
      else if (isDecided(difference, decided)) this.#count('differences that a person has decided', 1);
      else if (isOnlyInFile(difference, result))
        this.#count('differences that only the settlement file shows', 1);
      else {
        silent += 1;
        const shown = listReasons(ofShop, reference);
        const text = `seed ${seed}, ${reference}: ${field} is ${atGateway} ${currencyCode} at the gateway and ${shop} in the shop, and "Needs attention" shows ${shown}`;
        this.#violations.add('a silent difference', text);
      }
    }
    this.#log(`seed ${seed}: ${differences.length} differences, ${silent} of them silent.`);
    for (const sentence of result.wrongAmounts)
      this.#violations.add('a refund with another amount than at the gateway', `seed ${seed}, ${sentence}`);
    for (const sentence of result.lateMovements.unknownInTime)
      this.#violations.add('a movement that is not known in time', `seed ${seed}, ${sentence}`);
    for (const sentence of wrongEffects) this.#violations.add('a wrong effect', `seed ${seed}, ${sentence}`);
  }

  /** Finds payments that the books of one account have, and the gateway of another one. */
  addCrossings(seed: number, results: readonly RoundResult[]): void {
    for (const { books: ofShop } of results) {
      const others = results.filter((other) => other.books !== ofShop);
      const atOthers = new Set(
        others.flatMap(({ journal }) => journal.payments.map(({ referenceCode }) => referenceCode)),
      );
      for (const { reference } of ofShop.payments)
        if (atOthers.has(reference))
          this.#violations.add('a crossing', `seed ${seed}, ${reference} is in the books of both accounts`);
    }
  }

  report(counts: Readonly<Record<string, number>>): Report {
    return {
      figures: {
        ...counts,
        ...Object.fromEntries(this.#counts),
        'silent differences': this.#violations.count('a silent difference'),
        crossings: this.#violations.count('a crossing'),
        'wrong effects': this.#violations.count('a wrong effect'),
      },
      failures: this.#violations.sentences(),
    };
  }

  #count(name: string, count: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }
}

/** Names the entries of "Needs attention" about a reference. */
function listReasons({ attention }: ShopBooks, reference: string): string {
  const reasons = attention
    .filter((entry) => entry.reference.toUpperCase() === reference)
    .map(({ reason, amount }) => (amount === null ? reason : `${reason} of ${amount}`));
  return reasons.length === 0 ? 'nothing about it' : `only ${reasons.join(', ')}`;
}
