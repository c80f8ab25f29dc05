import { untouched, type Payment, type Session } from './rows.ts';

const success = 1;

/**
 * A session as a payment: its last attempt under the session's own status. Without an attempt the session's number stands
 * as the transaction number.
 */
export function sessionRecord(session: Session, last: Payment | undefined): Payment {
  return {
    transactionNumber: session.sessionNumber,
    isHosted: true,
    ...untouched,
    ...session,
    ...last,
    status: session.status === success ? (last?.status ?? success) : session.status,
  };
}
