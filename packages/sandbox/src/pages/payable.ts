import { paymentStatus } from '@pgw/protocol';
import { findTenant, type Gateway } from '../gateway.ts';
import type { Payment, Session } from '../ledger/tables.ts';
import { paymentStatusNumber } from '../catalogue/status-numbers.ts';
import { initialPaymentFields } from '../ledger/payments/payment-table.ts';
import type { Tenant } from '../options.ts';
import { formatTotal } from './total.ts';
import type { ResultView } from './result-page.ts';
import { toReturnUrl } from './return-url.ts';

/** The order on the hosted page: a single payment, or a session with its last attempt. */
export interface Payable {
  readonly tenant: Tenant;
  /** The transaction or session number in the URL of the page. */
  readonly number: string;
  readonly session: Session | undefined;
  /** The payment, the last attempt with the status of the session, or a session without an attempt. */
  readonly record: Payment;
  /** The last attempt of the session, with its own status. */
  readonly lastAttempt: Payment | undefined;
}

/** Finds a payment or session by its number in a URL, after the automatic changes that are due. */
export function findPayable(gateway: Gateway, urlNumber: string): Payable | undefined {
  const { ledger } = gateway;
  const payment = ledger.findPayment(urlNumber);
  const session = ledger.findSession(payment?.sessionNumber ?? urlNumber);
  const lastAttempt = session && ledger.payments.findBySession(session.sessionNumber);
  const record = session === undefined ? payment : toSessionRecord(session, lastAttempt);
  const tenant = record === undefined ? undefined : findTenant(gateway, record.tenantId);
  if (record === undefined || tenant === undefined) return undefined;
  const number = session?.sessionNumber ?? record.transactionNumber;
  return { tenant, number, session, record, lastAttempt };
}

/**
 * Returns the payment that the hosted page shows for a session: the last attempt, with the status of the
 * session. For a paid session, the attempt keeps its own status, because a refund changes the attempt and not
 * the session. Without an attempt, the session number is the transaction number.
 */
function toSessionRecord(session: Session, lastAttempt: Payment | undefined): Payment {
  const isPaid = session.status === paymentStatusNumber.success;
  const status = isPaid && lastAttempt !== undefined ? lastAttempt.status : session.status;
  if (lastAttempt !== undefined) return { ...lastAttempt, status };
  return { ...initialPaymentFields, ...session, transactionNumber: session.sessionNumber, isHosted: true };
}

/** Returns the URL at which the browser returns to the shop. */
export function toShopUrl(gateway: Gateway, payment: Payment): string {
  return toReturnUrl(payment.returnUrl, payment, gateway.settings.profile.returnParameters);
}

/** Returns the message for a payment with an outcome. */
export function toOutcomeView(payment: Payment): Pick<ResultView, 'tone' | 'heading' | 'text'> {
  const { name, outcome } = paymentStatus(payment.status);
  const text = `Status ${payment.status}, ${name}.`;
  switch (outcome) {
    case 'paid':
      return { tone: 'success', heading: 'Approved', text };
    case 'authorized':
      return { tone: 'success', heading: 'Card approved', text };
    case 'failed':
      return { tone: 'danger', heading: 'Declined', text };
    case 'canceled':
      return { tone: 'neutral', heading: 'Cancelled', text };
    case 'expired':
      return { tone: 'warning', heading: 'Payment time ran out', text };
    case 'refunding':
    case 'refunded':
      return { tone: 'neutral', heading: 'Refunded', text };
    case 'pending':
      return { tone: 'warning', heading: 'Waiting', text };
  }
}

/** Lists the facts of a payment for the page of its outcome. */
export function toResultFacts(payment: Payment): [string, string][] {
  return [
    ['Amount', formatTotal(payment)],
    ['Reference', payment.referenceCode],
    ['Transaction', payment.transactionNumber],
  ];
}
