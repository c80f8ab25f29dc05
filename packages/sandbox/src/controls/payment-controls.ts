import { normalizeReference, PgwError } from '@pgw/protocol';
import { checkMethods, timeInputSchema, type MethodSchemas } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import {
  authorizationEnds,
  outcomes,
  type AuthorizationEnd,
  type OutcomeName,
} from '../catalogue/outcomes.ts';
import { type Gateway, findTenant } from '../gateway.ts';
import type { CallbackOptions } from '../ledger/callback-queue.ts';
import type { Decision } from '../ledger/payments/decision.ts';
import { createSettlementLines, type SettlementPeriod } from '../ledger/payments/settlement-file.ts';
import { createSameDayCheck } from '../ledger/refunds/same-day.ts';
import { isRefusal } from '../ledger/services.ts';
import type { Capture, Payment, QueuedCallback, Session, Refund, Payout } from '../ledger/tables.ts';

/** Methods with which a test reads and decides payments. */
export interface PaymentControls {
  /**
   * Finds a payment by its transaction number, or the newest payment with this reference, in any letter case.
   */
  findPayment(numberOrReference: string): Payment | undefined;
  /** Finds a hosted session by its number, in any letter case. */
  findSession(sessionNumber: string): Session | undefined;
  /** Lists the newest payments, newest first. Default limit 50. */
  listPayments(limit?: number): Payment[];
  /** Lists the callbacks of a payment or payout, oldest first, each with its number of attempts. */
  listCallbacks(transactionNumber: string): QueuedCallback[];
  /**
   * Decides a pending payment, like the buttons of the bank page. Returns false when the payment is not
   * pending. Also returns false for `close`, which leaves the payment pending.
   *
   * @throws PgwError `invalid-request` for an unknown number.
   */
  decide(transactionNumber: string, outcome: OutcomeName, options?: DecideOptions): boolean;
  /**
   * Sets any status on any payment and sends a callback, like a provider that changes its decision. The
   * accounts of `listAccounts` change with the status, except for the statuses of refunds (11 to 18): use
   * `decideRefund` for refunds, and `endAuthorization` for status 18 (voided) of an authorization. Returns
   * false when the payment already has that status.
   *
   * @throws PgwError `invalid-request` for an unknown number.
   */
  changeStatus(transactionNumber: string, status: number, options?: DecideOptions): boolean;
  /**
   * Ends an authorization and releases the held amount: `void` sets status 18 (voided), `expire` sets
   * status 10 (expired). A payment with a captured part gets status 1 (success). Returns false when the
   * payment is not authorized.
   *
   * @throws PgwError `invalid-request` for an unknown number.
   */
  endAuthorization(transactionNumber: string, end: AuthorizationEnd, options?: DecideOptions): boolean;
  /**
   * Captures a part of an authorized payment at the gateway, like a person on the gateway's dashboard. The last
   * capture sends a callback. Returns undefined when the payment is not authorized, or when the amount is above
   * the held amount.
   *
   * @throws PgwError `invalid-request` for an unknown number.
   */
  capturePayment(transactionNumber: string, options?: CaptureElsewhereOptions): Capture | undefined;
  /** Returns the settlement file of a period as CSV, like `GET /settlement.csv?from=…&to=…&merchant=…`. */
  settlementFile(period: SettlementPeriod): string;
}

/** A capture that the shop did not request. */
export interface CaptureElsewhereOptions extends DecideOptions {
  /** Minor units. Default: the whole held amount. */
  readonly amount?: number | undefined;
  /** True to release the rest of the held amount. Default: true for the whole held amount. */
  readonly isLast?: boolean | undefined;
}

const callbackNames = ['now', 'late', 'twice', 'never', 'wrongly-signed'] as const;
/** The members of {@link DecideOptions}. */
export const decideFields = {
  callback: z.enum(callbackNames, `must be one of ${callbackNames.join(', ')}`).optional(),
  callbackDelayMs: z.number().int('must be a whole number').nonnegative('must not be negative').optional(),
};
const wholeAmount = z.int('must be a whole number of minor units').optional();
const ofTransaction = ['transactionNumber', z.string()] as const;
const maxRows = ['limit', z.int().nonnegative().optional()] as const;
const decideOptions = (fields: z.ZodRawShape = {}) =>
  ['', z.strictObject({ ...fields, ...decideFields }).optional()] as const;
const keyOf = <Name extends string>(record: Readonly<Record<Name, unknown>>) =>
  // `Object.keys` of a constant record returns the keys of its type.
  z.enum(Object.keys(record) as Name[]);

const paymentSchemas: MethodSchemas<PaymentControls> = {
  findPayment: [['numberOrReference', z.string()]],
  findSession: [['sessionNumber', z.string()]],
  listPayments: [maxRows],
  listCallbacks: [ofTransaction],
  decide: [ofTransaction, ['outcome', keyOf(outcomes)], decideOptions()],
  changeStatus: [ofTransaction, ['status', z.int()], decideOptions()],
  endAuthorization: [ofTransaction, ['end', keyOf(authorizationEnds)], decideOptions()],
  capturePayment: [ofTransaction, decideOptions({ amount: wholeAmount, isLast: z.boolean().optional() })],
  settlementFile: [
    ['', z.strictObject({ from: timeInputSchema, to: timeInputSchema, merchantId: z.string().optional() })],
  ],
};

export function createPaymentControls(gateway: Gateway): PaymentControls {
  const { ledger } = gateway;
  const requirePayment = (transactionNumber: string): void => {
    if (ledger.payments.find(transactionNumber) !== undefined) return;
    throw new PgwError('invalid-request', `The sandbox has no payment ${transactionNumber}.`);
  };
  const toDecision = (status: number, options: DecideOptions): Decision => {
    const { delayMs, scenarios } = toCallbackOptions(options);
    return { status, callbackDelayMs: delayMs, scenarios };
  };
  const controls: PaymentControls = {
    findPayment: (numberOrReference) =>
      ledger.findPayment(numberOrReference) ??
      ledger.payments.findByReference(normalizeReference(numberOrReference)),
    findSession: (sessionNumber) => ledger.findSession(sessionNumber),
    listPayments: (limit = 50) => ledger.payments.listNewest(limit),
    listCallbacks: (transactionNumber) =>
      ledger.callbacks.listBy({ transactionNumber: transactionNumber.toUpperCase() }),
    settlementFile: (period) => [...createSettlementLines(gateway.ledger, period)].join(''),
    decide: (transactionNumber, outcome, options = {}) => {
      requirePayment(transactionNumber);
      const { status } = outcomes[outcome];
      return status !== null && ledger.decide(transactionNumber, toDecision(status, options));
    },
    changeStatus: (transactionNumber, status, options = {}) => {
      requirePayment(transactionNumber);
      return ledger.changeStatus(transactionNumber, toDecision(status, options));
    },
    capturePayment: (transactionNumber, { amount, isLast, ...options } = {}) => {
      requirePayment(transactionNumber);
      const heldAmount = ledger.findPayment(transactionNumber)?.heldAmount ?? 0;
      const { delayMs, scenarios } = toCallbackOptions(options);
      return ledger.capture(transactionNumber, {
        amount: amount ?? heldAmount,
        isLast: isLast === true || (amount ?? heldAmount) === heldAmount,
        callbackDelayMs: delayMs,
        scenarios,
      });
    },
    endAuthorization: (transactionNumber, end, options = {}) => {
      requirePayment(transactionNumber);
      return ledger.endAuthorization(transactionNumber, toDecision(authorizationEnds[end].status, options));
    },
  };
  return checkMethods('sandbox', controls, paymentSchemas);
}

/** Options of the callback when a test decides a payment, refund or payout. */
export interface DecideOptions {
  /**
   * When and how the callback is sent. The bank page has the same choices. `late` adds 10 seconds to
   * `callbackDelayMs`. Default `now`.
   */
  readonly callback?: 'now' | 'late' | 'twice' | 'never' | 'wrongly-signed' | undefined;
  /** The delay before the callback in milliseconds. Default 0. */
  readonly callbackDelayMs?: number | undefined;
}

/** Converts the options of a test to those of a callback. */
function toCallbackOptions({ callback = 'now', callbackDelayMs = 0 }: DecideOptions): CallbackOptions {
  return { delayMs: callbackDelayMs, scenarios: callback === 'now' ? [] : [`callback-${callback}`] };
}

/** Methods with which a test reads and decides refunds. */
export interface RefundControls {
  /** Finds a refund by its refund number, in any letter case. */
  findRefund(refundNumber: string): Refund | undefined;
  /**
   * Lists the refunds of a payment, oldest first. Without a number, lists the newest 50 refunds of all
   * payments, newest first.
   */
  listRefunds(transactionNumber?: string): Refund[];
  /**
   * Sets the next status of a refund, updates the journal and the payment's status, and sends a callback.
   * Returns false for a change that is not in this list:
   *
   * - from 0 (not accepted yet) to 11 (refunded), 12 (processing), 13 (failed), 16 (refunded with charges) or
   *   18 (voided)
   * - from 12 to 11, 13, 16 or 18
   * - from 11 or 16 to 17 (reversed)
   *
   * @throws PgwError `invalid-request` for an unknown number.
   */
  decideRefund(refundNumber: string, status: number, options?: DecideOptions): boolean;
  /**
   * Refunds a payment at the gateway, like a person on the gateway's dashboard. The shop gets to know it only
   * from the callback or from a query. The rules and scenarios of refunds apply.
   *
   * @throws PgwError `invalid-request` for an unknown number, or when the gateway refuses the refund. The message
   * contains the fault.
   */
  refundPayment(transactionNumber: string, options?: RefundElsewhereOptions): Refund;
}

/** A refund that the shop did not request. */
export interface RefundElsewhereOptions extends DecideOptions {
  /** Minor units. Default: the whole remaining amount. */
  readonly amount?: number | undefined;
  /** Default `From the dashboard`. */
  readonly reason?: string | undefined;
}

const ofRefund = ['refundNumber', z.string()] as const;
const refundSchemas: MethodSchemas<RefundControls> = {
  findRefund: [ofRefund],
  listRefunds: [['transactionNumber', z.string().optional()]],
  decideRefund: [ofRefund, ['status', z.int()], decideOptions()],
  refundPayment: [ofTransaction, decideOptions({ amount: wholeAmount, reason: z.string().optional() })],
};

export function createRefundControls(gateway: Gateway): RefundControls {
  const { ledger } = gateway;
  const controls: RefundControls = {
    findRefund: (refundNumber) => {
      ledger.applyDueChanges();
      return ledger.refundTable.find(refundNumber);
    },
    listRefunds: (transactionNumber) => {
      ledger.applyDueChanges();
      const table = ledger.refundTable;
      return transactionNumber === undefined
        ? table.listNewest(50)
        : table.listBy({ transactionNumber: transactionNumber.toUpperCase() });
    },
    decideRefund: (refundNumber, status, options = {}) => {
      if (ledger.refundTable.find(refundNumber) === undefined)
        throw new PgwError('invalid-request', `The sandbox has no refund ${refundNumber}.`);
      return ledger.refunds.decide(refundNumber, status, toCallbackOptions(options));
    },
    refundPayment: (transactionNumber, { amount, reason = 'From the dashboard', ...options } = {}) => {
      const payment = ledger.findPayment(transactionNumber);
      if (payment === undefined)
        throw new PgwError('invalid-request', `The sandbox has no payment ${transactionNumber}.`);
      const refund = ledger.refunds.request({
        tenantId: payment.tenantId,
        transactionNumber: payment.transactionNumber,
        amount,
        reason,
        isSameDay: createSameDayCheck(findTenant(gateway, payment.tenantId)),
        callbackOptions: toCallbackOptions(options),
      });
      if (!isRefusal(refund)) return refund;
      throw new PgwError('invalid-request', `Refused with fault ${refund.code}: ${refund.message}`);
    },
  };
  return checkMethods('sandbox', controls, refundSchemas);
}

/** Methods with which a test reads and decides payouts. */
export interface PayoutControls {
  /** Finds a payout by its transaction number, in any letter case. */
  findPayout(transactionNumber: string): Payout | undefined;
  /** Lists the newest payouts, newest first. Default limit 50. */
  listPayouts(limit?: number): Payout[];
  /**
   * Approves or rejects a pending payout, like the buttons of its page. A rejection returns the amount to the
   * wallet. Returns false when the payout is not pending.
   *
   * @throws PgwError `invalid-request` for an unknown number.
   */
  decidePayout(transactionNumber: string, outcome: 'approve' | 'reject', options?: DecideOptions): boolean;
}

const payoutSchemas: MethodSchemas<PayoutControls> = {
  findPayout: [ofTransaction],
  listPayouts: [maxRows],
  decidePayout: [ofTransaction, ['outcome', z.enum(['approve', 'reject'])], decideOptions()],
};

export function createPayoutControls({ ledger }: Gateway): PayoutControls {
  const { payouts, payoutTable } = ledger;
  const controls: PayoutControls = {
    findPayout: (transactionNumber) => {
      ledger.applyDueChanges();
      return payoutTable.find(transactionNumber);
    },
    listPayouts: (limit = 50) => {
      ledger.applyDueChanges();
      return payoutTable.listNewest(limit);
    },
    decidePayout: (transactionNumber, outcome, options = {}) => {
      if (payoutTable.find(transactionNumber) === undefined)
        throw new PgwError('invalid-request', `The sandbox has no payout ${transactionNumber}.`);
      return payouts.decide(transactionNumber, outcome, toCallbackOptions(options));
    },
  };
  return checkMethods('sandbox', controls, payoutSchemas);
}
