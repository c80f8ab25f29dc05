import { newPayment, type Payment, type Session } from './rows.ts';

const success = 1;

/**
 * A session as a payment: its last attempt, with the status of the session. Without an attempt, the transaction number is the
 * session number.
 */
export function sessionRecord(session: Session, last: Payment | undefined): Payment {
  return {
    transactionNumber: session.sessionNumber,
    isHosted: true,
    ...newPayment,
    ...session,
    ...last,
    status: session.status === success ? (last?.status ?? success) : session.status,
  };
}
