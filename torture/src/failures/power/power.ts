import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { startPostgres, startPostgresFrom } from '../../../../scripts/programs/postgres.mjs';
import { deliver, isAcknowledged, Sender, signCallback } from '../../gateway/callbacks.ts';
import { openGateway, type StubGateway, type Transaction } from '../../gateway/gateway.ts';
import { preparePayments } from '../../gateway/prepare-payments.ts';
import { createRandom, type Random } from '../../random.ts';
import { closeChild, startChild } from '../../shop/child.ts';
import { usualSettings } from '../../shop/shop.ts';
import { queryRows, runOutsideTransaction, type StorageSettings } from '../../shop/storage.ts';
import { Violations, type TortureCommand, type Report, type RunOptions } from '../../torture-command.ts';
import { readJournal, SimulatedDisk, type Survivors } from './journal.ts';
import { createRecorder, whyNoRecorder, type Recorder } from './recorder.ts';

export const power: TortureCommand = {
  sentence:
    'After a power failure at any moment, with any of the writes that were not synchronized, no acknowledged callback is lost, and no effect is lost or repeated.',
  flags: ['store', 'callbacks', 'failures'],
  run: async (options) => {
    const reason = whyNoRecorder();
    if (reason !== undefined) return { figures: { skipped: reason }, failures: [] };
    const runs = { embedded: runEmbedded, postgres: runPostgres };
    const choice = options.choice('store', ['both', ...Object.keys(runs)]);
    const reports: Report[] = [];
    for (const [store, run] of Object.entries(runs))
      if (choice === 'both' || choice === store) reports.push(await runStore(store, run, options));
    return {
      figures: Object.assign({}, ...reports.map(({ figures }) => figures)) as Report['figures'],
      failures: reports.flatMap(({ failures }) => failures),
    };
  },
};

/** Runs a shop while the writes of its store are recorded. */
type RunShop = (context: RunContext) => Promise<RecordedRun>;

interface RunContext {
  readonly folder: string;
  readonly recorder: Recorder;
  readonly gateway: StubGateway;
  readonly callbacks: number;
  /** False: the store does not wait for its disk, as with `fsync = off`. */
  readonly synchronizes: boolean;
}

interface RecordedRun {
  /** A copy of the folder before the run. */
  readonly base: string;
  /** Reads the rows of a folder after a power failure. Rejects if the database does not open. */
  readonly read: (folder: string) => Promise<StoredRows>;
}

interface StoredRows {
  readonly callbacks: ReadonlySet<string>;
  readonly fulfilled: ReadonlySet<string>;
  /** The references of the effects; an effect that happened twice is in the list twice. */
  readonly effects: readonly string[];
}

async function runStore(store: string, run: RunShop, options: RunOptions): Promise<Report> {
  const { log } = options;
  log(`${store}: the store synchronizes its writes.`);
  const safe = await failPower(run, { ...options, synchronizes: true });
  log(`${store}: the same without synchronized writes, which has to lose something.`);
  const unsafe = await failPower(run, { ...options, synchronizes: false });
  return {
    figures: {
      [`${store}: power failures`]: safe.failures,
      [`${store}: acknowledged callbacks`]: safe.acknowledged,
      [`${store}: recorded writes and synchronizations`]: safe.records,
      [`${store}: violations without synchronized writes`]: unsafe.violations.length,
    },
    failures: [
      ...safe.violations.map((violation) => `${store}: ${violation}`),
      ...(unsafe.violations.length === 0
        ? [`${store}: without synchronized writes, the run notices nothing`]
        : []),
    ],
  };
}

interface PowerFailures {
  readonly failures: number;
  readonly acknowledged: number;
  readonly records: number;
  readonly violations: readonly string[];
}

async function failPower(
  run: RunShop,
  { seed, size, synchronizes }: RunOptions & Pick<RunContext, 'synchronizes'>,
): Promise<PowerFailures> {
  const failures = size('failures', { long: 60, short: 6 });
  const callbacks = size('callbacks', { long: 300, short: 30 });
  const random = createRandom(seed);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pgw-power-')));
  const gateway = await openGateway();
  try {
    const recorder = createRecorder(folder);
    const { base, read } = await run({ folder, recorder, gateway, callbacks, synchronizes });
    const records = readJournal(recorder.journal);
    const marks = records.flatMap(({ kind, path }, at) => (kind === '!' ? [{ at, reference: path }] : []));
    const violations = new Violations();
    const disk = new SimulatedDisk(base, records);
    const target = join(folder, 'after');
    for (const position of choosePositions(records.length, { failures, random, first: marks[0]?.at ?? 0 })) {
      disk.advance(position);
      const acknowledged = marks.filter(({ at }) => at < position).map(({ reference }) => reference);
      const survivors = random.pick<Survivors>(['none', 'some', 'some', 'all']);
      disk.write(target, survivors, random);
      const label = `after record ${position} of ${records.length}, ${survivors} of the other writes`;
      await checkRows({ read, target, acknowledged, label, violations });
      rmSync(target, { recursive: true, force: true });
      // One loss shows that the run notices it.
      if (!synchronizes && violations.sentences().length > 0) break;
    }
    return {
      failures,
      acknowledged: marks.length,
      records: records.length,
      violations: violations.sentences(),
    };
  } finally {
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Chooses the moments of the power failures, in order. The last one is the end of the run. */
function choosePositions(
  end: number,
  { failures, random, first }: { readonly failures: number; readonly random: Random; readonly first: number },
): number[] {
  const positions = Array.from(
    { length: failures - 1 },
    () => first + 1 + random.below(Math.max(1, end - first)),
  );
  return [...positions, end].sort((one, other) => one - other);
}

interface Check {
  readonly read: RecordedRun['read'];
  readonly target: string;
  readonly acknowledged: readonly string[];
  readonly label: string;
  readonly violations: Violations;
}

async function checkRows({ read, target, acknowledged, label, violations }: Check): Promise<void> {
  let rows: StoredRows;
  try {
    rows = await read(target);
  } catch (error) {
    return violations.add('the database does not open', `${label}: ${String(error)}`);
  }
  const lost = acknowledged.filter((reference) => !rows.callbacks.has(reference.toUpperCase()));
  if (lost.length > 0) violations.add('acknowledged callbacks were lost', `${label}: ${lost.length}`);
  const effects = new Set(rows.effects);
  if (effects.size !== rows.effects.length) violations.add('an effect happened twice', label);
  if (
    effects.size !== rows.fulfilled.size ||
    [...effects].some((reference) => !rows.fulfilled.has(reference))
  )
    violations.add(
      'effects and fulfilled payments differ',
      `${label}: ${effects.size}, ${rows.fulfilled.size}`,
    );
}

const shopProgram = fileURLToPath(new URL('../../shop/process.ts', import.meta.url));

/** Sends the callbacks to a shop in its own process, and marks each response. Kills the process at the end. */
async function sendCallbacks(
  { recorder, gateway }: RunContext,
  storage: StorageSettings,
  {
    transactions,
    environment,
    halfway,
  }: {
    readonly transactions: readonly Transaction[];
    readonly environment: Readonly<Record<string, string>>;
    readonly halfway: () => Promise<void>;
  },
): Promise<void> {
  const settings = { ...usualSettings, storage, gatewayUrl: gateway.url, sweepIntervalMs: 200 };
  const shop = await startChild(shopProgram, { ...environment, PGW_TORTURE_SHOP: JSON.stringify(settings) });
  const sender = new Sender();
  try {
    const send = (part: readonly Transaction[]): Promise<void> =>
      deliver({
        callbacks: part.map(signCallback),
        sender,
        urls: () => [shop.url],
        pick: () => shop.url,
        concurrency: 8,
        onResponse: ({ reference }, response) => {
          if (response !== undefined && isAcknowledged(response)) recorder.mark(reference);
        },
      });
    const half = Math.ceil(transactions.length / 2);
    await send(transactions.slice(0, half));
    await halfway();
    await send(transactions.slice(half));
  } finally {
    await sender.close();
    await closeChild(shop);
  }
}

const rowStatements = {
  callbacks: 'select reference_key as reference from pgw_callbacks',
  fulfilled: "select reference from pgw_payments where fulfillment_state = 'done'",
  effects: 'select reference from torture_ledger',
};

async function readRows(query: (sql: string) => Promise<Record<string, unknown>[]>): Promise<StoredRows> {
  const read = async (sql: string): Promise<string[]> =>
    (await query(sql)).map(({ reference }) => String(reference).toUpperCase());
  return {
    callbacks: new Set(await read(rowStatements.callbacks)),
    fulfilled: new Set(await read(rowStatements.fulfilled)),
    effects: await read(rowStatements.effects),
  };
}

async function runEmbedded(context: RunContext): Promise<RecordedRun> {
  const { folder, recorder, gateway, callbacks, synchronizes } = context;
  const [root, base] = [join(folder, 'store'), join(folder, 'base')];
  mkdirSync(root);
  const storage: StorageSettings = { kind: 'embedded', file: join(root, 'payments.db') };
  const transactions = await preparePayments(storage, gateway, callbacks);
  cpSync(root, base, { recursive: true });
  await sendCallbacks(context, storage, {
    transactions,
    environment: { ...recorder.environment(root), ...(!synchronizes && { PGW_POWER_WITHOUT_SYNC: '1' }) },
    halfway: () => Promise.resolve(),
  });
  return {
    base,
    read: async (target) => {
      const database = new DatabaseSync(join(target, 'payments.db'));
      try {
        const [check] = database.prepare('pragma integrity_check').all();
        if (check?.['integrity_check'] !== 'ok') throw new Error(String(check?.['integrity_check']));
        return await readRows(async (sql) => database.prepare(sql).all());
      } finally {
        database.close();
      }
    },
  };
}

async function runPostgres(context: RunContext): Promise<RecordedRun> {
  const { folder, recorder, gateway, callbacks, synchronizes } = context;
  const base = join(folder, 'base');
  const first = await startPostgres();
  const transactions = await preparePayments(
    { kind: 'postgres', url: first.url, connections: 4 },
    gateway,
    callbacks,
  );
  await first.shutDown();
  cpSync(first.data, base, { recursive: true });
  await first.stop();
  const server = await startPostgresFrom(base, {
    environment: (root) => recorder.environment(root),
    settings: synchronizes ? [] : ['fsync=off'],
  });
  const storage: StorageSettings = { kind: 'postgres', url: server.url, connections: 4 };
  try {
    await sendCallbacks(context, storage, {
      transactions,
      environment: {},
      // The second half is written over data that a checkpoint has moved to the tables.
      halfway: () => runOutsideTransaction(storage, 'checkpoint'),
    });
  } finally {
    await server.stop();
  }
  return {
    base,
    read: async (target) => {
      rmSync(join(target, 'postmaster.pid'), { force: true });
      const restarted = await startPostgresFrom(target, { maxAttempts: 3 });
      try {
        return await readRows((sql) =>
          queryRows({ kind: 'postgres', url: restarted.url, connections: 1 }, sql),
        );
      } finally {
        await restarted.stop();
      }
    },
  };
}
