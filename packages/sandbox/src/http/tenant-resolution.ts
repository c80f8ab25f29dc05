import type { EndpointName } from '@pgw/protocol';
import type { Request } from 'express';
import { createRefusal, createUnauthorizedRefusal } from '../handlers/responses.ts';
import { findTenant, type Gateway } from '../gateway.ts';
import { findProperty } from './property-names.ts';
import type { Tenant } from '../options.ts';

const tenantNotResolvedCode = 2094;

/**
 * Returns the merchant of a request (public clients). Uses the tenant header, or else the bearer
 * token, or else `tenantId` in the body or query. The preset `document` requires the header, except for refunds (interface
 * document, endpoint 6).
 *
 * @throws Refusal with fault 2094 when the merchant is missing or unknown; HTTP 401 when the request has only an
 * invalid token.
 */
export function resolveTenant(
  incoming: Request,
  data: unknown,
  { gateway, endpointName }: { readonly gateway: Gateway; readonly endpointName: EndpointName },
): Tenant {
  const { profile, preset } = gateway.settings;
  const header =
    incoming.get(profile.headers.tenant) ?? (preset === 'lenient' ? incoming.get('Abp.TenantId') : undefined);
  if (header !== undefined) return requireTenant(gateway, header.trim());
  if (preset === 'document' && endpointName !== 'refundPayment')
    throw createUnresolvedRefusal(`no ${profile.headers.tenant} header`);
  const token = readBearerToken(incoming, gateway);
  const tokenTenantId = token === undefined ? undefined : gateway.tokens.findTenantId(token);
  if (tokenTenantId !== undefined) return requireTenant(gateway, tokenTenantId);
  const bodyTenantId = readTenantId(data);
  if (bodyTenantId !== undefined) return requireTenant(gateway, bodyTenantId);
  if (token !== undefined) throw createUnauthorizedRefusal();
  throw createUnresolvedRefusal(`no ${profile.headers.tenant} header, no bearer token and no tenantId`);
}

/** The bearer token must be of the merchant. Only the preset `lenient` accepts a request without one. */
export function checkToken(incoming: Request, tenant: Tenant, gateway: Gateway): void {
  const { profile, preset } = gateway.settings;
  if (preset === 'lenient' && incoming.get(profile.headers.authorization) === undefined) return;
  const token = readBearerToken(incoming, gateway);
  if (token === undefined || gateway.tokens.findTenantId(token) !== tenant.id)
    throw createUnauthorizedRefusal();
}

function readBearerToken(incoming: Request, { settings }: Gateway): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(incoming.get(settings.profile.headers.authorization) ?? '')?.[1];
}

function requireTenant(gateway: Gateway, id: string): Tenant {
  const tenant = findTenant(gateway, id);
  if (tenant === undefined) throw createUnresolvedRefusal(`no merchant has the ID ${id}`);
  return tenant;
}

function createUnresolvedRefusal(cause: string): Error {
  return createRefusal(tenantNotResolvedCode, `Tenant could not be resolved: ${cause}.`);
}

function readTenantId(data: unknown): string | undefined {
  const id = findProperty(data, 'tenantId');
  const isInteger = typeof id === 'number' || (typeof id === 'string' && /^\d+$/.test(id));
  return isInteger ? String(id) : undefined;
}
