import { createNote, type Engine } from '../payments/engine.ts';
import { isEnded, type Payment } from '../payments/payment.ts';
import { fulfilIfPaid } from './fulfil.ts';
import type { DueHook, HookOfPayment } from './hook.ts';
import { hookClaimMs, runHook } from './run-hook.ts';

/** The maximum number of hooks that a process calls at the same time. Each is claimed when it starts. */
const maxConcurrent = 4;

/**
 * Calls hooks that are due: after a transition, a crash, or a failure of the hook. They run separately from the
 * sweep. A hook that does not end uses one of four slots until its time limit, and the other slots continue.
 */
export class DueHooks {
  readonly #engine: Engine;
  readonly #trackTask: (task: Promise<unknown>) => void;
  readonly #running = new Set<Promise<unknown>>();
  /** The running call of `#claimAndStart`. Concurrent calls of `startDue` share it. */
  #currentStart: Promise<void> | undefined;
  #isStopped = false;

  /** `trackTask` receives every running hook, so that `close` can wait for it. */
  constructor(engine: Engine, trackTask: (task: Promise<unknown>) => void) {
    this.#engine = engine;
    this.#trackTask = trackTask;
  }

  /** Starts due hooks while slots are free. It does not wait for them. A hook that ends frees its slot. */
  startDue(): Promise<void> {
    this.#currentStart ??= this.#claimAndStart().finally(() => (this.#currentStart = undefined));
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

  async #claimAndStart(): Promise<void> {
    const { store, now } = this.#engine;
    while (!this.#isStopped && this.#running.size < maxConcurrent) {
      const at = now();
      const freeSlots = maxConcurrent - this.#running.size;
      const claimedHooks = await store.claimHooks(at, at + hookClaimMs, freeSlots);
      for (const claimedHook of claimedHooks) this.#track(runClaimed(this.#engine, claimedHook));
      if (claimedHooks.length < freeSlots) return;
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

/** Calls a claimed hook, unless the payment has changed since the call became due. */
async function runClaimed(engine: Engine, claimedHook: HookOfPayment): Promise<void> {
  const { hook, payment } = claimedHook;
  if (hook.name === 'onPaid') return fulfilIfPaid(engine, claimedHook);
  if (hook.name === 'onEnded' && !isEnded(payment)) return postponeOrWithhold(engine, claimedHook);
  if (hook.name === 'onRefunded' && !hasBeenPaid(payment)) return postponeOrWithhold(engine, claimedHook);
  if (hook.name === 'onReversed' && hook.operationId !== null) return reverseRefund(engine, claimedHook);
  await runHook(engine, claimedHook);
}

/** Calls `onReversed` for a refund after its `onRefunded`, and not at all if `onRefunded` is withheld. */
async function reverseRefund(engine: Engine, claimedHook: HookOfPayment): Promise<void> {
  const { hook } = claimedHook;
  const hooks = await engine.store.listHooks(hook.reference);
  const refunded = hooks.find(
    ({ name, operationId }) => name === 'onRefunded' && operationId === hook.operationId,
  );
  const text = 'onReversed is not called, because onRefunded was not called for this refund.';
  if (refunded?.state === 'withheld') await withhold(engine, hook, text);
  else if (refunded?.state === 'due') await postpone(engine, hook);
  else await runHook(engine, claimedHook);
}

/** True for a payment whose fulfilment is not waiting for a result. A payment that was never paid has none. */
function hasBeenPaid({ fulfilment: { state } }: Payment): boolean {
  return state !== 'none' && state !== 'due';
}

/**
 * Handles a call of `onEnded` for a payment that has not ended after all, for example because it was paid late, and a
 * call of `onRefunded` before the result of `onPaid`. The call waits while the payment has no final state, or an operator
 * must decide about it.
 */
async function postponeOrWithhold(engine: Engine, { hook, payment }: HookOfPayment): Promise<void> {
  const { name } = hook;
  const mayStillBePaid = name === 'onRefunded' && (payment.fulfilment.state === 'due' || !isEnded(payment));
  if (payment.state === 'review' || mayStillBePaid) return postpone(engine, hook);
  const text =
    name === 'onEnded'
      ? `onEnded is not called, because the payment has become ${payment.state}.`
      : `${name} is not called, because the payment was never paid. It is ${payment.state}.`;
  await withhold(engine, hook, text);
}

async function postpone({ store, now }: Engine, hook: DueHook): Promise<void> {
  await store.updateHook(hook, { attempts: hook.attempts - 1, nextAttemptAt: now() + hookClaimMs });
}

async function withhold(engine: Engine, hook: DueHook, text: string): Promise<void> {
  const change = { state: 'withheld', attempts: hook.attempts - 1, nextAttemptAt: null } as const;
  await engine.store.updateHook(hook, change, createNote(engine, hook.reference, 'fulfil', text));
}
