import { duplicateTransactionCode, endpoints, redirectionType } from '@pgw/protocol';
import { refuse } from '../answers.ts';
import { handler } from './handler.ts';
import { orderOf } from './order.ts';

/** Opens a hosted session: the customer may try again on the same page until it expires. */
export const initialSession = handler(endpoints.initialSession, (request, { gateway, tenant }) => {
  const { now, paymentLifetimeMs } = gateway.settings;
  const lifetimeMs =
    request.expiredInMinutes === undefined ? paymentLifetimeMs : request.expiredInMinutes * 60_000;
  const session = gateway.ledger.openSession(orderOf(request, { tenant, expiresAt: now() + lifetimeMs }));
  if (session === undefined) throw refuse(duplicateTransactionCode, 'Duplicate Transaction');
  return {
    redirectionType: redirectionType.url,
    redirectUrl: `${gateway.url()}/pay/${session.sessionNumber}`,
    sessionNumber: session.sessionNumber,
  };
});
