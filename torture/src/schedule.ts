import { setTimeout as wait } from 'node:timers/promises';
import { Sender, signCallback } from './callbacks.ts';
import type { Violations } from './claim.ts';
import { openGateway } from './gateway/gateway.ts';
import { histories } from './histories.ts';
import { possibleEndStates } from './model.ts';
import { readEffects, readStates } from './outcomes.ts';
import { createNote, createOpenPayment, createTransaction } from './payments.ts';
import { createRandom, type Random } from './random.ts';
import { openShop, usualSettings, type Shop } from './shop/shop.ts';
import { openStorage, queryRows, type StorageSettings } from './shop/storage.ts';

export interface ScheduleOptions {
  readonly seed: number;
  readonly count: number;
  readonly violations: Violations;
}

/** An event of a payment. `afterMs` is its time after the start of the payment. */
interface Step {
  readonly afterMs: number;
  readonly what: 'advance' | 'callback' | 'return' | 'settle';
  readonly status: number;
  /** The index of the status in the gateway's history that this event belongs to. */
  readonly historyIndex: number;
}

const workers = 16;
const firstNumber = 2_000_000;
/** The longest delay of a response of the gateway. Its record may change during the delay. */
const slowestResponseMs = 8;

/**
 * Plays random schedules. The gateway's record gets the statuses of a history, one after the other. After
 * each status, callbacks and their copies, returning browsers and queries of the back office follow at random
 * times. Some happen at the same time, and responses of the gateway are delayed. Every payment must end in a
 * state that the model allows. Resolves with the number of fulfilled payments.
 */
export async function playSchedules(
  storage: StorageSettings,
  { seed, count, violations }: ScheduleOptions,
): Promise<number> {
  const random = createRandom(seed);
  const gateway = await openGateway({ beforeResponse: () => wait(random.below(slowestResponseMs)) });
  // Two checkouts share PostgreSQL. A process can have only one embedded store: a second one would block the
  // event loop.
  const instances = storage.kind === 'postgres' ? 2 : 1;
  const shops = await Promise.all(
    Array.from({ length: instances }, () =>
      openShop({ ...usualSettings, storage, sweepIntervalMs: 100, gatewayUrl: gateway.url }),
    ),
  );
  const sender = new Sender();
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  const plans = Array.from({ length: count }, () => createPlan(random));
  const queue = plans.entries();
  const worker = async (): Promise<void> => {
    for (const [n, { steps }] of queue) {
      const transaction = createTransaction(firstNumber + n, { status: 0 });
      gateway.put(transaction);
      await store.insertPayment(createOpenPayment(transaction), createNote(transaction.reference));
      const advances = new Map(steps.map((step) => [step.historyIndex, Promise.withResolvers<void>()]));
      const eventPromises = steps.map(async ({ afterMs, what, status, historyIndex }) => {
        await wait(afterMs);
        if (what === 'advance') {
          await advances.get(historyIndex - 1)?.promise;
          gateway.put({ ...transaction, status });
          return advances.get(historyIndex)?.resolve();
        }
        // Timers can fire in another order when they are late. A gateway sends a callback only after it has
        // written its record.
        await advances.get(historyIndex)?.promise;
        return playEvent({ what, shop: random.pick(shops), sender, transaction: { ...transaction, status } });
      });
      await Promise.all(eventPromises);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  await waitUntilNothingDue(storage);
  await store.close();
  await close();
  for (const shop of shops) await shop.close();
  await sender.close();
  await gateway.close();
  return compareWithModel(storage, plans, violations);
}

interface Plan {
  readonly history: readonly number[];
  readonly steps: readonly Step[];
}

function createPlan(random: Random): Plan {
  const history = random.pick(histories);
  const steps: Step[] = [];
  let now = 0;
  for (const [historyIndex, status] of history.entries()) {
    now += random.below(12);
    steps.push({ afterMs: now, what: 'advance', status, historyIndex });
    const isLast = historyIndex === history.length - 1;
    // Earlier callbacks may be lost. The last callback always arrives, because gateways repeat it until it is
    // acknowledged.
    const copies = isLast ? 1 + random.below(3) : random.below(3);
    for (let copy = 0; copy < copies; copy += 1) {
      steps.push({ afterMs: now + 1 + random.below(20), what: 'callback', status, historyIndex });
    }
    if (random.next() < 0.5)
      steps.push({ afterMs: now + random.below(20), what: 'return', status, historyIndex });
    if (random.next() < 0.25)
      steps.push({ afterMs: now + random.below(20), what: 'settle', status, historyIndex });
  }
  return { history, steps };
}

async function playEvent(event: {
  readonly what: 'callback' | 'return' | 'settle';
  readonly shop: Shop;
  readonly sender: Sender;
  readonly transaction: Parameters<typeof signCallback>[0];
}): Promise<void> {
  const { what, shop, sender, transaction } = event;
  if (what === 'settle') return void (await shop.checkout.payments.settle(transaction.reference));
  const response =
    what === 'callback'
      ? await sender.post(shop.url, signCallback(transaction))
      : await sender.returnToShop(shop.url, transaction);
  if (response?.status !== 200) throw new Error(`The response to a ${what} had status ${response?.status}.`);
}

/** Waits until no payment and no callback is due. */
async function waitUntilNothingDue(storage: StorageSettings): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const [row] = await queryRows(
      storage,
      `select (select count(*) from pgw_payments where next_ask_at <= ${Date.now()} or fulfilment = 'due') + ` +
        '(select count(*) from pgw_callbacks where settle_at is not null) as due',
    );
    if (Number(row?.['due']) === 0) return;
    await wait(100);
  }
}

async function compareWithModel(
  storage: StorageSettings,
  plans: readonly Plan[],
  violations: Violations,
): Promise<number> {
  const states = await readStates(storage);
  const effects = await readEffects(storage);
  let fulfilled = 0;
  for (const [n, { history }] of plans.entries()) {
    const { reference } = createTransaction(firstNumber + n);
    const ends = possibleEndStates(history).map((end) => `${end.state}, ${end.effects} effects`);
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
