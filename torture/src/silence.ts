import { Doubts, type Claim, type Report, type RunOptions } from './claim.ts';
import { openGateway } from './gateway/gateway.ts';
import { effectsOf } from './outcomes.ts';
import { noteOf, openPayment, transactionOf } from './payments.ts';
import { withPostgres } from './postgres.ts';
import { randomOf } from './random.ts';
import { openShop } from './shop/shop.ts';
import { createLedger, openStorage, type StorageSettings } from './shop/storage.ts';

const second = 1_000;
const minute = 60 * second;
/** How often a process sweeps: the default of `sweepIntervalMs`. */
const sweepEvery = 5 * second;

/** A payment of the run: when it began, and when the gateway has the money (milliseconds from the start). */
interface Life {
  readonly begins: number;
  readonly paid: number;
}

export const silence: Claim = {
  sentence: 'When no callback ever arrives, the sweep alone settles every payment within the stated bound.',
  flags: ['payments', 'minutes', 'asks-per-second'],
  run: (options) => withPostgres((storage) => inSilence(storage, options)),
};

/** Clocks are turned by hand here, a second at a time; gateway, database and HTTP are real. */
async function inSilence(storage: StorageSettings, { seed, size, say }: RunOptions): Promise<Report> {
  const count = size('payments', { long: 1_000, short: 20 });
  const within = size('minutes', { long: 30, short: 5 }) * minute;
  const asksPerSecond = size('asks-per-second', { long: 10, short: 10 });
  const random = randomOf(seed);
  const start = Date.UTC(2030, 0, 1);
  let now = start;
  const fulfilledAt = new Map<string, number>();
  const warnings = new Set<string>();
  const gateway = await openGateway();
  await createLedger(storage);
  const settings = {
    storage,
    ledger: { kind: 'tx' },
    handlerMs: 0,
    sweepIntervalMs: 0,
    asksPerSecond,
  } as const;
  const shop = await openShop(
    { ...settings, gatewayUrl: gateway.url },
    {
      now: () => now,
      onEvent: ({ event, ids }) => {
        if (event === 'payment-fulfilled') fulfilledAt.set(String(ids['reference']), now - start);
        if (event === 'callbacks-missing') warnings.add(event);
      },
    },
  );
  const lives = Array.from({ length: count }, () => lifeOf(() => random.next(), within));
  say(`${count} payments begin within ${within / minute} minutes of a turned clock; no callback is sent.`);
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  const begin = async (n: number, { begins }: Life): Promise<void> => {
    const transaction = transactionOf(n, { status: 0 });
    const createdAt = start + begins;
    gateway.put(transaction);
    const times = {
      createdAt,
      schedule: { queriedAt: null, nextQueryAt: createdAt + 20 * second },
    };
    await store.insertPayment(openPayment(transaction, times), noteOf(transaction.reference));
  };
  const end = within + 30 * minute;
  // As the worker does it: after a pause, or at once when the budget stopped it.
  let hasMore = false;
  for (let at = 0; at < end && fulfilledAt.size < count; at += second) {
    now = start + at;
    for (const [n, life] of lives.entries()) {
      if (isIn(life.begins, at)) await begin(n, life);
      if (isIn(life.paid, at)) gateway.put(transactionOf(n, { status: 1 }));
    }
    if (hasMore || at % sweepEvery === 0) hasMore = await shop.checkout.payments.sweep();
  }
  await store.close();
  await close();
  await shop.close();
  await gateway.close();
  const effects = await effectsOf(storage);
  return judged({ lives, fulfilledAt, effects, asked: gateway.asked(), warnings, asksPerSecond });
}

/** Begins at any time of the run and is paid 5 seconds to 14 minutes later. */
function lifeOf(chance: () => number, within: number): Life {
  const begins = Math.floor(chance() * within);
  return { begins, paid: begins + 5 * second + Math.floor(chance() * 14 * minute) };
}

function isIn(moment: number, from: number): boolean {
  return moment >= from && moment < from + second;
}

/** Every second of silence: how late each payment was, and whether that is within the bound of docs/reliability.md. */
function judged(found: {
  readonly lives: readonly Life[];
  readonly fulfilledAt: ReadonlyMap<string, number>;
  readonly effects: ReadonlyMap<string, number>;
  readonly asked: number;
  readonly warnings: ReadonlySet<string>;
  readonly asksPerSecond: number;
}): Report {
  const { lives, fulfilledAt, effects, asked, warnings, asksPerSecond } = found;
  const doubts = new Doubts();
  const delays: number[] = [];
  for (const [n, life] of lives.entries()) {
    const { reference } = transactionOf(n);
    const at = fulfilledAt.get(reference);
    if (effects.get(reference) !== 1)
      doubts.add('not exactly one effect', `${reference}: ${effects.get(reference) ?? 0}`);
    if (at === undefined) continue;
    const late = at - life.paid;
    delays.push(late);
    const most = boundOf(life, { openPayments: lives.length, asksPerSecond });
    if (late > most)
      doubts.add('later than the bound', `${reference}: ${late / second} s of ${most / second} s`);
  }
  if (warnings.size === 0)
    doubts.add('no warning that callbacks are missing', 'callbacks-missing was not told');
  const sorted = delays.sort((a, b) => a - b);
  const inSeconds = (share: number): string =>
    `${Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) / second)} s`;
  return {
    counted: {
      payments: lives.length,
      'settled by the sweep alone': delays.length,
      'questions to the gateway': asked,
      'seconds from paid to fulfilled: median': inSeconds(0.5),
      '95th of a hundred': inSeconds(0.95),
      'the latest': inSeconds(1),
    },
    failures: doubts.sentences(),
  };
}

/**
 * The bound: the step of the schedule at the payment's age, plus the time that the budget takes to ask about every open
 * payment once, plus one pause of the sweep and the second that budgets are counted by.
 */
function boundOf(
  { begins, paid }: Life,
  { openPayments, asksPerSecond }: { readonly openPayments: number; readonly asksPerSecond: number },
): number {
  const age = paid - begins;
  const step = age < 2 * minute ? 20 * second : age < 10 * minute ? minute : 5 * minute;
  return step + Math.ceil(openPayments / asksPerSecond) * second + sweepEvery + second;
}
