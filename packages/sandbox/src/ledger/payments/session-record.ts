import { paymentStatusNumber } from '../status-numbers.ts';
import type { Payment, Session } from '../tables.ts';
import { initialPaymentFields } from './payment-table.ts';

/**
 * Returns the payment that the hosted page shows for a session: the last attempt, with the status of the
 * session. For a paid session, the attempt keeps its own status, because a refund changes the attempt and not
 * the session. Without an attempt, the session number is the transaction number.
 */
export function toSessionRecord(session: Session, lastAttempt: Payment | undefined): Payment {
  const isPaid = session.status === paymentStatusNumber.success;
  const status = isPaid && lastAttempt !== undefined ? lastAttempt.status : session.status;
  if (lastAttempt !== undefined) return { ...lastAttempt, status };
  return { ...initialPaymentFields, ...session, transactionNumber: session.sessionNumber, isHosted: true };
}
