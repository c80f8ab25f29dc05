import type { GatewayClient } from '@pgw/client';
import { getErrorMessage } from '@pgw/protocol/internal';
import type { CheckoutEventListener } from '../events/event.ts';
import { getPaymentFacts } from '../events/facts.ts';
import type { ShopHooks } from '../model/hook.ts';
import type { PayoutOptions } from '../model/operations/payouts.ts';
import type { Store } from '../model/ports/store.ts';
import type { ResolveUnknownPayment } from '../model/unknown-payment.ts';
import type { GetPrice } from '../model/payments/order-price.ts';
import type { Payment } from '../model/payments/payment.ts';
import type { PaymentTokens } from './payment-tokens.ts';
import { nameActor } from './actor.ts';
import type { Note } from '../model/payments/timeline.ts';
import type { shareConcurrentRuns } from './shared-runs.ts';
import type { Beneficiaries } from './beneficiaries.ts';
import type { References } from './references.ts';
import type { QueryQuota } from './query-quota.ts';
import type { UnconfirmedLeases } from './unconfirmed-leases.ts';

/** The dependencies of every operation on payments. Made once by `createCheckout`. */
export interface PaymentContext {
  readonly gateway: GatewayClient;
  readonly store: Store;
  readonly now: () => number;
  /** Returns a number from 0 up to, but not including, 1. Delays contain a random part. */
  readonly random: () => number;
  readonly emit: CheckoutEventListener;
  readonly hooks: ShopHooks<unknown> & {
    /** True with the option `secondPayment: 'refund'`. */
    readonly refundSecondPayment?: true | undefined;
  };
  /** Reads the current price of an order; undefined without the option `getPrice`. */
  readonly getPrice: GetPrice<unknown> | undefined;
  /** Starts the hooks that are due, without waiting for them. */
  readonly startDueHooks: () => void;
  /**
   * Returns when it was noticed that the store has lost its newest writes. Undefined if nothing is lost, or an operator has
   * acknowledged it.
   */
  readonly getHistoryLostAt: () => number | undefined;
  readonly limits: Limits;
  /** The callback URL for new payments. */
  readonly callbackUrl: string;
  /** The return URL without the token of a payment. */
  readonly returnUrl: string;
  /** The tokens of the return URLs and QR codes. */
  readonly tokens: PaymentTokens;
  /** Creates and reads references. */
  readonly references: References;
  /** The shop's hook that finds the order of a payment that the store does not have. */
  readonly resolveUnknownPayment: ResolveUnknownPayment | undefined;
  /** Encrypts and decrypts the receivers of payouts. */
  readonly beneficiaries: Beneficiaries;
  /** The options of payouts. */
  readonly payouts: PayoutOptions | undefined;
  /** The limit of the queries about stored payments that visitors cause. */
  readonly visitorQueries: QueryQuota;
  /** Runs updates that a start waits for. Concurrent updates of one payment share one run. */
  readonly shareSync: ReturnType<typeof shareConcurrentRuns<Payment>>;
  /** Leases to release when the gateway responds again. */
  readonly unconfirmedLeases: UnconfirmedLeases;
  /** Origins that a redirection script of the gateway may contain. */
  readonly redirectOrigins: readonly string[];
  /** Called with the gateway's record of a payment after each query. */
  readonly onRecord: (payment: Payment, record: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** The account of a call. */
export interface AccountOption {
  /** The shop's id of the account. Required in a checkout with several accounts, and refused in one with one account. */
  readonly account?: string | undefined;
}

/** Limits of a checkout. */
export interface Limits {
  /**
   * Failures of a hook, such as `onPaid`, after which its call is `dead` until an operator makes it due again.
   * Default 12.
   */
  readonly fulfillAttempts: number;
  /**
   * Time limit of each hook in milliseconds. After this time, the transaction is rolled back and the attempt
   * counts as a failure. Default 30,000.
   */
  readonly fulfillTimeoutMs: number;
  /**
   * Time in milliseconds after which a running hook is reported by the event `hook-slow`.
   * Default 10,000.
   */
  readonly fulfillSlowMs: number;
  /**
   * Queries per second about payments without a callback and about refunds, for the sweeps of all processes
   * together. Default 10.
   */
  readonly queriesPerSecond: number;
  /**
   * Queries per second about stored payments that starts, returns and status requests of one process may
   * cause. Default 50.
   */
  readonly visitorQueriesPerSecond: number;
  /**
   * A payment that has an outcome is compared with the gateway again, with its refunds, when it is 1, 3, 7, 30 and this number
   * of days old. So a change at the gateway is found although its callback was lost. 0 switches the comparisons off. Default 90.
   */
  readonly recheckDays: number;
  /**
   * Queries of these comparisons per day, for all processes together and spread over the day. Each comparison counts as two.
   * They also belong to `queriesPerSecond`. Default 86,400, which is one in a second.
   */
  readonly recheckQueriesPerDay: number;
  /** Rejected callbacks that are kept for an operator. Default 1,000. */
  readonly rejectedCallbacks: number;
}

/**
 * True while the gateway does not respond. The gateway client then rejects calls without sending a request.
 */
export function isGatewayDown({ gateway }: Pick<PaymentContext, 'gateway'>): boolean {
  return gateway.circuit.state === 'open';
}

/** Reports that a payment could not be synced. During an outage, the event `gateway-down` reports it. */
export function reportSyncFailure(
  context: Pick<PaymentContext, 'gateway' | 'emit'>,
  payment: Payment,
  { error, summary = '' }: { readonly error: unknown; readonly summary?: string },
): void {
  if (isGatewayDown(context)) return;
  const message = `${summary}${getErrorMessage(error)}`;
  context.emit({ level: 'warn', event: 'sync-failed', message, ...getPaymentFacts(payment), error });
}

/** Reads a payment again, after another request has changed it. */
export async function reloadPayment(
  { store }: Pick<PaymentContext, 'store'>,
  { reference }: Pick<Payment, 'reference'>,
): Promise<Payment> {
  const payment = await store.find('payment', reference);
  if (payment === undefined) throw new Error(`Payment ${reference} is missing in the store.`);
  return payment;
}

/** Creates a timeline entry for a payment or an operation, with the current time. */
export function createNote(
  context: Pick<PaymentContext, 'now'>,
  { reference }: Pick<Note, 'reference'>,
  note: Omit<Note, 'at' | 'reference'>,
): Note {
  const text = note.source === 'operator' ? nameActor(note.text) : note.text;
  return { ...note, reference, text, at: context.now() };
}

/** Returns the beginning of a reason or of a gateway message, for a timeline entry. */
export function quoteText(text: string): string {
  return text.slice(0, 500);
}
