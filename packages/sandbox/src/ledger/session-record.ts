import { paymentStatusNumber } from '../status-numbers.ts';
import { initialPaymentFields, type Payment, type Session } from './rows.ts';

/**
 * Converts a session to a payment: its last attempt, with the status of the session. The record of a paid
 * session has the status of the attempt, which changes after a refund. Without an attempt, the transaction
 * number is the session number.
 */
export function toSessionRecord(session: Session, lastAttempt: Payment | undefined): Payment {
  return {
    transactionNumber: session.sessionNumber,
    isHosted: true,
    ...initialPaymentFields,
    ...session,
    ...lastAttempt,
    status:
      session.status === paymentStatusNumber.success
        ? (lastAttempt?.status ?? session.status)
        : session.status,
  };
}
