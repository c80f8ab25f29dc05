import { foldReference, PgwError } from '@pgw/protocol';
import type { Gateway } from '../gateway.ts';
import type { Payment, QueuedCallback, Session } from '../ledger/rows.ts';
import { authorizationEnds, outcomes, type AuthorizationEnd, type OutcomeName } from '../outcomes.ts';
import { settlementLines, type SettlementPeriod } from '../settlement-file.ts';
import { mannerOf, type DecideOptions } from './decide-options.ts';

/** Pay-ins, from a test. */
export interface PaymentControls {
  /** A payment by transaction number, or the newest with this reference; letter case does not matter. */
  findPayment(numberOrReference: string): Payment | undefined;
  findSession(sessionNumber: string): Session | undefined;
  /** The newest first. Default limit 50. */
  listPayments(limit?: number): Payment[];
  /** The callbacks of a payment or payout with their tries, oldest first. */
  listCallbacks(transactionNumber: string): QueuedCallback[];
  /**
   * Ends a pending payment, as the buttons of the bank page do. False when it is not pending, and for `close`,
   * which decides nothing.
   *
   * @throws PgwError `invalid-request` for an unknown number.
   */
  decide(transactionNumber: string, outcome: OutcomeName, options?: DecideOptions): boolean;
  /**
   * Sets any status on any payment, and tells the merchant: a provider that thinks again. The money goes with it; the
   * refund statuses (11 to 18) move none, for that there is `decideRefund`. False when it has the status.
   */
  changeStatus(transactionNumber: string, status: number, options?: DecideOptions): boolean;
  /**
   * Lets an authorised card go: `void` (18), or `expire` (10) as it does by itself in the end. What is held goes back; a
   * payment of which a part was captured becomes 1. False when it is not authorised.
   *
   * @throws PgwError `invalid-request` for an unknown number.
   */
  endAuthorization(transactionNumber: string, way: AuthorizationEnd, options?: DecideOptions): boolean;
  /** A settlement file of a period as CSV; `GET /settlement.csv?from=…&to=…` serves the same. */
  settlementFile(period: SettlementPeriod): string;
}

export function paymentControls(gateway: Gateway): PaymentControls {
  const { ledger } = gateway;
  const known = (transactionNumber: string): void => {
    if (ledger.payments.find(transactionNumber) !== undefined) return;
    throw new PgwError('invalid-request', `The sandbox has no payment ${transactionNumber}.`);
  };
  const decisionOf = (status: number, options: DecideOptions): Parameters<typeof ledger.decide>[1] => {
    const { delayMs, own } = mannerOf(options);
    return { status, callbackDelayMs: delayMs, misbehaviour: own };
  };
  return {
    findPayment: (key) => ledger.findPayment(key) ?? ledger.payments.findByReference(foldReference(key)),
    findSession: (sessionNumber) => ledger.findSession(sessionNumber),
    listPayments: (limit = 50) => ledger.payments.list(limit),
    listCallbacks: (transactionNumber) => ledger.callbacks.of(transactionNumber.toUpperCase()),
    settlementFile: (period) => [...settlementLines(gateway, period)].join(''),
    decide: (transactionNumber, outcome, options = {}) => {
      known(transactionNumber);
      const { status } = outcomes[outcome];
      return status !== null && ledger.decide(transactionNumber, decisionOf(status, options));
    },
    changeStatus: (transactionNumber, status, options = {}) => {
      known(transactionNumber);
      return ledger.change(transactionNumber, decisionOf(status, options));
    },
    endAuthorization: (transactionNumber, way, options = {}) => {
      known(transactionNumber);
      return ledger.endAuthorization(transactionNumber, decisionOf(authorizationEnds[way].status, options));
    },
  };
}
