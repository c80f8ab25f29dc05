import { timingSafeEqual } from 'node:crypto';
import { endpoints } from '@pgw/protocol';
import { createLoginRefusal } from './responses.ts';
import { tokenLifetimeSeconds } from '../ledger/tokens.ts';
import { createHandler } from './handler.ts';

/** Exchanges the tenant's user name and password for a token. */
export const authenticate = createHandler(endpoints.authenticate, (request, { gateway, tenant }) => {
  const isUser = request.userNameOrEmailAddress.toLowerCase() === tenant.userName.toLowerCase();
  if (!isEqual(request.password, tenant.password) || !isUser) throw createLoginRefusal();
  return { accessToken: gateway.tokens.issue(tenant.id), expireInSeconds: tokenLifetimeSeconds };
});

function isEqual(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
