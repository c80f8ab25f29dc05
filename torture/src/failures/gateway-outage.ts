import { setTimeout as wait } from 'node:timers/promises';
import { isAcknowledged, Sender, signCallback } from '../gateway/callbacks.ts';
import { Violations, type TortureCommand, type Report, type RunOptions } from '../torture-command.ts';
import { openGateway, type StubGateway, type Transaction } from '../gateway/gateway.ts';
import { OutageSwitch, outages, type Outage } from '../gateway/outage.ts';
import { readEffects } from '../shop/outcomes.ts';
import { preparePayments } from '../gateway/prepare-payments.ts';
import { withPostgres } from '../postgres.ts';
import { createRandom, type Random } from '../random.ts';
import { openShop, type Shop } from '../shop/shop.ts';
import type { StorageSettings } from '../shop/storage.ts';
import { pressPay } from '../shop/shopper.ts';
import { waitUntilFulfilled } from './failure-run.ts';

const second = 1_000;
/**
 * The limit for one process and an outage of up to a minute. It allows one probe a second, and the requests
 * that are sent before the outage is detected.
 */
const maxRequests = 100;
const syncedWithinMs = 20 * second;
/**
 * The time limit for the refusal of a start without a request to the gateway. A busy machine needs seconds.
 */
const refusedWithinMs = 5 * second;

export const gatewayOutage: TortureCommand = {
  sentence:
    'A gateway outage causes at most 100 requests. After its detection, no start has an unknown outcome. Within 20 s of its end, every payment is synced.',
  flags: ['seconds', 'payments', 'presses', 'outage'],
  run: (options) => withPostgres((storage) => runOutage(storage, options)),
};

interface Run {
  readonly shop: Shop;
  readonly gateway: StubGateway;
  readonly sender: Sender;
  readonly random: Random;
  readonly violations: Violations;
  readonly events: readonly string[];
}

async function runOutage(storage: StorageSettings, options: RunOptions): Promise<Report> {
  const { seed, size, choice, log } = options;
  const payments = size('payments', { long: 2_000, short: 60 });
  const presses = size('presses', { long: 200, short: 20 });
  const outage = toOutage(choice('outage', outages));
  // An outage without responses is detected by the first timeouts, after 15 s.
  const durationMs = size('seconds', { long: 40, short: outage === 'silent' ? 30 : 3 }) * second;
  const violations = new Violations();
  const events: string[] = [];
  const outageSwitch = new OutageSwitch();
  const gateway = await openGateway({ outage: outageSwitch });
  const sender = new Sender();
  const transactions = await preparePayments(storage, gateway, payments);
  const settings = {
    storage,
    ledger: { kind: 'tx' },
    handlerMs: 0,
    sweepIntervalMs: 5_000,
    queriesPerSecond: 10,
  } as const;
  const shop = await openShop(
    { ...settings, gatewayUrl: gateway.url },
    { onEvent: ({ event }) => events.push(event) },
  );
  const run: Run = { shop, gateway, sender, random: createRandom(seed), violations, events };
  try {
    log(
      `The gateway is down for ${durationMs / second} s (${outage}); ${payments} callbacks arrive during that time.`,
    );
    outageSwitch.set(outage);
    const [startCounts] = await Promise.all([
      pressDuring(run, presses, durationMs),
      sendCallbacksDuring(run, transactions, durationMs),
      wait(durationMs),
    ]);
    const requests = outageSwitch.requests;
    outageSwitch.set(undefined);
    const endedAt = performance.now();
    log('The gateway responds again.');
    await waitUntilFulfilled(storage, payments, 60 * second);
    const syncedMs = performance.now() - endedAt;
    // Only timeouts detect an outage without responses. Until then, each start sends a request and waits for its
    // timeout, so the limit is higher by the number of these starts.
    const allowedTimeouts = outage === 'silent' ? startCounts.unknown : 0;
    const limit = maxRequests + allowedTimeouts;
    return await createReport(storage, { run, payments, startCounts, requests, limit, syncedMs });
  } finally {
    await shop.close();
    await sender.close();
    await gateway.close();
  }
}

function toOutage(name: string): Outage {
  const outage = outages.find((kind) => kind === name);
  if (outage === undefined) throw new RangeError(`There is no outage ${name}.`);
  return outage;
}

/** Sends every callback once, at a random time during the outage. */
async function sendCallbacksDuring(
  { shop, sender, random, violations }: Run,
  transactions: readonly Transaction[],
  durationMs: number,
): Promise<void> {
  const deliver = async (transaction: Transaction, afterMs: number): Promise<void> => {
    await wait(afterMs);
    const response = await sender.post(shop.url, signCallback(transaction));
    if (response === undefined || !isAcknowledged(response))
      violations.add('a callback was not acknowledged', `${transaction.reference}: ${response?.status}`);
  };
  await Promise.all(
    transactions.map((transaction) => deliver(transaction, chooseRandomTime(random, durationMs))),
  );
}

/**
 * Returns a time in the first four fifths of the outage. So a busy machine sends nothing after the outage.
 */
function chooseRandomTime(random: Random, durationMs: number): number {
  return random.next() * durationMs * 0.8;
}

interface StartCounts {
  readonly refused: number;
  /** The number of starts whose response was lost. They happened before the outage was detected. */
  readonly unknown: number;
}

/** Presses Pay at random times during the outage. Each press is for another order. */
async function pressDuring(
  { shop, random, violations, events }: Run,
  count: number,
  durationMs: number,
): Promise<StartCounts> {
  let refused = 0;
  let unknown = 0;
  const pressOnce = async (n: number, afterMs: number): Promise<void> => {
    await wait(afterMs);
    const isDetected = events.includes('gateway-down');
    const startedAt = performance.now();
    const { code = 'none' } = await pressPay(shop.url, {
      order: `outage-${n}`,
      attempt: `attempt-outage-${n}`,
    });
    const tookMs = performance.now() - startedAt;
    if (code === 'outcome-unknown') unknown += 1;
    else refused += 1;
    if (!isDetected) return;
    if (code !== 'gateway-unreachable')
      violations.add('a start was not refused as unreachable', `${n}: ${code}`);
    if (tookMs > refusedWithinMs)
      violations.add('a start was not refused at once', `${n}: ${Math.round(tookMs)} ms`);
  };
  await Promise.all(
    Array.from({ length: count }, (_, n) => pressOnce(n, chooseRandomTime(random, durationMs))),
  );
  return { refused, unknown };
}

async function createReport(
  storage: StorageSettings,
  results: {
    readonly run: Run;
    readonly payments: number;
    readonly startCounts: StartCounts;
    readonly requests: number;
    readonly limit: number;
    readonly syncedMs: number;
  },
): Promise<Report> {
  const { run, payments, startCounts, requests, limit, syncedMs } = results;
  const { violations, events } = run;
  const count = (name: string): number => events.filter((event) => event === name).length;
  if (requests > limit) violations.add('too many requests during the outage', `${requests} of ${limit}`);
  if (startCounts.refused === 0)
    violations.add('no start was refused at once', 'the outage was not detected');
  if (syncedMs > syncedWithinMs) violations.add('not synced in time', `${Math.round(syncedMs)} ms`);
  for (const name of ['gateway-down', 'gateway-up'])
    if (count(name) !== 1) violations.add(`not exactly one event ${name}`, String(count(name)));
  const effects = await readEffects(storage);
  if (effects.size !== payments) violations.add('payments without effect', String(payments - effects.size));
  for (const [reference, times] of effects)
    if (times !== 1) violations.add('more than one effect', `${reference}: ${times}`);
  return {
    figures: {
      'callbacks during the outage': payments,
      'requests to the gateway during the outage': requests,
      'presses of Pay refused at once': startCounts.refused,
      'presses with an unknown outcome, before the outage was detected': startCounts.unknown,
      'events sync-failed': count('sync-failed'),
      'seconds until everything was synced': (syncedMs / second).toFixed(1),
    },
    failures: violations.sentences(),
  };
}
