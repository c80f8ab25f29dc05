import { endpoints, redirectionType } from '@pgw/protocol';
import { duplicateTransactionCode } from '@pgw/protocol/internal';
import { createRefusal, createInvalidRequestRefusal } from './responses.ts';
import { createHandler } from './handler.ts';
import { toOrder } from './payments/order.ts';

/** The longest lifetime of a session is a year. A very large number could exceed the integers of the database. */
const maxLifetimeMinutes = 365 * 24 * 60;

/** The shopper may try to pay several times on the same page until the session expires. */
export const initialSession = createHandler(endpoints.initialSession, (request, { gateway, tenant }) => {
  const { now, paymentLifetimeMs } = gateway.settings;
  const { expiredInMinutes } = request;
  if (expiredInMinutes !== undefined && expiredInMinutes > maxLifetimeMinutes)
    throw createInvalidRequestRefusal([
      { path: 'expiredInMinutes', message: `must be at most ${maxLifetimeMinutes}, a year` },
    ]);
  const lifetimeMs = expiredInMinutes === undefined ? paymentLifetimeMs : expiredInMinutes * 60_000;
  const session = gateway.ledger.openSession(toOrder(request, { tenant, expiresAt: now() + lifetimeMs }));
  if (session === undefined) throw createRefusal(duplicateTransactionCode, 'Duplicate Transaction');
  return {
    redirectionType: redirectionType.url,
    redirectUrl: `${gateway.url()}/pay/${session.sessionNumber}`,
    sessionNumber: session.sessionNumber,
  };
});
