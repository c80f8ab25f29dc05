import { reloadPayment, type PaymentContext, createNote } from '../engine/payment-context.ts';
import {
  hookNames,
  optionalHookNames,
  type HookName,
  type HookOfPayment,
  type DueHook,
  hookLeaseMs,
} from '../model/hook.ts';
import type { Payment } from '../model/payments/payment.ts';
import { isWithinLast } from '../model/schedule.ts';
import { mayFulfill } from './order.ts';
import { runHook } from './run.ts';

/** The maximum number of hooks that a process calls at the same time. Each is leased when it starts. */
const maxConcurrent = 4;

/** Makes a call that was leased. */
type RunCall = (context: PaymentContext, call: HookOfPayment) => Promise<unknown>;

/** Calls hooks that are due: after a transition, a crash, or a failure of the hook. */
export class DueHooks {
  readonly #context: PaymentContext;
  readonly #trackTask: (task: Promise<unknown>) => void;
  readonly #run: RunCall;
  readonly #registry: HookRegistry;
  /** The hooks that this process can call. */
  readonly #names: readonly HookName[];
  readonly #running = new Set<Promise<unknown>>();
  /** The running call of `#leaseAndStart`. Concurrent calls of `startDue` share it. */
  #currentStart: Promise<void> | undefined;
  #isStopped = false;

  /** `trackTask` receives every running call, so that `close` can wait for it. */
  constructor(
    context: PaymentContext,
    registry: HookRegistry,
    { trackTask, run }: { readonly trackTask: (task: Promise<unknown>) => void; readonly run: RunCall },
  ) {
    this.#context = context;
    this.#registry = registry;
    const missing = optionalHookNames.filter((name) => context.hooks[name] === undefined);
    this.#names = hookNames.filter((name) => !missing.some((other) => other === name));
    this.#trackTask = trackTask;
    this.#run = run;
  }

  /** Starts due hooks while slots are free. It does not wait for them. A hook that ends frees its slot. */
  startDue(): Promise<void> {
    this.#currentStart ??= this.#leaseAndStart().finally(() => (this.#currentStart = undefined));
    return this.#currentStart;
  }

  /** Calls all due hooks, and resolves when none is due. */
  async drain(): Promise<void> {
    for (;;) {
      await this.startDue();
      if (this.#running.size === 0) return;
      await Promise.allSettled(this.#running);
    }
  }

  /** Prevents the start of further hooks. Running hooks continue. */
  stop(): void {
    this.#isStopped = true;
  }

  async #leaseAndStart(): Promise<void> {
    const { store, now } = this.#context;
    const hooks = this.#names;
    await this.#registry.refresh();
    while (!this.#isStopped && this.#running.size < maxConcurrent) {
      const at = now();
      const freeSlots = maxConcurrent - this.#running.size;
      const request = { now: at, until: at + hookLeaseMs, limit: freeSlots, hooks };
      const leasedHooks = await store.lease('hooks', request);
      for (const leasedHook of leasedHooks) this.#track(this.#run(this.#context, leasedHook));
      if (leasedHooks.length < freeSlots) return;
    }
  }

  /** Tracks a running hook, and starts further ones when it has ended. */
  #track(run: Promise<unknown>): void {
    this.#running.add(run);
    const startNextAfterwards = async (): Promise<void> => {
      try {
        await run;
      } finally {
        this.#running.delete(run);
      }
      await this.startDue();
    };
    this.#trackTask(startNextAfterwards());
  }
}

/**
 * Calls the shop's `onPaid` for a payment whose fulfillment is due, unless its next attempt is later: a failed
 * fulfillment waits, even when the shopper returns earlier. With `isDecided`, an operator has decided about the payment.
 */
export async function fulfillWhenDue(
  context: PaymentContext,
  payment: Payment,
  { isDecided = false }: { readonly isDecided?: boolean } = {},
): Promise<Payment> {
  const { store, now } = context;
  if (payment.fulfillment.state !== 'due' || !(isDecided || mayFulfill(payment))) return payment;
  const calls = await store.list('hooks', payment.reference);
  const hook = calls.find(({ name, state }) => name === 'onPaid' && state === 'due');
  if (hook?.nextAttemptAt != null && hook.nextAttemptAt <= now()) {
    const change = { attempts: hook.attempts + 1, nextAttemptAt: now() + hookLeaseMs };
    const leased = await store.commit({ hooks: { change: [{ hook, change }] } });
    if (leased !== undefined)
      await runHook(context, { hook: { ...hook, ...change }, payment }, { isDecided });
  }
  return reloadPayment(context, payment);
}

/** A hook is registered so often that its process counts as live for an hour. */
const refreshMs = 600_000;

/**
 * Registers the hooks of this process in the store. So every process stores the calls of hooks that any process has, and reports
 * the calls that none can make.
 */
export class HookRegistry {
  readonly #context: PaymentContext;
  #refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(context: PaymentContext) {
    this.#context = context;
  }

  /** Does nothing if it has run in the last ten minutes. */
  async refresh(): Promise<void> {
    const { store, hooks, now } = this.#context;
    const at = now();
    if (isWithinLast(refreshMs, this.#refreshedAt, at)) return;
    const own = optionalHookNames.filter((name) => hooks[name] !== undefined);
    const late = await store.registerHooks(own, at, (hook) => this.#createNote(hook));
    this.#refreshedAt = at;
    for (const name of new Set(late.map((hook) => hook.name))) this.#report(name, late);
  }

  #createNote({ reference, name }: DueHook) {
    const text = `${name} is skipped: no process has had this hook for 24 hours.`;
    return createNote(this.#context, { reference }, { source: 'fulfill', kind: 'hook-skipped', text });
  }

  #report(hook: HookName, late: readonly DueHook[]): void {
    const references = late.filter(({ name }) => name === hook).map(({ reference }) => reference);
    const [reference = ''] = references;
    const calls = references.length;
    const message =
      `${calls} ${calls === 1 ? 'call' : 'calls'} of ${hook}, first for payment ${reference}, could not be made for an hour, because no running process has this hook. ` +
      'Start a process that has it. After 24 hours the calls are skipped, and only operator.hooks.requeue makes them.';
    this.#context.emit({ level: 'error', event: 'hook-unavailable', message, hook, calls, reference });
  }
}
