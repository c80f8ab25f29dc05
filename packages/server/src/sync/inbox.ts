import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { normalizeReference } from '@pgw/protocol';
import type { DueCallback } from '../model/ports/callbacks.ts';
import { isGatewayDown, reportSyncFailure, type PaymentContext } from '../engine/payment-context.ts';
import type { Payment } from '../model/payments/payment.ts';
import type { SyncRequest } from './read.ts';
import { storeReports, syncPayment } from './sync-payment.ts';

/** After this time, any process syncs a callback that the receiving process has not handled. */
export const sweepCallbacksAfterMs = 20_000;
/** The shortest pause before the only retry of an inbox. The longest is twice as long. */
const retryAfterMs = 1_000;
/**
 * The maximum number of concurrent queries of an inbox, and separately of a sweep. The gateway must also
 * handle the requests of shoppers.
 */
const maxQueries = 64;
/** The maximum number of payments that are queried or written at the same time. */
const maxInFlight = 640;
/** The maximum number of queued payments. */
const maxQueued = 10_000;

/** The callbacks of one payment that are handled together. */
interface PendingCallbacks {
  /** The payment as it was read when its last callback arrived or was leased by a sweep. */
  readonly payment: Payment;
  readonly callbacks: readonly DueCallback[];
}

/** The callbacks of one payment that are queued. */
interface QueuedCallbacks extends PendingCallbacks {
  /** Calls a function in the asynchronous context of the request that has received the last callback. */
  readonly runInRequest: ReturnType<typeof AsyncLocalStorage.snapshot>;
  /** Called when the callbacks are handled, one function for each. */
  readonly endListeners: readonly (() => void)[];
}

/** The options of {@link Inbox}. */
export interface InboxOptions {
  /** Tracks running work. */
  readonly trackTask: (task: Promise<unknown>) => void;
  /** Tracks queued work of the current request. */
  readonly trackInRequest: (task: Promise<void>) => void;
  /** The queries of all inboxes of the process. */
  readonly slots: InboxSlots;
}

/** The queries that the inboxes of a process share. Each inbox has at most `maxPerInbox`, so none delays the others. */
export class InboxSlots {
  readonly maxPerInbox: number;
  readonly #waiting = new Set<() => void>();
  #count = 0;

  constructor(maxPerInbox: number = maxQueries) {
    this.maxPerInbox = maxPerInbox;
  }

  /** If no slot is free, calls `start` when one may be free. */
  isFree(start: () => void): boolean {
    if (this.#count < maxQueries) return true;
    this.#waiting.add(start);
    return false;
  }

  take(): void {
    this.#count += 1;
  }

  release(): void {
    this.#count -= 1;
    for (const start of this.#waiting) {
      if (this.#count >= maxQueries) return;
      this.#waiting.delete(start);
      start();
    }
  }
}

/** Syncs payments after their callbacks were acknowledged. Callbacks that arrive before a query starts share it. */
export class Inbox {
  readonly #context: PaymentContext;
  readonly #options: InboxOptions;
  readonly #pendingByKey = new Map<string, QueuedCallbacks>();
  /**
   * Keys of the waiting payments that may start, in order. It is an array, because a search for the first
   * entry of a long Map skips every deleted entry.
   */
  readonly #queue: string[] = [];
  readonly #runningKeys = new Set<string>();
  readonly #callbackIds = new Set<string>();
  /** Ends the wait of each request whose callback is queued or being handled. */
  readonly #waitingRequests = new Set<() => void>();
  #queryCount = 0;

  constructor(context: PaymentContext, options: InboxOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** Queues a stored callback. Its payment is handled as soon as the limits allow. */
  receive(payment: Payment, callback: DueCallback): void {
    const key = normalizeReference(payment.reference);
    const { callbacks = [], endListeners = [] } = this.#pendingByKey.get(key) ?? {};
    if (callbacks.length === 0 && this.#pendingByKey.size >= maxQueued) return;
    this.#callbackIds.add(callback.id);
    this.#pendingByKey.set(key, {
      payment,
      callbacks: [...callbacks, callback],
      runInRequest: AsyncLocalStorage.snapshot(),
      endListeners: [...endListeners, this.#makeRequestWait()],
    });
    if (callbacks.length === 0 && !this.#runningKeys.has(key)) this.#queue.push(key);
    this.#startNext();
  }

  /** True while a callback is queued or being handled in this process. */
  has(id: string): boolean {
    return this.#callbackIds.has(id);
  }

  /** Continues after an outage of the gateway. */
  resume(): void {
    this.#startNext();
  }

  /** Makes the current request wait. Returns the function that ends its wait. */
  #makeRequestWait(): () => void {
    let resolve = (): void => undefined;
    this.#options.trackInRequest(new Promise<void>((resolvePromise) => (resolve = resolvePromise)));
    const end = (): void => {
      this.#waitingRequests.delete(end);
      resolve();
    };
    this.#waitingRequests.add(end);
    return end;
  }

  readonly #start = (): void => this.#startNext();

  #startNext(): void {
    if (isGatewayDown(this.#context)) {
      // An outage can last longer than a platform lets a request run.
      for (const end of this.#waitingRequests) end();
      return;
    }
    const { slots } = this.#options;
    while (
      this.#queryCount < slots.maxPerInbox &&
      this.#runningKeys.size < maxInFlight &&
      this.#queue.length > 0 &&
      slots.isFree(this.#start)
    ) {
      const key = this.#queue.shift();
      const pending = key === undefined ? undefined : this.#pendingByKey.get(key);
      if (key === undefined || pending === undefined) return;
      this.#pendingByKey.delete(key);
      this.#runningKeys.add(key);
      // Otherwise the work would belong to the request whose callback was handled before this one.
      pending.runInRequest(() => this.#options.trackTask(this.#syncPayment(key, pending)));
    }
  }

  async #syncPayment(key: string, pending: QueuedCallbacks): Promise<void> {
    const retry = async (error: unknown): Promise<void> => {
      if (isGatewayDown(this.#context)) throw error;
      // One broken response must not delay the order until a sweep.
      await wait(retryAfterMs * (1 + this.#context.random()), undefined, { ref: false });
      await this.#query(pending);
    };
    await handleFailure(this.#context, pending, () => this.#query(pending).catch(retry));
    this.#runningKeys.delete(key);
    // Callbacks that arrived in the meantime may start now.
    if (this.#pendingByKey.has(key)) this.#queue.push(key);
    for (const { id } of pending.callbacks) this.#callbackIds.delete(id);
    for (const end of pending.endListeners) end();
    this.#startNext();
  }

  async #query({ payment, callbacks: received }: PendingCallbacks): Promise<void> {
    this.#queryCount += 1;
    this.#options.slots.take();
    let isQuerying = true;
    const endQuery = (): void => {
      if (!isQuerying) return;
      isQuerying = false;
      this.#queryCount -= 1;
      this.#options.slots.release();
      this.#startNext();
    };
    try {
      await syncPayment(this.#context, payment, toRequest({ received, onResponse: endQuery }));
    } finally {
      endQuery();
    }
  }
}

/** After this number of leased callbacks, a round of a sweep leases no further ones. */
const maxCallbacksPerRound = 2_000;

/**
 * Handles due callbacks that the receiving process has not handled. The queries do not use the quota for payments
 * without a callback, because the receiving process would have sent the same queries.
 */
export async function syncDueCallbacks(
  context: PaymentContext,
  inbox: Inbox,
  leaseMs: number,
): Promise<boolean> {
  for (let leasedCount = 0; leasedCount < maxCallbacksPerRound; leasedCount += maxQueries) {
    const now = context.now();
    const leased = await context.store.lease('callbacks', { now, until: now + leaseMs, limit: maxQueries });
    const areAllHandled = await syncCallbacks(
      context,
      leased.filter(({ id }) => !inbox.has(id)),
    );
    if (leased.length < maxQueries || !areAllHandled) return false;
  }
  return true;
}

/** Syncs the payments of callbacks. Returns false when a payment was not handled. */
async function syncCallbacks(context: PaymentContext, callbacks: readonly DueCallback[]): Promise<boolean> {
  const groups = new Map<string, readonly DueCallback[]>();
  for (const callback of callbacks) {
    const key = normalizeReference(callback.reference);
    groups.set(key, [...(groups.get(key) ?? []), callback]);
  }
  const syncGroup = async ([key, leased]: [string, readonly DueCallback[]]): Promise<boolean> => {
    const payment = await context.store.find('payment', key);
    if (payment === undefined) return true;
    const pending = { payment, callbacks: leased };
    return handleFailure(context, pending, () => storeReports(context, payment, toRequest({ leased })));
  };
  const areHandled = await Promise.all([...groups].map(syncGroup));
  return areHandled.every(Boolean);
}

function toRequest(callbacks: Pick<SyncRequest, 'received' | 'leased' | 'onResponse'>): SyncRequest {
  const [first] = callbacks.received ?? callbacks.leased ?? [];
  return { source: 'callback', unverifiedNumber: first?.transactionNumber || undefined, ...callbacks };
}

/** Syncs a payment. Returns false after a failure. The callbacks remain due, and the sweep retries them. */
async function handleFailure(
  context: PaymentContext,
  { payment, callbacks }: PendingCallbacks,
  sync: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await sync();
    return true;
  } catch (error) {
    const ids = callbacks.map(({ id }) => id);
    context.unconfirmedLeases.addIfNoResponse(error, () =>
      context.store.releaseCallbacks(ids, context.now()),
    );
    const summary = 'A callback could not be handled. The sweep retries it. ';
    reportSyncFailure(context, payment, { error, summary });
    return false;
  }
}
