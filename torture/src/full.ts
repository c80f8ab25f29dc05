import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PgwError } from '@pgw/protocol';
import type { EmbeddedTransaction } from '@pgw/express/stores/embedded';
import { Violations, type Claim, type Report, type RunOptions } from './claim.ts';
import { openGateway, type StubGateway } from './gateway/gateway.ts';
import { effectsOf } from './outcomes.ts';
import { openPayments } from './payments.ts';
import { randomOf, type Random } from './random.ts';
import { openShop, type Shop } from './shop/shop.ts';
import { createLedger, openStorage, type StorageSettings } from './shop/storage.ts';

export const full: Claim = {
  sentence:
    'A handler is rolled back when the disk is full at any of its statements. Once there is space, its effect happens exactly once.',
  flags: ['payments', 'tries'],
  run: async (options) => {
    const folder = mkdtempSync(join(tmpdir(), 'pgw-torture-full-'));
    try {
      return await fullDisk({ kind: 'embedded', file: join(folder, 'payments.db') }, options);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const minute = 60_000;
const pageBytes = 4_096;
/** Free pages for the rows of the checkout, so that every payment reaches its handler. */
const sparePages = 40;
/** Larger than the free pages. */
const large = 'x'.repeat(4 * sparePages * pageBytes);
/** The maximum number of sweeps. A sweep that finds no free page leaves its payments to the next sweep. */
const mostRounds = 30;

type EmbeddedSettings = Extract<StorageSettings, { readonly kind: 'embedded' }>;

async function fullDisk(storage: EmbeddedSettings, { seed, size, log }: RunOptions): Promise<Report> {
  const payments = size('payments', { long: 300, short: 15 });
  const tries = size('tries', { long: 3, short: 2 });
  const disk = new Disk(randomOf(seed), tries);
  const events: string[] = [];
  let skipped = 0;
  const gateway = await openGateway();
  await preparePayments(storage, gateway, payments);
  const settings = {
    storage,
    ledger: { kind: 'tx' },
    handlerMs: 0,
    sweepIntervalMs: 0,
    queriesPerSecond: 1_000,
  } as const;
  const shop = await openShop(
    { ...settings, gatewayUrl: gateway.url },
    {
      now: () => Date.now() + skipped,
      onEvent: ({ event }) => events.push(event),
      // The handler of the shop then writes its entry. If the failures here were ignored, the effect would be counted twice.
      beforeEntry: (key, tx) => disk.use(key, tx as EmbeddedTransaction),
    },
  );
  try {
    log(`${payments} payments; the disk is full in the first ${tries} attempts of each handler.`);
    let refused = await settleAll(shop, storage, payments);
    const early = await effectsOf(storage);
    // The sweep retries failed handlers, after a longer pause each time.
    for (let round = 0; round < mostRounds && (await effectsOf(storage)).size < payments; round += 1) {
      skipped += 90 * minute;
      refused += await settleAll(shop, storage, payments);
      await shop.checkout.payments.sweep();
    }
    return reportOf(await effectsOf(storage), { early, payments, disk, events, refused });
  } finally {
    await shop.close();
    await gateway.close();
  }
}

async function preparePayments(storage: StorageSettings, gateway: StubGateway, count: number): Promise<void> {
  await createLedger(storage);
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  await store.open();
  await openPayments(store, gateway, count);
  await store.close();
  await close();
}

/** Settles every payment. Returns how many settlements failed because the disk was full; any other error ends the run. */
async function settleAll(shop: Shop, storage: EmbeddedSettings, payments: number): Promise<number> {
  let refused = 0;
  for (let n = 1; n <= payments; n += 1) {
    const reference = `R-${String(n).padStart(9, '0')}`;
    freePages(storage);
    try {
      await shop.checkout.payments.settle(reference);
    } catch (error) {
      if (!(error instanceof PgwError) || !error.message.includes('disk is full')) throw error;
      refused += 1;
    }
  }
  return refused;
}

/**
 * Makes free pages in the database file. The checkout's connection keeps the page limit that the last handler set. Without free
 * pages, the settlement of the next payment would fail before its handler begins.
 */
function freePages({ file }: EmbeddedSettings): void {
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

/** A disk that is full during the first attempts of each handler: SQLite refuses to add pages, as on a full disk. */
class Disk {
  readonly #tries = new Map<string, number>();
  readonly #random: Random;
  readonly #failing: number;
  refusals = 0;

  constructor(random: Random, failing: number) {
    this.#random = random;
    this.#failing = failing;
  }

  use(key: string, tx: EmbeddedTransaction): void {
    const tried = this.#tries.get(key) ?? 0;
    this.#tries.set(key, tried + 1);
    tx.run('pragma max_page_count = 1073741823');
    if (tried >= this.#failing) return;
    tx.run('create table if not exists torture_filler (text text)');
    const [row] = tx.all('pragma page_count');
    tx.run(`pragma max_page_count = ${Number(row?.['page_count'])}`);
    const attempts = 1 + this.#random.below(3);
    for (let n = 0; n < attempts; n += 1) {
      // This handler ignores errors: it counts its effect, fails, and counts the effect again.
      for (const statement of [() => countEffect(tx, key), () => fill(tx)]) this.#attempt(statement);
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

function countEffect(tx: EmbeddedTransaction, key: string): void {
  tx.run('insert into torture_ledger (reference, pid) values (?, ?)', key, process.pid);
}

function fill(tx: EmbeddedTransaction): void {
  tx.run('insert into torture_filler values (?)', large);
}

function reportOf(
  effects: ReadonlyMap<string, number>,
  found: {
    readonly early: ReadonlyMap<string, number>;
    readonly payments: number;
    readonly disk: Disk;
    readonly events: readonly string[];
    readonly refused: number;
  },
): Report {
  const { early, payments, disk, events, refused } = found;
  const violations = new Violations();
  for (const [reference, times] of early)
    violations.add('an effect of a handler was kept although the disk was full', `${reference}: ${times}`);
  for (const [reference, times] of effects)
    if (times !== 1) violations.add('not exactly one effect', `${reference}: ${times}`);
  if (effects.size !== payments) violations.add('payments without effect', String(payments - effects.size));
  if (disk.refusals === 0) violations.add('the disk was never full', 'the run shows nothing');
  return {
    counted: {
      payments,
      'statements refused because the disk was full': disk.refusals,
      'settlements refused because the disk was full': refused,
      'events fulfilment-failed': events.filter((event) => event === 'fulfilment-failed').length,
      'payments with one effect': [...effects.values()].filter((times) => times === 1).length,
      'effects kept although the disk was full': early.size,
    },
    failures: violations.sentences(),
  };
}
