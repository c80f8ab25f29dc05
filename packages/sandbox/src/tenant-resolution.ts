import type { Request } from 'express';
import { refuse, refuseUnauthorized } from './responses.ts';
import { findTenant, type Gateway } from './gateway.ts';
import { memberOf } from './names.ts';
import type { Tenant } from './options.ts';

const tenantNotResolvedCode = 2094;

/**
 * Returns the merchant of a request (observed C). The tenant header decides first, then the bearer token,
 * then `tenantId` in the body or query.
 *
 * @throws Refusal 2094 when the merchant is missing or unknown; HTTP 401 when the request has only an invalid token.
 */
export function resolveTenant(incoming: Request, data: unknown, gateway: Gateway): Tenant {
  const { profile, protocol } = gateway.settings;
  const header =
    incoming.get(profile.headers.tenant) ??
    (protocol.oldTenantHeader ? incoming.get('Abp.TenantId') : undefined);
  if (header !== undefined) return knownTenant(gateway, header.trim());
  const token = bearerToken(incoming, gateway);
  const owner = token === undefined ? undefined : gateway.tokens.ownerOf(token);
  if (owner !== undefined) return knownTenant(gateway, owner);
  const named = tenantIdOf(data);
  if (named !== undefined) return knownTenant(gateway, named);
  if (token !== undefined) throw refuseUnauthorized();
  throw unresolved(`no ${profile.headers.tenant} header, no bearer token and no tenantId`);
}

/**
 * Checks that the bearer token was issued to the merchant. A request without a token is accepted only with `signatureOnly`.
 *
 * @throws Refusal HTTP 401.
 */
export function checkToken(incoming: Request, tenant: Tenant, gateway: Gateway): void {
  const { profile, protocol } = gateway.settings;
  if (protocol.signatureOnly && incoming.get(profile.headers.authorization) === undefined) return;
  const token = bearerToken(incoming, gateway);
  if (token === undefined || gateway.tokens.ownerOf(token) !== tenant.id) throw refuseUnauthorized();
}

function bearerToken(incoming: Request, { settings }: Gateway): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(incoming.get(settings.profile.headers.authorization) ?? '')?.[1];
}

function knownTenant(gateway: Gateway, id: string): Tenant {
  const tenant = findTenant(gateway, id);
  if (tenant === undefined) throw unresolved('no such merchant');
  return tenant;
}

function unresolved(cause: string): Error {
  return refuse(tenantNotResolvedCode, `Tenant could not be resolved: ${cause}.`);
}

function tenantIdOf(data: unknown): string | undefined {
  const id = memberOf(data, 'tenantId');
  const isInteger = typeof id === 'number' || (typeof id === 'string' && /^\d+$/.test(id));
  return isInteger ? String(id) : undefined;
}
