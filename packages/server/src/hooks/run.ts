import { createNote, type PaymentContext } from '../engine/payment-context.ts';
import type {
  DueHook,
  FirstTry,
  Hold,
  HookChange,
  HookName,
  HookOfPayment,
  Refusal,
  WorkContext,
  WorkResult,
} from '../model/hook.ts';
import { traceHook } from '../events/tracing.ts';
import { createDiscrepancy } from '../model/payments/discrepancy.ts';
import {
  comparePrice,
  readPrice,
  type GetPrice,
  type PriceComparison,
  type PriceDifference,
} from '../model/payments/order-price.ts';
import type { Payment } from '../model/payments/payment.ts';
import { computeNextAttemptAt } from '../model/schedule.ts';
import { qualifyKey } from '../model/ports/account-store.ts';
import { decideCall, mayHaveBlocked, releaseWaitingCalls } from './order.ts';
import {
  createPriceNote,
  describeRequeue,
  describeWork,
  emitFailure,
  emitPriceDifference,
  emitSlow,
  emitSuccess,
  emitWithheld,
  type FailedAttempt,
} from './reports.ts';

/** The hooks that receive the status of the order. */
const hooksWithOrder: ReadonlySet<HookName> = new Set(['onEnded', 'onReversed']);

interface CallOptions {
  /** True if an operator has decided that the hook is called in any state of the payment. */
  readonly isDecided?: boolean | undefined;
}

/**
 * Calls a hook of the shop in the transaction that ends the call. Its attempt is already counted, so an attempt that ends the
 * process is counted too. Resolves with true after a success.
 */
export async function runHook(
  context: PaymentContext,
  call: HookOfPayment,
  options: CallOptions = {},
): Promise<boolean> {
  if (call.hook.attempts > context.limits.fulfillAttempts) {
    await markDead(context, call);
    return false;
  }
  const end = await attemptCall(context, call, options);
  if (end !== undefined && mayHaveBlocked(context, call.hook.name))
    await releaseWaitingCalls(context, call.payment);
  return end === 'succeeded';
}

/** Makes an attempt. Resolves with undefined if the call is not due, waits, has failed, or its payment was refused. */
async function attemptCall(
  context: PaymentContext,
  call: HookOfPayment,
  options: CallOptions,
): Promise<'succeeded' | 'withheld' | undefined> {
  const work = createHookWork(context, call.hook, options);
  try {
    if (!(await context.store.runHook(call.hook, work))) {
      const withheld = work.getWithheld();
      if (withheld === undefined) return undefined;
      emitWithheld(context, { ...call, payment: withheld.payment }, withheld.text);
      return 'withheld';
    }
    const comparison = work.getComparison();
    reportComparison(context, call, comparison);
    if (comparison?.isAccepted === false) return undefined;
    emitSuccess(context, call, work.getDurationMs());
    return 'succeeded';
  } catch (error) {
    const comparison = work.getComparison();
    const failure = { error, durationMs: work.getDurationMs(), comparison };
    // The price is not compared again, so its difference is reported now.
    if (await storeFailedAttempt(context, call, failure)) reportComparison(context, call, comparison);
    return undefined;
  }
}

function reportComparison(
  context: PaymentContext,
  { payment }: HookOfPayment,
  comparison: PriceComparison | undefined,
): void {
  if (comparison?.difference !== undefined) emitPriceDifference(context, payment, comparison.difference);
}

/** What is known about the last run of the work of a call. Call the functions after its transaction. */
export interface WorkReport {
  /** The comparison of the payment with the result of `getPrice`. Undefined if the run has compared no price. */
  readonly getComparison: () => PriceComparison | undefined;
  /** The time since the start of the run, in milliseconds; null if it did not start. */
  readonly getDurationMs: () => number | null;
  /** The payment and the reason, if the call is not made any more. */
  readonly getWithheld: () => { readonly payment: Payment; readonly text: string } | undefined;
}

/** The work of a call, which compares the price of the order if the shop has `getPrice`. */
export type ReportedWork = FirstTry<unknown> & WorkReport;

/** Returns the work that the store runs for a call, and the note that it stores after a success. */
export function createHookWork(
  context: PaymentContext,
  hook: DueHook,
  { isDecided = false }: CallOptions = {},
): ReportedWork {
  const { name } = hook;
  let withheld: ReturnType<WorkReport['getWithheld']>;
  let comparison: PriceComparison | undefined;
  let startedAt: number | undefined;
  const callWithPrice = async (
    payment: Payment,
    workContext: WorkContext<unknown>,
    getPrice: GetPrice<unknown>,
  ) => {
    // A repeated transaction runs the work again.
    comparison = undefined;
    const difference = comparePrice(payment, await readPrice(getPrice, payment.orderId, workContext.tx));
    comparison = { isAccepted: difference?.isRefused !== true, difference };
    if (difference?.isRefused === true) return createRefusal(context, payment, difference);
    await callHook(context, { hook, payment }, workContext);
    return undefined;
  };
  return {
    key: hook.key,
    note: createNote(context, hook, {
      source: 'fulfill',
      // The audit checks that every fulfilled payment has this entry.
      kind: name === 'onPaid' ? 'order-fulfilled' : 'hook-succeeded',
      text: name === 'onPaid' ? 'Order fulfilled.' : `${name} has succeeded.`,
    }),
    needsOrder: hooksWithOrder.has(name),
    check: (payment, earlierCalls) => {
      withheld = undefined;
      const verdict = isDecided ? 'call' : decideCall(hook, payment, earlierCalls);
      if (verdict === 'call') return undefined;
      if (verdict !== 'wait') withheld = { payment, text: verdict.withheldBecause };
      return createHold(context, hook, withheld?.text);
    },
    work: (payment, workContext) => {
      startedAt = performance.now();
      const getPrice = name === 'onPaid' && payment.acceptedAt === null ? context.getPrice : undefined;
      const result =
        getPrice === undefined
          ? callHook(context, { hook, payment }, workContext)
          : callWithPrice(payment, workContext, getPrice);
      return reportSlow(context, { hook, payment }, result);
    },
    getComparison: () => comparison,
    getWithheld: () => withheld,
    getDurationMs: () => (startedAt === undefined ? null : Math.round(performance.now() - startedAt)),
    timeoutMs: context.limits.fulfillTimeoutMs,
  };
}

/** Returns what the store writes for a call that waits, or that is not made any more because of `text`. */
function createHold(context: PaymentContext, hook: DueHook, text: string | undefined): Hold {
  // The attempt is counted before it is made. The time of the next attempt is set with it.
  const attempts = Math.max(0, hook.attempts - 1);
  if (text === undefined) return { change: { attempts } };
  const note = createNote(context, hook, { source: 'fulfill', kind: 'hook-withheld', text });
  return { change: { state: 'withheld', attempts, nextAttemptAt: null }, note };
}

/** Returns the change and the timeline entry of a paid payment that does not pay its order. */
function createRefusal(context: PaymentContext, payment: Payment, difference: PriceDifference): Refusal {
  return {
    change: {
      state: 'review',
      discrepancy: createDiscrepancy('payment-price', context.now(), payment.state),
      stateChangedAt: context.now(),
      schedule: { nextQueryAt: null },
      fulfillment: { state: 'none' },
    },
    note: createPriceNote(context, payment, difference, 'fulfill'),
  };
}

function callHook(
  context: PaymentContext,
  call: HookOfPayment,
  workContext: WorkContext<unknown>,
): void | Promise<void> {
  const { payment, hook } = call;
  const { reference, traceparent } = payment;
  const createMessage = () => ({ hook: hook.name, reference, attempts: hook.attempts, traceparent });
  return traceHook(createMessage, () => passToShop(context, call, workContext));
}

function passToShop(
  { hooks, store }: PaymentContext,
  { hook, payment }: HookOfPayment,
  { tx, order, refund }: WorkContext<unknown>,
): void | Promise<void> {
  const { name, reason } = hook;
  const key = qualifyKey(store, hook.key);
  if (name === 'onPaid' || name === 'onAuthorized') return hooks[name]?.(payment, { tx, key });
  if (name === 'onRefunded') {
    if (refund === undefined) throw new Error(`The refund of the call ${key} is not in the store.`);
    return hooks.onRefunded?.(refund, { tx, key, payment });
  }
  if (name === 'refundSecondPayment') throw new Error(`The call ${key} is made by the checkout.`);
  if (order === undefined) throw new Error(`The order of the call ${key} of ${name} was not read.`);
  if (name === 'onReversed') return hooks.onReversed?.(payment, { tx, key, order, refund });
  if (reason === null) throw new Error(`The call ${key} of onEnded has no reason in the store.`);
  return hooks.onEnded?.(payment, { tx, key, reason, order });
}

/** Emits an event when a hook is still running after `limits.fulfillSlowMs`. */
function reportSlow(
  context: PaymentContext,
  call: HookOfPayment,
  result: WorkResult | Promise<WorkResult>,
): WorkResult | Promise<WorkResult> {
  // A synchronous hook has already finished.
  if (!(result instanceof Promise)) return result;
  const { fulfillSlowMs, fulfillTimeoutMs } = context.limits;
  // The hook fails before it counts as slow, and the failure is reported.
  if (fulfillTimeoutMs <= fulfillSlowMs) return result;
  const timer = setTimeout(() => emitSlow(context, call), fulfillSlowMs);
  timer.unref();
  return result.finally(() => clearTimeout(timer));
}

/**
 * Handles a failure of a hook: schedules the next attempt, or marks the call `dead` after the last one. Resolves with
 * false if nothing was written, because the transaction was committed, or another process has made an attempt.
 */
export async function storeFailedAttempt(
  context: PaymentContext,
  call: HookOfPayment,
  { error, durationMs, comparison }: FailedAttempt & { readonly comparison: PriceComparison | undefined },
): Promise<boolean> {
  const { limits, now, random } = context;
  const { hook } = call;
  const { attempts } = hook;
  const isDead = attempts >= limits.fulfillAttempts;
  const nextAttemptAt = isDead ? null : computeNextAttemptAt(attempts, now(), random);
  const nextStep =
    nextAttemptAt === null
      ? describeRequeue(hook)
      : `The next attempt is at ${new Date(nextAttemptAt).toISOString()}.`;
  const text = `${describeWork(hook)} failed (attempt ${attempts} of ${limits.fulfillAttempts}). ${nextStep}`;
  const change = {
    nextAttemptAt,
    ...(isDead && { state: 'dead' as const }),
    ...(comparison?.isAccepted === true && { acceptedAt: now() }),
  };
  const isStored = await storeFailure(context, hook, change, text);
  if (isStored) emitFailure(context, call, { text, nextAttemptAt, error, durationMs });
  return isStored;
}

/** Marks a call as `dead`. All its attempts are used, and the last one did not end. */
async function markDead(context: PaymentContext, call: HookOfPayment): Promise<void> {
  const { hook } = call;
  const { fulfillAttempts } = context.limits;
  const text =
    `${describeWork(hook)} was attempted ${fulfillAttempts} times, and the last attempt did not finish. Its process may have ended first. ` +
    describeRequeue(hook);
  const change = { state: 'dead', attempts: fulfillAttempts, nextAttemptAt: null } as const;
  if (!(await storeFailure(context, hook, change, text))) return;
  // The call has counted an attempt that is not made.
  const lastCall = { ...call, hook: { ...hook, attempts: fulfillAttempts } };
  emitFailure(context, lastCall, { text, nextAttemptAt: null, error: undefined, durationMs: null });
}

/** Resolves with false when another attempt was counted. */
async function storeFailure(
  context: PaymentContext,
  hook: DueHook,
  change: HookChange,
  text: string,
): Promise<boolean> {
  const note = createNote(context, hook, { source: 'fulfill', kind: 'hook-failed', text });
  return (await context.store.commit({ hooks: { change: [{ hook, change }] }, notes: [note] })) !== undefined;
}
