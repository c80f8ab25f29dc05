import { setTimeout as wait } from 'node:timers/promises';
import { Sender, signedCallback } from './callbacks.ts';
import type { Violations } from './claim.ts';
import { openGateway } from './gateway/gateway.ts';
import { histories } from './histories.ts';
import { possibleEnds } from './model.ts';
import { effectsOf, statesOf } from './outcomes.ts';
import { noteOf, openPayment, transactionOf } from './payments.ts';
import { randomOf, type Random } from './random.ts';
import { openShop, type Shop } from './shop/shop.ts';
import { openStorage, rowsOf, type StorageSettings } from './shop/storage.ts';

export interface ScheduleOptions {
  readonly seed: number;
  readonly count: number;
  readonly violations: Violations;
}

/** An event of a payment, with its time after the start. */
interface Step {
  readonly afterMs: number;
  readonly what: 'advance' | 'callback' | 'return' | 'settle';
  readonly status: number;
  /** The index of the step in the gateway's history that this event belongs to. */
  readonly turn: number;
}

const workers = 16;
const firstNumber = 2_000_000;
/** The longest delay of a response of the gateway, in which its record may change. */
const slowestResponseMs = 8;

/**
 * Plays random schedules. The gateway's record goes through a history. Callbacks of each step, copies of them, returning browsers and
 * queries of the back office follow at random times. Some happen at the same time, and responses of the gateway are delayed. Every payment
 * must end in a state that the model allows. Resolves with the number of fulfilled payments.
 */
export async function playSchedules(
  storage: StorageSettings,
  { seed, count, violations }: ScheduleOptions,
): Promise<number> {
  const random = randomOf(seed);
  const gateway = await openGateway({ delayed: () => wait(random.below(slowestResponseMs)) });
  const settings = {
    storage,
    ledger: { kind: 'tx' },
    handlerMs: 0,
    sweepIntervalMs: 100,
    queriesPerSecond: 1_000,
  } as const;
  // Two checkouts share PostgreSQL. A process can have only one embedded store: a second one would block the event loop.
  const instances = storage.kind === 'postgres' ? 2 : 1;
  const shops = await Promise.all(
    Array.from({ length: instances }, () => openShop({ ...settings, gatewayUrl: gateway.url })),
  );
  const sender = new Sender();
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  const plans = Array.from({ length: count }, () => planOf(random));
  const waiting = plans.entries();
  const worker = async (): Promise<void> => {
    for (const [n, { steps }] of waiting) {
      const transaction = transactionOf(firstNumber + n, { status: 0 });
      gateway.put(transaction);
      await store.insertPayment(openPayment(transaction), noteOf(transaction.reference));
      const advanced = new Map(steps.map((step) => [step.turn, Promise.withResolvers<void>()]));
      const played = steps.map(async ({ afterMs, what, status, turn }) => {
        await wait(afterMs);
        if (what === 'advance') {
          await advanced.get(turn - 1)?.promise;
          gateway.put({ ...transaction, status });
          return advanced.get(turn)?.resolve();
        }
        // Late timers can fire in another order. A gateway sends a callback only after it has written its record.
        await advanced.get(turn)?.promise;
        return bring({ what, shop: random.pick(shops), sender, transaction: { ...transaction, status } });
      });
      await Promise.all(played);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  await nothingDue(storage);
  await store.close();
  await close();
  for (const shop of shops) await shop.close();
  await sender.close();
  await gateway.close();
  return compare(storage, plans, violations);
}

interface Plan {
  readonly history: readonly number[];
  readonly steps: readonly Step[];
}

function planOf(random: Random): Plan {
  const history = random.pick(histories);
  const steps: Step[] = [];
  let now = 0;
  for (const [turn, status] of history.entries()) {
    now += random.below(12);
    steps.push({ afterMs: now, what: 'advance', status, turn });
    const isLast = turn === history.length - 1;
    // Earlier callbacks may be lost. The last one always arrives, because gateways repeat it until then.
    const copies = isLast ? 1 + random.below(3) : random.below(3);
    for (let copy = 0; copy < copies; copy += 1) {
      steps.push({ afterMs: now + 1 + random.below(20), what: 'callback', status, turn });
    }
    if (random.next() < 0.5) steps.push({ afterMs: now + random.below(20), what: 'return', status, turn });
    if (random.next() < 0.25) steps.push({ afterMs: now + random.below(20), what: 'settle', status, turn });
  }
  return { history, steps };
}

async function bring(event: {
  readonly what: 'callback' | 'return' | 'settle';
  readonly shop: Shop;
  readonly sender: Sender;
  readonly transaction: Parameters<typeof signedCallback>[0];
}): Promise<void> {
  const { what, shop, sender, transaction } = event;
  if (what === 'settle') return void (await shop.checkout.payments.settle(transaction.reference));
  const response =
    what === 'callback'
      ? await sender.post(shop.url, signedCallback(transaction))
      : await sender.returnToShop(shop.url, transaction);
  if (response?.status !== 200) throw new Error(`The response to a ${what} had status ${response?.status}.`);
}

/** Waits until no payment and no callback is due. */
async function nothingDue(storage: StorageSettings): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const [row] = await rowsOf(
      storage,
      `select (select count(*) from pgw_payments where next_ask_at <= ${Date.now()} or fulfilment = 'due') + ` +
        '(select count(*) from pgw_callbacks where settle_at is not null) as due',
    );
    if (Number(row?.['due']) === 0) return;
    await wait(100);
  }
}

async function compare(
  storage: StorageSettings,
  plans: readonly Plan[],
  violations: Violations,
): Promise<number> {
  const states = await statesOf(storage);
  const effects = await effectsOf(storage);
  let fulfilled = 0;
  for (const [n, { history }] of plans.entries()) {
    const { reference } = transactionOf(firstNumber + n);
    const ends = possibleEnds(history).map((end) => `${end.state}, ${end.effects} effects`);
    const state = states.get(reference) ?? 'missing';
    const count = effects.get(reference) ?? 0;
    const end = `${state}, ${count} effects`;
    if (!ends.includes(end)) {
      const label = `[${history.join(' ')}] ${reference}: ${end}, not ${[...new Set(ends)].join(' or ')}`;
      violations.add('an end state that the model does not allow', label);
    }
    fulfilled += count;
  }
  return fulfilled;
}
