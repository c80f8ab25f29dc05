import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  findCompletePostgres,
  startReplica,
  whyNoCompletePostgres,
} from '../../../scripts/programs/postgres.mjs';
import { deliver, isAcknowledged, Sender, signCallback, type SignedCallback } from '../gateway/callbacks.ts';
import { waitForProgress, waitUntilFulfilled } from './failure-run.ts';
import { openGateway, type Transaction } from '../gateway/gateway.ts';
import { readEffects } from '../shop/outcomes.ts';
import { withPostgres, type PostgresStorage } from '../postgres.ts';
import { preparePayments } from '../gateway/prepare-payments.ts';
import { openProxy } from '../network/proxy.ts';
import { createRandom, type Random } from '../random.ts';
import { countInboxCallbacks } from './run-check.ts';
import { startFleet, type Fleet } from '../shop/fleet.ts';
import { openShop, usualSettings, type ShopSettings } from '../shop/shop.ts';
import { queryRows, runOutsideTransaction, type StorageSettings } from '../shop/storage.ts';
import { Violations, type Report, type RunOptions, type TortureCommand } from '../torture-command.ts';

/** Whether a commit waits until the replica has it. */
const replications = ['synchronous', 'asynchronous'] as const;
type Replication = (typeof replications)[number];

export const failover: TortureCommand = {
  sentence:
    'When the primary of PostgreSQL is killed and its replica is promoted, a synchronous replica loses no acknowledged callback. After the loss of an asynchronous replica, a reconciliation fulfills every paid order once.',
  flags: ['replica', 'failovers', 'callbacks', 'lag-ms'],
  run: runFailovers,
};

async function runFailovers({ seed, size, choice, log }: RunOptions): Promise<Report> {
  const chosen = choice('replica', ['both', ...replications]);
  const failovers = size('failovers', { long: 5, short: 1 });
  const callbacks = size('callbacks', { long: 2_000, short: 40 });
  // The history mark is written once a second. A loss of a longer time is always noticed.
  const lagMs = size('lag-ms', { long: 1_500, short: 1_200 });
  const programs = findCompletePostgres();
  // `scripts/fresh/fresh-debian.mjs` and CONTRIBUTING.md install one. Without it, nothing can be promoted.
  if (programs === undefined) return { figures: { skipped: whyNoCompletePostgres() ?? '' }, failures: [] };
  const violations = new Violations();
  const figures: Record<string, number | string> = {
    failovers,
    callbacks,
    'lag of the replica in ms': lagMs,
  };
  for (const replication of replications.filter((name) => chosen === 'both' || chosen === name)) {
    const totals = { acknowledged: 0, lost: 0, withoutEffect: 0, repaired: 0, noticed: 0 };
    for (let n = 0; n < failovers; n += 1) {
      const options = { replication, callbacks, lagMs, seed: seed + n, programs, violations };
      const result = await failOver(options);
      log(`${replication}, seed ${seed + n}: ${JSON.stringify(result)}`);
      totals.acknowledged += result.acknowledged;
      totals.lost += result.lost;
      totals.withoutEffect += result.withoutEffect;
      totals.repaired += result.repaired;
      totals.noticed += result.isNoticed ? 1 : 0;
      if (result.isNoticed !== result.lost > 0)
        violations.add(...describeMark(replication, seed + n, result));
    }
    figures[`${replication}: callbacks acknowledged before the failover`] = totals.acknowledged;
    figures[`${replication}: acknowledged callbacks lost`] = totals.lost;
    figures[`${replication}: paid orders without effect after the failover`] = totals.withoutEffect;
    figures[`${replication}: fulfilled by a reconciliation`] = totals.repaired;
    figures[`${replication}: failovers after which the history mark reported a loss`] = totals.noticed;
    if (replication === 'synchronous' && totals.lost > 0)
      violations.add('acknowledged callbacks were lost by a synchronous replica', String(totals.lost));
    // Otherwise the run does not show what happens after a loss.
    if (replication === 'asynchronous' && totals.lost === 0)
      violations.add('an asynchronous replica has lost nothing', `${totals.acknowledged} callbacks`);
  }
  return { figures, failures: violations.sentences() };
}

function describeMark(
  replication: Replication,
  seed: number,
  { lost, isNoticed }: FailoverResult,
): readonly [kind: string, example: string] {
  const kind = isNoticed ? 'the history mark reported a loss without one' : 'the history mark missed a loss';
  return [kind, `${replication}, seed ${seed}: ${lost} callbacks were lost`];
}

interface FailoverOptions {
  readonly replication: Replication;
  readonly callbacks: number;
  readonly lagMs: number;
  readonly seed: number;
  /** The folder of the programs of PostgreSQL. */
  readonly programs: string;
  readonly violations: Violations;
}

interface FailoverResult {
  /** Callbacks that the shop had acknowledged when the primary was killed. */
  readonly acknowledged: number;
  /** Those of them that the promoted replica does not have. */
  readonly lost: number;
  /** Paid orders that are not fulfilled although every callback was acknowledged. */
  readonly withoutEffect: number;
  /** Those of them that a reconciliation has fulfilled. */
  readonly repaired: number;
  /** True if the history mark shows that the store has lost writes. */
  readonly isNoticed: boolean;
}

/** Kills the primary while callbacks arrive, and promotes its replica. */
async function failOver({
  replication,
  callbacks,
  lagMs,
  seed,
  programs,
  violations,
}: FailoverOptions): Promise<FailoverResult> {
  return withPostgres(async (primaryStorage, primary) => {
    const random = createRandom(seed);
    const gateway = await openGateway();
    const sender = new Sender();
    const transactions = await preparePayments(primaryStorage, gateway, callbacks);
    const slowConnection = await openProxy(primary.url);
    const replica = await startReplica(withPort(primary.url, slowConnection.url), programs);
    if (replication === 'synchronous') await requireReplica(primaryStorage);
    // The shop reaches the primary by this address, and the promoted replica later.
    let current = primary.url;
    const address = await openProxy(() => current);
    const storage = { ...primaryStorage, url: withPort(primary.url, address.url) };
    const promoted = { ...primaryStorage, url: replica.url };
    const folder = mkdtempSync(join(tmpdir(), 'pgw-torture-'));
    const historyMarkFile = join(folder, 'pgw.mark');
    const settings = { ...usualSettings, gatewayUrl: gateway.url, sweepIntervalMs: 200, historyMarkFile };
    const fleet = await startFleet({ ...settings, storage }, 2);
    const acknowledged = new Set<string>();
    let acknowledgedBefore: readonly string[] = [];
    const callbacksToSend = random.shuffled(transactions).map((transaction) => signCallback(transaction));
    const sending = sendCallbacks(callbacksToSend, { sender, fleet, random, acknowledged });
    try {
      const third = Math.floor(callbacks / 3);
      await waitForProgress(() => acknowledged.size, third + random.below(third));
      slowConnection.holdResponses();
      await wait(lagMs);
      await primary.crash();
      acknowledgedBefore = [...acknowledged];
      await promote(promoted);
      current = replica.url;
      await sending;
      const context = { promoted, settings, transactions, violations };
      return await repairAndCount(acknowledgedBefore, context);
    } finally {
      await fleet.close();
      await address.close();
      await slowConnection.close();
      await replica.stop();
      await sender.close();
      await gateway.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }, programs);
}

/** Counts what the promoted replica has lost, and reconciles it. */
async function repairAndCount(
  acknowledged: readonly string[],
  {
    promoted,
    settings,
    transactions,
    violations,
  }: {
    readonly promoted: StorageSettings;
    readonly settings: Omit<ShopSettings, 'storage'>;
    readonly transactions: readonly Transaction[];
    readonly violations: Violations;
  },
): Promise<FailoverResult> {
  const inbox = await countInboxCallbacks(promoted);
  const lost = acknowledged.filter((reference) => !inbox.has(reference));
  await waitUntilFulfilled(promoted, transactions.length - lost.length);
  const before = await readEffects(promoted);
  const isNoticed = await reconcile(promoted, settings);
  const after = await readEffects(promoted);
  checkEffects(transactions, after, violations);
  return {
    acknowledged: acknowledged.length,
    lost: lost.length,
    withoutEffect: transactions.length - before.size,
    repaired: after.size - before.size,
    isNoticed,
  };
}

/** Sends the callbacks until all are acknowledged, and adds their references to `acknowledged`. */
function sendCallbacks(
  callbacks: readonly SignedCallback[],
  {
    sender,
    fleet,
    random,
    acknowledged,
  }: {
    readonly sender: Sender;
    readonly fleet: Fleet;
    readonly random: Random;
    readonly acknowledged: Set<string>;
  },
): Promise<void> {
  return deliver({
    callbacks,
    sender,
    urls: fleet.urls,
    concurrency: 32,
    pick: (urls) => random.pick(urls),
    onResponse: ({ reference }, response) => {
      if (response !== undefined && isAcknowledged(response)) acknowledged.add(reference);
    },
  });
}

function checkEffects(
  transactions: readonly Transaction[],
  effects: ReadonlyMap<string, number>,
  violations: Violations,
): void {
  for (const { reference } of transactions) {
    const times = effects.get(reference) ?? 0;
    if (times !== 1) violations.add('an order does not have one effect', `${reference}: ${times}`);
  }
}

/** Returns the URL with the host and port of another URL. */
function withPort(url: string, other: string): string {
  const result = new URL(url);
  result.host = new URL(other).host;
  return result.href;
}

/** Makes every commit of the primary wait for the replica. */
async function requireReplica(primary: PostgresStorage): Promise<void> {
  await runOutsideTransaction(primary, "alter system set synchronous_standby_names = '*'");
  await queryRows(primary, 'select pg_reload_conf()');
  for (let tries = 0; tries < 600; tries += 1) {
    const rows = await queryRows(primary, "select 1 from pg_stat_replication where sync_state = 'sync'");
    if (rows.length > 0) return;
    await wait(50);
  }
  throw new Error('The replica of PostgreSQL is not synchronous after 30 seconds.');
}

async function promote(replica: StorageSettings): Promise<void> {
  await queryRows(replica, 'select pg_promote(true, 60)');
}

/**
 * Compares all payments with the gateway, as a person does after a failover. Resolves with true if the health of the
 * shop reports lost history before.
 */
async function reconcile(
  storage: StorageSettings,
  settings: Omit<ShopSettings, 'storage'>,
): Promise<boolean> {
  const shop = await openShop({ ...settings, storage, sweepIntervalMs: 0 });
  try {
    const { problems } = await shop.checkout.health();
    await shop.checkout.operator.payments.reconcile({ since: 0 });
    while (await shop.checkout.sweep());
    return problems.some(({ code }) => code === 'history-lost');
  } finally {
    await shop.close();
  }
}
