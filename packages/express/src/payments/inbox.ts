import { foldReference } from '@pgw/protocol';
import type { DueCallback } from './store.ts';
import { idsOf, isGatewayDown, type Engine } from './engine.ts';
import type { Payment } from './payment.ts';
import { settle, type SettleOptions } from './settle.ts';

/** How long the process that took a callback has for it before the sweep of any process takes it up. */
export const settleWithinMs = 20_000;
/** Questions at once: no more than the gateway should have to answer beside those of shoppers. */
const mostAsking = 64;
/** Payments at once that are asked about or, with the answer at hand, wait for their turn to be written. */
const mostUnderWay = 640;
/** What comes beyond is left to the sweep: it is stored, and it is due. */
const mostWaiting = 10_000;

interface Arrival {
  /** As it was when the last of its callbacks came. */
  readonly payment: Payment;
  readonly callbacks: readonly DueCallback[];
}

/**
 * Settles the payments of callbacks that were stored and acknowledged, a bounded number at once. Callbacks of one payment
 * that come before its question is put share it; later ones are a reason to ask again. While the gateway is down, they wait.
 */
export class Inbox {
  readonly #engine: Engine;
  readonly #background: (task: Promise<unknown>) => void;
  readonly #waiting = new Map<string, Arrival>();
  /** Keys of what waits and may begin, in order. The front of a long Map is slow to find: what was deleted there is passed over each time. */
  readonly #line: string[] = [];
  readonly #running = new Set<string>();
  readonly #ids = new Set<string>();
  #asking = 0;

  constructor(engine: Engine, background: (task: Promise<unknown>) => void) {
    this.#engine = engine;
    this.#background = background;
  }

  /** Takes a callback that is stored, and settles its payment soon. */
  receive(payment: Payment, callback: DueCallback): void {
    const key = foldReference(payment.reference);
    const callbacks = this.#waiting.get(key)?.callbacks ?? [];
    if (callbacks.length === 0 && this.#waiting.size >= mostWaiting) return;
    this.#ids.add(callback.id);
    this.#waiting.set(key, { payment, callbacks: [...callbacks, callback] });
    if (callbacks.length === 0 && !this.#running.has(key)) this.#line.push(key);
    this.#next();
  }

  /** True while this process is about to settle a callback by itself. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Continues after an outage of the gateway. */
  resume(): void {
    this.#next();
  }

  #next(): void {
    if (isGatewayDown(this.#engine)) return;
    while (this.#asking < mostAsking && this.#running.size < mostUnderWay) {
      const key = this.#line.shift();
      const arrival = key === undefined ? undefined : this.#waiting.get(key);
      if (key === undefined || arrival === undefined) return;
      this.#waiting.delete(key);
      this.#running.add(key);
      this.#background(this.#settle(key, arrival));
    }
  }

  async #settle(key: string, arrival: Arrival): Promise<void> {
    this.#asking += 1;
    let isAsking = true;
    const answered = (): void => {
      if (!isAsking) return;
      isAsking = false;
      this.#asking -= 1;
      this.#next();
    };
    await settleArrival(this.#engine, arrival, { isFirstTry: true, onAnswer: answered });
    answered();
    this.#running.delete(key);
    // What came for it meanwhile may begin.
    if (this.#waiting.has(key)) this.#line.push(key);
    for (const { id } of arrival.callbacks) this.#ids.delete(id);
    this.#next();
  }
}

/** Callbacks that one round of a sweep settles at most; a round that has settled so many is followed by another at once. */
const mostLeftOver = 2_000;

/**
 * Settles what the callbacks of a process that is gone, or that had no luck, have left undone: as many as are due, a bounded number
 * at once, and only as long as the gateway answers. Each is a question that the process which took it would have asked, so they are
 * not of the budget of those that nobody has called back for. True when more may be due.
 */
export async function settleLeftOver(engine: Engine, inbox: Inbox, claimMs: number): Promise<boolean> {
  for (let settled = 0; settled < mostLeftOver; settled += mostAsking) {
    const now = engine.now();
    const claimed = await engine.store.claimCallbacks(now, now + claimMs, mostAsking);
    const areSettled = await settleAll(
      engine,
      claimed.filter(({ id }) => !inbox.has(id)),
    );
    if (claimed.length < mostAsking || !areSettled) return false;
  }
  return true;
}

/** False when one of them was not settled. */
async function settleAll(engine: Engine, callbacks: readonly DueCallback[]): Promise<boolean> {
  const groups = new Map<string, readonly DueCallback[]>();
  for (const callback of callbacks) {
    const key = foldReference(callback.reference);
    groups.set(key, [...(groups.get(key) ?? []), callback]);
  }
  const each = async ([key, group]: [string, readonly DueCallback[]]): Promise<boolean> => {
    const payment = await engine.store.findPayment(key);
    return payment === undefined || settleArrival(engine, { payment, callbacks: group });
  };
  const settled = await Promise.all([...groups].map(each));
  return settled.every(Boolean);
}

/** The callbacks are stored and due: what fails here, the sweep does. False when it failed. */
async function settleArrival(
  engine: Engine,
  { payment, callbacks }: Arrival,
  options: Pick<SettleOptions, 'isFirstTry' | 'onAnswer' | 'fulfilsLater'> = { fulfilsLater: true },
): Promise<boolean> {
  try {
    const hint = callbacks[0]?.transactionNumber;
    await settle(engine, payment, { source: 'callback', hint, callbacks, ...options });
    return true;
  } catch (error) {
    const ids = callbacks.map(({ id }) => id);
    engine.unanswered.add(error, () => engine.store.releaseCallbacks(ids, engine.now()));
    // The event gateway-down has reported it.
    if (isGatewayDown(engine)) return false;
    const reason = error instanceof Error ? error.message : 'unknown error';
    const message = `A callback could not be settled; the sweep tries again. ${reason}`;
    engine.emit({ level: 'warn', event: 'settle-failed', message, ids: idsOf(payment), error });
    return false;
  }
}
