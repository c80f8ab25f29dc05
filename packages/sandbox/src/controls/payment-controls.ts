import { normalizeReference, PgwError } from '@pgw/protocol';
import type { Gateway } from '../gateway.ts';
import type { Capture } from '../ledger/tables.ts';
import type { Decision } from '../ledger/payments/decision.ts';
import type { Payment, QueuedCallback, Session } from '../ledger/tables.ts';
import {
  authorizationEnds,
  outcomes,
  type AuthorizationEnd,
  type OutcomeName,
} from '../catalogue/outcomes.ts';
import { createSettlementLines, type SettlementPeriod } from '../ledger/payments/settlement-file.ts';
import { toCallbackOptions, type DecideOptions } from './decide-options.ts';

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
  /** Returns the settlement file of a period as CSV, like `GET /settlement.csv?from=…&to=…`. */
  settlementFile(period: SettlementPeriod): string;
}

/** A capture that the shop did not request. */
export interface CaptureElsewhereOptions extends DecideOptions {
  /** Minor units. Default: the whole held amount. */
  readonly amount?: number | undefined;
  /** True to release the rest of the held amount. Default: true for the whole held amount. */
  readonly isLast?: boolean | undefined;
}

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
  return {
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
}
