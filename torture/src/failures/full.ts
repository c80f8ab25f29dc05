import { DatabaseSync } from 'node:sqlite';
import { PgwError } from '@pgw/protocol';
import type { EmbeddedTransaction } from '@pgw/express/stores/embedded';
import { Violations, type TortureCommand, type Report, type RunOptions } from '../torture-command.ts';
import { withEmbeddedStorage, type EmbeddedSettings } from '../shop/embedded-storage.ts';
import { openGateway } from '../gateway/gateway.ts';
import { readEffects } from '../shop/outcomes.ts';
import { createTransaction } from '../gateway/payments.ts';
import { preparePayments } from '../gateway/prepare-payments.ts';
import { createRandom, type Random } from '../random.ts';
import { openShop, usualSettings, type Shop } from '../shop/shop.ts';

export const full: TortureCommand = {
  sentence:
    'A handler is rolled back when the disk is full at any of its statements. Once there is space, its effect happens exactly once.',
  flags: ['payments', 'tries'],
  run: (options) => withEmbeddedStorage((storage) => fillDisk(storage, options)),
};

const minute = 60_000;
const pageBytes = 4_096;
/** A limit of about 4 TiB, which is never reached. */
const highPageLimit = 1_073_741_823;
/** The number of free pages for the rows of the checkout. With them, every payment reaches its handler. */
const sparePages = 40;
/** A text that does not fit in the free pages. */
const largeText = 'x'.repeat(4 * sparePages * pageBytes);
/** The maximum number of sweeps. A sweep that finds no free page leaves its payments to the next sweep. */
const maxSweeps = 30;

async function fillDisk(storage: EmbeddedSettings, { seed, size, log }: RunOptions): Promise<Report> {
  const payments = size('payments', { long: 300, short: 15 });
  const tries = size('tries', { long: 3, short: 2 });
  const disk = new FullDisk(createRandom(seed), tries);
  const events: string[] = [];
  let clockOffsetMs = 0;
  const gateway = await openGateway();
  await preparePayments(storage, gateway, payments);
  const shop = await openShop(
    { ...usualSettings, storage, gatewayUrl: gateway.url },
    {
      now: () => Date.now() + clockOffsetMs,
      onEvent: ({ event }) => events.push(event),
      // After this function, the handler of the shop writes its entry as well. If a transaction were
      // committed in spite of the failures here, the ledger would have its effect several times.
      beforeEntry: (key, tx) => disk.attemptStatements(key, tx as EmbeddedTransaction),
    },
  );
  try {
    log(`${payments} payments; the disk is full in the first ${tries} attempts of each handler.`);
    let refusedUpdates = await syncAll(shop, storage, payments);
    const effectsWhileFull = await readEffects(storage);
    // The sweep retries failed handlers after a pause of at most an hour.
    for (let round = 0; round < maxSweeps && (await readEffects(storage)).size < payments; round += 1) {
      clockOffsetMs += 90 * minute;
      refusedUpdates += await syncAll(shop, storage, payments);
      await shop.checkout.sweep();
    }
    return createReport(await readEffects(storage), {
      effectsWhileFull,
      payments,
      disk,
      events,
      refusedUpdates,
    });
  } finally {
    await shop.close();
    await gateway.close();
  }
}

/**
 * Syncs every payment. Returns the number of updates that failed because the disk was full. Any other
 * error ends the run.
 */
async function syncAll(shop: Shop, storage: EmbeddedSettings, payments: number): Promise<number> {
  let refusedUpdates = 0;
  for (let n = 1; n <= payments; n += 1) {
    const { reference } = createTransaction(n);
    ensureFreePages(storage);
    try {
      await shop.checkout.payments.sync(reference);
    } catch (error) {
      if (!(error instanceof PgwError) || !error.message.includes('disk is full')) throw error;
      refusedUpdates += 1;
    }
  }
  return refusedUpdates;
}

/**
 * Makes free pages in the database file. The checkout's connection keeps the page limit that the last handler
 * set. Without free pages, the update of the next payment would fail before its handler begins.
 */
function ensureFreePages({ file }: EmbeddedSettings): void {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  const free = Number(database.prepare('pragma freelist_count').get()?.['freelist_count']);
  if (free < sparePages / 2) {
    database.exec(
      `begin immediate;
       create table torture_space (bytes blob);
       insert into torture_space values (zeroblob(${(sparePages - free) * pageBytes}));
       drop table torture_space;
       commit`,
    );
  }
  database.close();
}

/**
 * Simulates a disk that is full during the first tries of each handler. SQLite refuses to add pages, as on
 * a full disk.
 */
class FullDisk {
  readonly #tries = new Map<string, number>();
  readonly #random: Random;
  readonly #failingTries: number;
  refusals = 0;

  constructor(random: Random, failingTries: number) {
    this.#random = random;
    this.#failingTries = failingTries;
  }

  /**
   * Runs in a handler. In its first tries, SQLite may not add pages, and the statements attempt to add some. In
   * later tries, SQLite may add pages.
   */
  attemptStatements(key: string, tx: EmbeddedTransaction): void {
    const previousTries = this.#tries.get(key) ?? 0;
    this.#tries.set(key, previousTries + 1);
    // The connection still has the limit of the previous handler.
    tx.run(`pragma max_page_count = ${highPageLimit}`);
    if (previousTries >= this.#failingTries) return;
    tx.run('create table if not exists torture_filler (text text)');
    const [row] = tx.all('pragma page_count');
    tx.run(`pragma max_page_count = ${Number(row?.['page_count'])}`);
    const repetitions = 1 + this.#random.below(3);
    for (let n = 0; n < repetitions; n += 1) {
      // This handler ignores errors. It inserts its effect, fails, and inserts the effect again.
      this.#attempt(() => insertEffect(tx, key));
      this.#attempt(() => insertLargeText(tx));
    }
  }

  #attempt(statement: () => void): void {
    try {
      statement();
    } catch {
      this.refusals += 1;
    }
  }
}

function insertEffect(tx: EmbeddedTransaction, key: string): void {
  tx.run('insert into torture_ledger (reference, pid) values (?, ?)', key, process.pid);
}

function insertLargeText(tx: EmbeddedTransaction): void {
  tx.run('insert into torture_filler values (?)', largeText);
}

function createReport(
  effects: ReadonlyMap<string, number>,
  results: {
    readonly effectsWhileFull: ReadonlyMap<string, number>;
    readonly payments: number;
    readonly disk: FullDisk;
    readonly events: readonly string[];
    readonly refusedUpdates: number;
  },
): Report {
  const { effectsWhileFull, payments, disk, events, refusedUpdates } = results;
  const violations = new Violations();
  for (const [reference, times] of effectsWhileFull)
    violations.add('an effect of a handler was kept although the disk was full', `${reference}: ${times}`);
  for (const [reference, times] of effects)
    if (times !== 1) violations.add('not exactly one effect', `${reference}: ${times}`);
  if (effects.size !== payments) violations.add('payments without effect', String(payments - effects.size));
  if (disk.refusals === 0) violations.add('the disk was never full', 'the run did not test the promise');
  return {
    figures: {
      payments,
      'statements refused because the disk was full': disk.refusals,
      'updates refused because the disk was full': refusedUpdates,
      'events hook-failed': events.filter((event) => event === 'hook-failed').length,
      'payments with one effect': [...effects.values()].filter((times) => times === 1).length,
      'effects kept although the disk was full': effectsWhileFull.size,
    },
    failures: violations.sentences(),
  };
}
