import { setTimeout as wait } from 'node:timers/promises';
import { isAcknowledged, Sender, signedCallback } from './callbacks.ts';
import { Doubts, type Claim, type Report, type RunOptions } from './claim.ts';
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
/** Of one process, however long the outage lasts up to a minute: one probe a second, and what was sent before it was noticed. */
const mostRequests = 100;
const settledWithinMs = 20 * second;
/** A start that is refused at once; a busy machine takes its time for it. */
const refusedWithinMs = 5 * second;

export const gatewayOutage: Claim = {
  sentence:
    'An outage of the gateway costs at most 100 requests, leaves no start unknown once it is noticed, and everything is settled within 20 s of its end.',
  flags: ['seconds', 'payments', 'presses', 'outage'],
  run: (options) => withPostgres((storage) => outageOf(storage, options)),
};

interface Run {
  readonly shop: Shop;
  readonly gateway: StubGateway;
  readonly sender: Sender;
  readonly random: Random;
  readonly doubts: Doubts;
  readonly events: readonly string[];
}

async function outageOf(storage: StorageSettings, options: RunOptions): Promise<Report> {
  const { seed, size, choice, say } = options;
  const payments = size('payments', { long: 2_000, short: 60 });
  const presses = size('presses', { long: 200, short: 20 });
  const outage = asOutage(choice('outage', outages));
  // A silent gateway is noticed by the first time-outs, after 15 s.
  const lastsMs = size('seconds', { long: 40, short: outage === 'silent' ? 30 : 3 }) * second;
  const doubts = new Doubts();
  const events: string[] = [];
  const down = new OutageSwitch();
  const gateway = await openGateway({ outage: down });
  const sender = new Sender();
  const transactions = await prepared(storage, gateway, payments);
  const settings = {
    storage,
    ledger: { kind: 'tx' },
    handlerMs: 0,
    sweepIntervalMs: 5_000,
    asksPerSecond: 10,
  } as const;
  const shop = await openShop(
    { ...settings, gatewayUrl: gateway.url },
    { onEvent: ({ event }) => events.push(event) },
  );
  const run: Run = { shop, gateway, sender, random: randomOf(seed), doubts, events };
  try {
    say(`The gateway is down for ${lastsMs / second} s (${outage}); ${payments} callbacks come meanwhile.`);
    down.set(outage);
    const [pressed] = await Promise.all([
      pressDuring(run, presses, lastsMs),
      callBackDuring(run, transactions, lastsMs),
      wait(lastsMs),
    ]);
    const requests = down.requests;
    down.set(undefined);
    const endedAt = performance.now();
    say('The gateway responds again.');
    await allFulfilled(storage, payments, 60 * second);
    const settledMs = performance.now() - endedAt;
    // A silent gateway is noticed by time-outs alone: the starts that wait for them come on top.
    const waited = outage === 'silent' ? pressed.unknown : 0;
    const limit = mostRequests + waited;
    return await judged(storage, { run, payments, pressed, requests, limit, settledMs });
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

async function prepared(
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

/** Delivers every callback once, at random moments of the outage. */
async function callBackDuring(
  { shop, sender, random, doubts }: Run,
  transactions: readonly Transaction[],
  lastsMs: number,
): Promise<void> {
  const deliver = async (transaction: Transaction, afterMs: number): Promise<void> => {
    await wait(afterMs);
    const answer = await sender.post(shop.url, signedCallback(transaction));
    if (answer === undefined || !isAcknowledged(answer))
      doubts.add('a callback was not acknowledged', `${transaction.reference}: ${answer?.status}`);
  };
  // Four fifths of the outage, so that the last one does not come after its end on a busy machine.
  await Promise.all(transactions.map((transaction) => deliver(transaction, random.next() * lastsMs * 0.8)));
}

interface Presses {
  readonly refused: number;
  /** Before the outage was noticed: their answer was lost. */
  readonly unknown: number;
}

/** Presses Pay at random moments of the outage, each for another order. */
async function pressDuring(
  { shop, random, doubts, events }: Run,
  count: number,
  lastsMs: number,
): Promise<Presses> {
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
    if (code !== 'gateway-unreachable') doubts.add('a start was not refused as unreachable', `${n}: ${code}`);
    if (tookMs > refusedWithinMs)
      doubts.add('a start was not refused at once', `${n}: ${Math.round(tookMs)} ms`);
  };
  await Promise.all(Array.from({ length: count }, (_, n) => one(n, random.next() * lastsMs * 0.8)));
  return { refused, unknown };
}

async function judged(
  storage: StorageSettings,
  found: {
    readonly run: Run;
    readonly payments: number;
    readonly pressed: Presses;
    readonly requests: number;
    readonly limit: number;
    readonly settledMs: number;
  },
): Promise<Report> {
  const { run, payments, pressed, requests, limit, settledMs } = found;
  const { doubts, events } = run;
  const count = (name: string): number => events.filter((event) => event === name).length;
  if (requests > limit) doubts.add('too many requests during the outage', `${requests} of ${limit}`);
  if (pressed.refused === 0) doubts.add('no start was refused at once', 'the outage was not noticed');
  if (settledMs > settledWithinMs) doubts.add('not settled in time', `${Math.round(settledMs)} ms`);
  for (const name of ['gateway-down', 'gateway-up'])
    if (count(name) !== 1) doubts.add(`not one event ${name}`, String(count(name)));
  const effects = await effectsOf(storage);
  if (effects.size !== payments) doubts.add('payments without effect', String(payments - effects.size));
  for (const [reference, times] of effects)
    if (times !== 1) doubts.add('more than one effect', `${reference}: ${times}`);
  return {
    counted: {
      'callbacks during the outage': payments,
      'requests to the gateway during the outage': requests,
      'presses of Pay refused at once': pressed.refused,
      'presses with an unknown outcome, before it was noticed': pressed.unknown,
      'events settle-failed': count('settle-failed'),
      'seconds until everything was settled': (settledMs / second).toFixed(1),
    },
    failures: doubts.sentences(),
  };
}
