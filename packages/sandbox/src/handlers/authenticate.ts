import { timingSafeEqual } from 'node:crypto';
import { endpoints } from '@pgw/protocol';
import { refuseLogin } from '../responses.ts';
import { tokenLifetimeSeconds } from '../ledger/tokens.ts';
import { handler } from './handler.ts';

/** Exchanges the tenant's user name and password for a token. */
export const authenticate = handler(endpoints.authenticate, (request, { gateway, tenant }) => {
  const isUser = request.userNameOrEmailAddress.toLowerCase() === tenant.userName.toLowerCase();
  if (!isSame(request.password, tenant.password) || !isUser) throw refuseLogin();
  return { accessToken: gateway.tokens.issue(tenant.id), expireInSeconds: tokenLifetimeSeconds };
});

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
