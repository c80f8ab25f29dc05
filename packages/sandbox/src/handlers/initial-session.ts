import { duplicateTransactionCode, endpoints, redirectionType } from '@pgw/protocol';
import { refuse, refuseInvalid } from '../responses.ts';
import { handler } from './handler.ts';
import { orderOf } from './order.ts';

/** The longest lifetime in minutes, a year. A very large lifetime would exceed the integers of the database. */
const longestMinutes = 365 * 24 * 60;

/** Opens a hosted session: the customer may try to pay several times on the same page until it expires. */
export const initialSession = handler(endpoints.initialSession, (request, { gateway, tenant }) => {
  const { now, paymentLifetimeMs } = gateway.settings;
  const { expiredInMinutes } = request;
  if (expiredInMinutes !== undefined && expiredInMinutes > longestMinutes)
    throw refuseInvalid([{ path: 'expiredInMinutes', message: `must be at most ${longestMinutes}, a year` }]);
  const lifetimeMs = expiredInMinutes === undefined ? paymentLifetimeMs : expiredInMinutes * 60_000;
  const session = gateway.ledger.openSession(orderOf(request, { tenant, expiresAt: now() + lifetimeMs }));
  if (session === undefined) throw refuse(duplicateTransactionCode, 'Duplicate Transaction');
  return {
    redirectionType: redirectionType.url,
    redirectUrl: `${gateway.url()}/pay/${session.sessionNumber}`,
    sessionNumber: session.sessionNumber,
  };
});
