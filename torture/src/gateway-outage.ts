import { setTimeout as wait } from 'node:timers/promises';
import { isAcknowledged, Sender, signedCallback } from './callbacks.ts';
import { Violations, type Claim, type Report, type RunOptions } from './claim.ts';
import { openGateway, type StubGateway, type Transaction } from './gateway/gateway.ts';
import { OutageSwitch, outages, type Outage } from './gateway/outage.ts';
import { effectsOf } from './outcomes.ts';
import { openPayments } from './payments.ts';
import { withPostgres } from './postgres.ts';
import { randomOf, type Random } from './random.ts';
import { openShop, type Shop } from './shop/shop.ts';
import { createLedger, openStorage, type StorageSettings } from './shop/storage.ts';
import { press } from './shopper.ts';
import { allFulfilled } from './storm.ts';

const second = 1_000;
/** For one process and an outage of up to a minute: one probe a second, and the requests before the outage is detected. */
const mostRequests = 100;
const settledWithinMs = 20 * second;
/** The limit for a start that is refused without a request to the gateway. A busy machine needs seconds for it. */
const refusedWithinMs = 5 * second;

export const gatewayOutage: Claim = {
  sentence:
    'A gateway outage causes at most 100 requests. Once it is detected, no start has an unknown outcome. Within 20 s after it, every payment is settled.',
  flags: ['seconds', 'payments', 'presses', 'outage'],
  run: (options) => withPostgres((storage) => outageOf(storage, options)),
};

interface Run {
  readonly shop: Shop;
  readonly gateway: StubGateway;
  readonly sender: Sender;
  readonly random: Random;
  readonly violations: Violations;
  readonly events: readonly string[];
}

async function outageOf(storage: StorageSettings, options: RunOptions): Promise<Report> {
  const { seed, size, choice, log } = options;
  const payments = size('payments', { long: 2_000, short: 60 });
  const presses = size('presses', { long: 200, short: 20 });
  const outage = asOutage(choice('outage', outages));
  // An outage without responses is detected by the first timeouts, after 15 s.
  const lastsMs = size('seconds', { long: 40, short: outage === 'silent' ? 30 : 3 }) * second;
  const violations = new Violations();
  const events: string[] = [];
  const down = new OutageSwitch();
  const gateway = await openGateway({ outage: down });
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
  const run: Run = { shop, gateway, sender, random: randomOf(seed), violations, events };
  try {
    log(
      `The gateway is down for ${lastsMs / second} s (${outage}); ${payments} callbacks arrive during that time.`,
    );
    down.set(outage);
    const [pressed] = await Promise.all([
      pressDuring(run, presses, lastsMs),
      callBackDuring(run, transactions, lastsMs),
      wait(lastsMs),
    ]);
    const requests = down.requests;
    down.set(undefined);
    const endedAt = performance.now();
    log('The gateway responds again.');
    await allFulfilled(storage, payments, 60 * second);
    const settledMs = performance.now() - endedAt;
    // An outage without responses is detected by timeouts only, so the starts that wait for them are allowed in addition.
    const waited = outage === 'silent' ? pressed.unknown : 0;
    const limit = mostRequests + waited;
    return await reportOf(storage, { run, payments, pressed, requests, limit, settledMs });
  } finally {
    await shop.close();
    await sender.close();
    await gateway.close();
  }
}

function asOutage(name: string): Outage {
  const found = outages.find((known) => known === name);
  if (found === undefined) throw new RangeError(`There is no outage ${name}.`);
  return found;
}

async function preparePayments(
  storage: StorageSettings,
  gateway: StubGateway,
  count: number,
): Promise<Transaction[]> {
  await createLedger(storage);
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  await store.open();
  const transactions = await openPayments(store, gateway, count);
  await store.close();
  await close();
  return transactions;
}

/** Sends every callback once, at random times of the outage. */
async function callBackDuring(
  { shop, sender, random, violations }: Run,
  transactions: readonly Transaction[],
  lastsMs: number,
): Promise<void> {
  const deliver = async (transaction: Transaction, afterMs: number): Promise<void> => {
    await wait(afterMs);
    const response = await sender.post(shop.url, signedCallback(transaction));
    if (response === undefined || !isAcknowledged(response))
      violations.add('a callback was not acknowledged', `${transaction.reference}: ${response?.status}`);
  };
  // In the first four fifths of the outage, so that no callback is sent after it on a busy machine.
  await Promise.all(transactions.map((transaction) => deliver(transaction, random.next() * lastsMs * 0.8)));
}

interface StartCounts {
  readonly refused: number;
  /** Starts before the outage was detected, whose response was lost. */
  readonly unknown: number;
}

/** Presses Pay at random times of the outage, each time for another order. */
async function pressDuring(
  { shop, random, violations, events }: Run,
  count: number,
  lastsMs: number,
): Promise<StartCounts> {
  let refused = 0;
  let unknown = 0;
  const one = async (n: number, afterMs: number): Promise<void> => {
    await wait(afterMs);
    const isNoticed = events.includes('gateway-down');
    const startedAt = performance.now();
    const { code = 'none' } = await press(shop.url, { order: `outage-${n}`, attempt: `attempt-outage-${n}` });
    const tookMs = performance.now() - startedAt;
    if (code === 'outcome-unknown') unknown += 1;
    else refused += 1;
    if (!isNoticed) return;
    if (code !== 'gateway-unreachable')
      violations.add('a start was not refused as unreachable', `${n}: ${code}`);
    if (tookMs > refusedWithinMs)
      violations.add('a start was not refused at once', `${n}: ${Math.round(tookMs)} ms`);
  };
  await Promise.all(Array.from({ length: count }, (_, n) => one(n, random.next() * lastsMs * 0.8)));
  return { refused, unknown };
}

async function reportOf(
  storage: StorageSettings,
  found: {
    readonly run: Run;
    readonly payments: number;
    readonly pressed: StartCounts;
    readonly requests: number;
    readonly limit: number;
    readonly settledMs: number;
  },
): Promise<Report> {
  const { run, payments, pressed, requests, limit, settledMs } = found;
  const { violations, events } = run;
  const count = (name: string): number => events.filter((event) => event === name).length;
  if (requests > limit) violations.add('too many requests during the outage', `${requests} of ${limit}`);
  if (pressed.refused === 0) violations.add('no start was refused at once', 'the outage was not detected');
  if (settledMs > settledWithinMs) violations.add('not settled in time', `${Math.round(settledMs)} ms`);
  for (const name of ['gateway-down', 'gateway-up'])
    if (count(name) !== 1) violations.add(`not exactly one event ${name}`, String(count(name)));
  const effects = await effectsOf(storage);
  if (effects.size !== payments) violations.add('payments without effect', String(payments - effects.size));
  for (const [reference, times] of effects)
    if (times !== 1) violations.add('more than one effect', `${reference}: ${times}`);
  return {
    counted: {
      'callbacks during the outage': payments,
      'requests to the gateway during the outage': requests,
      'presses of Pay refused at once': pressed.refused,
      'presses with an unknown outcome, before the outage was detected': pressed.unknown,
      'events settle-failed': count('settle-failed'),
      'seconds until everything was settled': (settledMs / second).toFixed(1),
    },
    failures: violations.sentences(),
  };
}
