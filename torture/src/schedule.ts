import { setTimeout as wait } from 'node:timers/promises';
import { Sender, signedCallback } from './callbacks.ts';
import type { Doubts } from './claim.ts';
import { openGateway } from './gateway/gateway.ts';
import { histories } from './histories.ts';
import { endsOf } from './model.ts';
import { effectsOf, statesOf } from './outcomes.ts';
import { noteOf, openPayment, transactionOf } from './payments.ts';
import { randomOf, type Random } from './random.ts';
import { openShop, type Shop } from './shop/shop.ts';
import { openStorage, rowsOf, type StorageSettings } from './shop/storage.ts';

export interface ScheduleOptions {
  readonly seed: number;
  readonly count: number;
  readonly doubts: Doubts;
}

/** Something that happens to a payment, and how long after the start. */
interface Step {
  readonly afterMs: number;
  readonly what: 'advance' | 'callback' | 'return' | 'settle';
  readonly status: number;
  /** Of the gateway's history: which step this belongs to. */
  readonly turn: number;
}

const lanes = 16;
const firstNumber = 2_000_000;
/** Until the gateway's answer arrives, its record may have changed: an answer may be as stale as this. */
const slowestAnswerMs = 8;

/**
 * Plays random schedules: the gateway goes through a history while callbacks of each step, copies of them, browsers and
 * the back office come at any time after it, also at once, and answers of the gateway are late. Every payment must end as the
 * model has it for what the gateway may have said. Answers how many payments were fulfilled.
 */
export async function playSchedules(
  storage: StorageSettings,
  { seed, count, doubts }: ScheduleOptions,
): Promise<number> {
  const random = randomOf(seed);
  const gateway = await openGateway({ delayed: () => wait(random.below(slowestAnswerMs)) });
  const settings = {
    storage,
    ledger: { kind: 'tx' },
    handlerMs: 0,
    sweepIntervalMs: 100,
    asksPerSecond: 1_000,
  } as const;
  // Two checkouts share PostgreSQL. The embedded store is one at a time in a process: it waits without giving way.
  const instances = storage.kind === 'postgres' ? 2 : 1;
  const shops = await Promise.all(
    Array.from({ length: instances }, () => openShop({ ...settings, gatewayUrl: gateway.url })),
  );
  const sender = new Sender();
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  const plans = Array.from({ length: count }, () => planOf(random));
  const waiting = plans.entries();
  const lane = async (): Promise<void> => {
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
        // Timers that are late overtake each other; a gateway calls back after it has written its record.
        await advanced.get(turn)?.promise;
        return bring({ what, shop: random.pick(shops), sender, transaction: { ...transaction, status } });
      });
      await Promise.all(played);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await nothingDue(storage);
  await store.close();
  await close();
  for (const shop of shops) await shop.close();
  await sender.close();
  await gateway.close();
  return compare(storage, plans, doubts);
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
    // Earlier callbacks may be lost; the last one arrives, as gateways repeat until it does.
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
  const answer =
    what === 'callback'
      ? await sender.post(shop.url, signedCallback(transaction))
      : await sender.comeBack(shop.url, transaction);
  if (answer?.status !== 200) throw new Error(`A ${what} was answered with ${answer?.status}.`);
}

/** Waits until nothing is due any more. */
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

async function compare(storage: StorageSettings, plans: readonly Plan[], doubts: Doubts): Promise<number> {
  const states = await statesOf(storage);
  const effects = await effectsOf(storage);
  let fulfilled = 0;
  for (const [n, { history }] of plans.entries()) {
    const { reference } = transactionOf(firstNumber + n);
    const ends = endsOf(history).map((end) => `${end.state}, ${end.effects} effects`);
    const state = states.get(reference) ?? 'missing';
    const count = effects.get(reference) ?? 0;
    const end = `${state}, ${count} effects`;
    if (!ends.includes(end)) {
      const told = `[${history.join(' ')}] ${reference}: ${end}, not ${[...new Set(ends)].join(' or ')}`;
      doubts.add('another end than what the gateway said leads to', told);
    }
    fulfilled += count;
  }
  return fulfilled;
}
