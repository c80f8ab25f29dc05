import type { Operation } from './operations/operation.ts';
import type { Payment } from './payments/payment.ts';
import type { PaymentChange } from './payments/payment-change.ts';
import type { Note } from './payments/timeline.ts';

/**
 * The functions of the shop that the checkout calls for an outcome of a payment, each with `tx` and `key`.
 *
 * - `onPaid`: the payment becomes `paid` for the first time, and no other one has paid the order. Not if it is `refunded` or `canceled` by then.
 * - `onAuthorized`: the payment becomes `authorized`. Not if it is no longer `authorized`.
 * - `onEnded`: the payment becomes `failed`, `canceled`, `expired` or `refused`, or `refunded` and was never `paid` (`reason` is `voided`).
 *   Not if it is `paid` or `authorized` by then. Also receives `order`.
 * - `onRefunded`: a refund becomes `done`, in whole or in part, by this shop or at the gateway, after `onPaid` has a result. Also receives `payment`.
 * - `onReversed`: the payment becomes `reversed`, and is not `paid` again by then; or a `done` refund (`refund`) becomes `reversed`. Receives `order`.
 */
export type HookName = (typeof hookNames)[number];

/** Every {@link HookName}. `refundSecondPayment` is a call of the checkout itself: the automatic refund of a second payment. */
export const hookNames = [
  'onPaid',
  'onAuthorized',
  'onEnded',
  'onRefunded',
  'onReversed',
  'refundSecondPayment',
] as const;

/** The hooks that a shop may have. Each process registers its own ones in the store. */
export const optionalHookNames = ['onAuthorized', 'onEnded', 'onRefunded', 'onReversed'] as const;

/**
 * Why a payment ended without being paid. `voided`: the gateway canceled it or returned its money before the shop
 * stored it as paid, for example an authorized card. The other reasons are the states of the payment.
 */
export type EndReason = (typeof endReasons)[number];

/** Every {@link EndReason}. */
export const endReasons = ['failed', 'canceled', 'expired', 'refused', 'voided'] as const;

/**
 * The state of an order, read while no other payment of it can change. If both properties are false, no payment has
 * paid the order, and none can pay it unless another payment is started.
 */
export interface OrderStatus {
  /** True when a payment of the order was fulfilled, or has received money that was not returned. */
  readonly isPaid: boolean;
  /**
   * True while a payment of the order has no final outcome, or the call of `onEnded` for another payment of it has not
   * succeeded yet.
   */
  readonly hasOpenPayments: boolean;
}

/** The key of a call of a hook, and what it is about. */
export interface HookCall {
  /** The name of the hook. */
  readonly name: HookName;
  /** Identifies the call. It is the same for every attempt. */
  readonly key: string;
  /** The reference of the payment. */
  readonly reference: string;
  /** Why the payment ended. Null for every hook except `onEnded`. */
  readonly reason: EndReason | null;
  /**
   * The id of the refund that the call is about, or for `refundSecondPayment` of the refund that it waits for. Null for a call
   * about a payment.
   */
  readonly operationId: string | null;
}

/**
 * The progress of a call of a hook.
 *
 * - `due`: the hook has not succeeded yet.
 * - `dead`: the hook has failed too often.
 * - `withheld`: the hook is not called, because the payment has changed since the call became due.
 * - `skipped`: no process had the hook for a day. Only an operator makes the call due again.
 */
export type HookState = 'due' | 'dead' | 'withheld' | 'skipped';

/** A stored call of a hook that has not succeeded. */
export interface DueHook extends HookCall {
  /** Whether the hook is called again; see {@link HookState}. */
  readonly state: HookState;
  /** The number of attempts since the call became due. */
  readonly attempts: number;
  /** When the hook is called next, in milliseconds since the Unix epoch; null unless `state` is `due`. */
  readonly nextAttemptAt: number | null;
}

/** A call that becomes due. */
export interface NewHook extends DueHook {
  /**
   * Set if this process does not have the hook: the call is stored only if a process has registered the hook since this time, in
   * milliseconds since the Unix epoch.
   */
  readonly registeredSince?: number | undefined;
}

/** The fields of a stored call that may change. */
export interface HookChange extends Partial<
  Pick<DueHook, 'state' | 'attempts' | 'nextAttemptAt' | 'operationId'>
> {
  /** Only for `onPaid`: the `acceptedAt` of the payment, which is stored with the call. */
  readonly acceptedAt?: number | undefined;
}

/** A change of a stored call, by compare-and-set of its state and attempts. */
export interface CallChange {
  /** The call as it was read. */
  readonly hook: DueHook;
  /** The new values. */
  readonly change: HookChange;
}

/** A call of a hook, and its payment. */
export interface HookOfPayment {
  /** The call, with its current attempt. */
  readonly hook: DueHook;
  /** The payment as it is stored. */
  readonly payment: Payment;
}

/**
 * The result of work that does not fulfill a paid payment. The store writes the change and the note in the transaction
 * of the work, in place of the success. The order is released.
 */
export interface Refusal {
  /** The change of the payment, in place of a fulfillment that is done. */
  readonly change: PaymentChange;
  /** The timeline entry, in place of the one about a success. */
  readonly note: Note;
}

/** The result of work: a refusal, or nothing after a success. */
export type WorkResult = Refusal | undefined | void;

/** What the work of a call receives besides the payment. */
export interface WorkContext<Tx> {
  readonly tx: Tx;
  /** Set if the work needs it. */
  readonly order: OrderStatus | undefined;
  /** The refund of the call. Undefined for a call about a payment. */
  readonly refund: Operation | undefined;
}

/** Why a call is not made now: it waits, or it is withheld. The store writes it in place of a run. */
export interface Hold {
  /** The change of the call. */
  readonly change: HookChange;
  /** The timeline entry, if there is one. */
  readonly note?: Note | undefined;
}

/** The work of a call of a hook. */
export interface HookWork<Tx> {
  /** Written when the work has succeeded. */
  readonly note: Note;
  /** True if the work needs `order`. Its order is then locked. */
  readonly needsOrder: boolean;
  /**
   * Returns why the call is not made now, or undefined if it is made. It runs in the transaction of the work, while the
   * payment is locked. `earlierCalls` are the stored calls of the payment before this one, oldest first. Default: the call
   * is made.
   */
  readonly check?: ((payment: Payment, earlierCalls: readonly DueHook[]) => Hold | undefined) | undefined;
  /** The work of `onPaid` may refuse the payment. */
  readonly work: (payment: Payment, context: WorkContext<Tx>) => WorkResult | Promise<WorkResult>;
  /**
   * Time limit in milliseconds for asynchronous work. After this time, the work counts as failed: its writes
   * are rolled back, and `tx` rejects further writes. Default: no limit.
   */
  readonly timeoutMs?: number | undefined;
}

/** The work of a call that a plan stores. It runs in the transaction of the plan. After a success, the call is not stored. */
export interface FirstTry<Tx> extends HookWork<Tx> {
  /** The key of the call. */
  readonly key: string;
}

/** The account for which a function of the shop is called. */
export interface AccountContext {
  /** The shop's id of the account. Undefined in a checkout with one account. */
  readonly account?: string | undefined;
}

/** A function of the shop for an outcome of a payment. */
type Hook<Context> = (payment: Payment, context: AccountContext & Context) => void | Promise<void>;

/** The hooks of a shop. `tx` is the transaction of the store, and `key` is the same for every attempt. */
export interface ShopHooks<Tx> {
  readonly onPaid: Hook<{ tx: Tx; key: string }>;
  readonly onAuthorized?: Hook<{ tx: Tx; key: string }> | undefined;
  readonly onEnded?: Hook<{ tx: Tx; key: string; reason: EndReason; order: OrderStatus }> | undefined;
  readonly onRefunded?:
    | ((
        refund: Operation,
        context: AccountContext & { tx: Tx; key: string; payment: Payment },
      ) => void | Promise<void>)
    | undefined;
  readonly onReversed?:
    | Hook<{ tx: Tx; key: string; order: OrderStatus; refund: Operation | undefined }>
    | undefined;
}

const dayMs = 86_400_000;

/** Returns a call that becomes due. It is stored if the shop has the hook in this process, or in another one that ran today. */
export function createHookCall(
  hooks: Readonly<Partial<Record<HookName, unknown>>>,
  call: HookCall & { readonly notBefore?: number | undefined },
  now: number,
): NewHook {
  const { notBefore = now, ...rest } = call;
  const due: DueHook = { ...rest, state: 'due', attempts: 0, nextAttemptAt: notBefore };
  return hooks[call.name] === undefined ? { ...due, registeredSince: now - dayMs } : due;
}

/** True if this process can make a call. */
export function isOwn({ registeredSince }: NewHook): boolean {
  return registeredSince === undefined;
}

/** Returns the call of `onPaid` for a payment whose fulfillment becomes due. A payment has at most one. */
export function createPaidHook({ reference }: Pick<Payment, 'reference'>, now: number): DueHook {
  const call = { name: 'onPaid', key: reference, reference, reason: null, operationId: null } as const;
  return { ...call, state: 'due', attempts: 0, nextAttemptAt: now };
}

/** After this time without a result, the process of an attempt is assumed to have ended, and the hook is called again. */
export const hookLeaseMs = 60_000;
