import { setTimeout as wait } from 'node:timers/promises';
import { Sender, signCallback } from '../gateway/callbacks.ts';
import type { Violations } from '../torture-command.ts';
import { openGateway } from '../gateway/gateway.ts';
import { histories } from './histories.ts';
import { listPossibleEndStates } from './model.ts';
import { readEffects, readStates } from '../shop/outcomes.ts';
import { createNote, createOpenPayment, createTransaction } from '../gateway/payments.ts';
import { createRandom, type Random } from '../random.ts';
import { openShop, usualSettings, type Shop } from '../shop/shop.ts';
import { openStorage, queryRows, type StorageSettings } from '../shop/storage.ts';

export interface ScheduleOptions {
  readonly seed: number;
  readonly count: number;
  readonly violations: Violations;
}

interface ScheduledEvent {
  /** The time of the event after the start of the payment. */
  readonly afterMs: number;
  /** `advance` writes the status to the gateway's record. The other kinds are requests to the shop. */
  readonly kind: 'advance' | 'callback' | 'return' | 'sync';
  readonly status: number;
  /** The index of the status in the history of the gateway. */
  readonly historyIndex: number;
}

/** The statuses of one payment at the gateway, and the events that follow them. */
interface Schedule {
  readonly history: readonly number[];
  readonly events: readonly ScheduledEvent[];
}

const workers = 16;
const firstTransactionNumber = 2_000_000;
/** Each status follows the previous one after less than this time. */
const longestPauseMs = 12;
/** The events of a status begin within this time. */
const eventWindowMs = 20;
/** The longest delay of a response of the gateway. Its record may change during the delay. */
const slowestResponseMs = 8;

/**
 * Runs random schedules. The gateway's record gets the statuses of a history, one after the other. After
 * each status, callbacks and their copies, returning browsers and queries of the back office follow at random
 * times. Some happen at the same time, and responses of the gateway are delayed. Every payment must end in a
 * state that the model allows. Resolves with the number of fulfilled payments.
 */
export async function runSchedules(
  storage: StorageSettings,
  { seed, count, violations }: ScheduleOptions,
): Promise<number> {
  const random = createRandom(seed);
  const gateway = await openGateway({ beforeResponse: () => wait(random.below(slowestResponseMs)) });
  // Two checkouts share PostgreSQL. A process can have only one embedded store: a second one would block the
  // event loop.
  const instances = storage.kind === 'postgres' ? 2 : 1;
  let clockOffsetMs = 0;
  const now = (): number => Date.now() + clockOffsetMs;
  const shops = await Promise.all(
    Array.from({ length: instances }, () =>
      openShop({ ...usualSettings, storage, sweepIntervalMs: 100, gatewayUrl: gateway.url }, { now }),
    ),
  );
  const sender = new Sender();
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  await store.open();
  const schedules = Array.from({ length: count }, () => createSchedule(random));
  const queue = schedules.entries();
  const worker = async (): Promise<void> => {
    for (const [n, { events }] of queue) {
      const transaction = createTransaction(firstTransactionNumber + n, { status: 0 });
      gateway.put(transaction);
      await store.insert('payment', {
        payment: createOpenPayment(transaction),
        note: createNote(transaction.reference),
      });
      await runEvents(events, {
        advance: (status) => gateway.put({ ...transaction, status }),
        request: (kind, status) =>
          sendRequest({ kind, shop: random.pick(shops), sender, transaction: { ...transaction, status } }),
      });
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  // Callbacks cause at most one comparison of a final payment in a minute. The others are due afterwards.
  clockOffsetMs += 61_000;
  await waitUntilNothingDue(storage);
  await store.close();
  await close();
  for (const shop of shops) await shop.close();
  await sender.close();
  await gateway.close();
  return compareWithModel(storage, schedules, violations);
}

function createSchedule(random: Random): Schedule {
  const history = random.pick(histories);
  const events: ScheduledEvent[] = [];
  let now = 0;
  for (const [historyIndex, status] of history.entries()) {
    now += random.below(longestPauseMs);
    const shared = { status, historyIndex };
    events.push({ ...shared, afterMs: now, kind: 'advance' });
    const isLast = historyIndex === history.length - 1;
    // Earlier callbacks may be lost. The last callback always arrives, because gateways repeat it until it is
    // acknowledged.
    const copies = isLast ? 1 + random.below(3) : random.below(3);
    for (let copy = 0; copy < copies; copy += 1) {
      events.push({ ...shared, afterMs: now + 1 + random.below(eventWindowMs), kind: 'callback' });
    }
    if (random.isOneIn(2))
      events.push({ ...shared, afterMs: now + random.below(eventWindowMs), kind: 'return' });
    if (random.isOneIn(4))
      events.push({ ...shared, afterMs: now + random.below(eventWindowMs), kind: 'sync' });
  }
  return { history, events };
}

type RequestKind = Exclude<ScheduledEvent['kind'], 'advance'>;

interface EventActions {
  /** Writes the status to the gateway's record. */
  readonly advance: (status: number) => void;
  readonly request: (kind: RequestKind, status: number) => Promise<void>;
}

/** Runs the events of one payment at their times. */
async function runEvents(
  events: readonly ScheduledEvent[],
  { advance, request }: EventActions,
): Promise<void> {
  const written = new Map(events.map(({ historyIndex }) => [historyIndex, Promise.withResolvers<void>()]));
  const play = async ({ afterMs, kind, status, historyIndex }: ScheduledEvent): Promise<void> => {
    await wait(afterMs);
    if (kind === 'advance') {
      await written.get(historyIndex - 1)?.promise;
      advance(status);
      written.get(historyIndex)?.resolve();
      return;
    }
    // Timers can fire in another order when they are late. A gateway sends a callback only after it has written
    // its record.
    await written.get(historyIndex)?.promise;
    await request(kind, status);
  };
  await Promise.all(events.map(play));
}

async function sendRequest({
  kind,
  shop,
  sender,
  transaction,
}: {
  readonly kind: RequestKind;
  readonly shop: Shop;
  readonly sender: Sender;
  readonly transaction: Parameters<typeof signCallback>[0];
}): Promise<void> {
  if (kind === 'sync') return void (await shop.checkout.payments.sync(transaction.reference));
  const response =
    kind === 'callback'
      ? await sender.post(shop.url, signCallback(transaction))
      : await sender.returnToShop(shop.url, transaction);
  if (response?.status !== 200) throw new Error(`The response to a ${kind} had status ${response?.status}.`);
}

/** Waits until no payment and no callback is due. */
async function waitUntilNothingDue(storage: StorageSettings): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const [row] = await queryRows(
      storage,
      `select (select count(*) from pgw_payments where next_query_at <= ${Date.now()} or fulfillment_state = 'due') + ` +
        '(select count(*) from pgw_callbacks where due_at is not null) as due',
    );
    if (Number(row?.['due']) === 0) return;
    await wait(100);
  }
}

async function compareWithModel(
  storage: StorageSettings,
  schedules: readonly Schedule[],
  violations: Violations,
): Promise<number> {
  const states = await readStates(storage);
  const effects = await readEffects(storage);
  let fulfilled = 0;
  for (const [n, { history }] of schedules.entries()) {
    const { reference } = createTransaction(firstTransactionNumber + n);
    const ends = listPossibleEndStates(history).map((end) => `${end.state}, ${end.effects} effects`);
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
