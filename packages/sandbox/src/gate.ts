import {
  canonicalJson,
  hmac,
  isSameSignature,
  signatureMessageOfText,
  type Endpoint,
  type JsonValue,
} from '@pgw/protocol';
import type { Request } from 'express';
import type { Handler } from './handlers/handler.ts';
import { faulty, Refusal, refuse, refuseInvalid, refuseSignature, refuseUnauthorized } from './answers.ts';
import { findTenant, type Gateway } from './gateway.ts';
import { isObject, queryUnderSchemaNames, underSchemaNames } from './names.ts';
import type { Tenant } from './options.ts';

/** A call that passed the gate: the merchant it came from and its request under the schema's names. */
export interface Admitted {
  readonly tenant: Tenant;
  readonly request: unknown;
}

interface Received {
  /** What is hashed when the sender signed its bytes: the raw body; undefined for a GET. */
  readonly rawText: string | undefined;
  /** As it arrived, for the signature over the sorted form. */
  readonly data: unknown;
  readonly request: unknown;
}

const postTypes = /^(application|text)\/json$|^application\/([^;]+\+json)$/i;
const tenantNotResolvedCode = 2094;

/**
 * Admits a call: content type, tenant, token, signature and freshness, in that order; all of it in this one place.
 * The rules of the fields come after it, in the handler.
 *
 * @throws Refusal with the service's own answer.
 */
export function admit(incoming: Request, handler: Handler, gateway: Gateway): Admitted {
  const { endpoint } = handler;
  const received = endpoint.method === 'GET' ? readQuery(incoming, endpoint) : readBody(incoming, handler);
  const tenant = tenantOf(
    incoming,
    gateway,
    handler.takesTenantInBody === true ? received.request : undefined,
  );
  if (!endpoint.isSigned) return { tenant, request: received.request };
  checkToken(incoming, tenant, gateway);
  checkSignature(incoming, received, { tenant, gateway });
  checkFreshness(received.request, gateway);
  return { tenant, request: received.request };
}

function readQuery(incoming: Request, endpoint: Endpoint): Received {
  const query = new URL(incoming.originalUrl, 'http://sandbox').searchParams;
  const request = queryUnderSchemaNames(query, endpoint.request);
  return { rawText: undefined, data: request, request };
}

function readBody(incoming: Request, { endpoint, isStrict }: Handler): Received {
  const type = (incoming.headers['content-type'] ?? '').split(';')[0] ?? '';
  if (!postTypes.test(type.trim())) {
    throw new Refusal(
      faulty(415, {
        code: 0,
        message: `Content-Type ${type || '(none)'} is not taken; send application/json.`,
      }),
    );
  }
  const body: unknown = incoming.body;
  const rawText = Buffer.isBuffer(body) ? body.toString('utf8') : '';
  const data = parseJson(rawText);
  if (!isObject(data)) throw refuseInvalid([{ path: '', message: 'The body must be a JSON object.' }]);
  const unknownNames = isStrict === true ? 'kept' : 'dropped';
  return { rawText, data, request: underSchemaNames(data, endpoint.request, unknownNames) };
}

/** The merchant of the header; without one, that of a body which may name it. */
function tenantOf(incoming: Request, gateway: Gateway, body: unknown): Tenant {
  const { profile, lenient } = gateway.settings;
  const id =
    incoming.get(profile.headers.tenant) ??
    (lenient.oldTenantHeader === true ? incoming.get('Abp.TenantId') : undefined) ??
    tenantIdOf(body);
  const tenant = id === undefined ? undefined : findTenant(gateway, id.trim());
  if (tenant !== undefined) return tenant;
  const cause = id === undefined ? `no ${profile.headers.tenant} header` : 'no such merchant';
  throw refuse(tenantNotResolvedCode, `Tenant could not be resolved: ${cause}.`);
}

function tenantIdOf(body: unknown): string | undefined {
  const id = isObject(body) ? body['tenantId'] : undefined;
  return typeof id === 'number' ? String(id) : undefined;
}

function checkToken(incoming: Request, tenant: Tenant, gateway: Gateway): void {
  const { profile, lenient } = gateway.settings;
  const given = incoming.get(profile.headers.authorization);
  if (given === undefined && lenient.signatureOnly === true) return;
  const token = /^Bearer\s+(\S+)$/i.exec(given ?? '')?.[1];
  if (token === undefined || !gateway.tokens.isValid(token, tenant.id)) throw refuseUnauthorized();
}

function checkSignature(
  incoming: Request,
  received: Received,
  { tenant, gateway }: { tenant: Tenant; gateway: Gateway },
): void {
  const signature = incoming.get(gateway.settings.profile.headers.signature);
  if (signature === undefined) throw refuseSignature();
  const texts = [sortedForm(received.data), received.rawText].filter((text) => text !== undefined);
  const addresses = [`http://${incoming.get('host') ?? ''}`, gateway.url()];
  const isSigned = addresses.some((address) =>
    texts.some((text) => {
      const message = signatureMessageOfText(`${address}${incoming.path}`, text);
      return isSameSignature(hmac(message, tenant.secretKey), signature.trim());
    }),
  );
  if (!isSigned) throw refuseSignature();
}

/** Undefined for what cannot be written so: 1e400, or nesting deeper than the stack. */
function sortedForm(data: unknown): string | undefined {
  try {
    // Both are JSON: a parsed body, or query parameters of text and numbers.
    return canonicalJson(data as JsonValue);
  } catch {
    return undefined;
  }
}

function checkFreshness(request: unknown, gateway: Gateway): void {
  const timestamp = isObject(request) ? request['timestamp'] : undefined;
  // A missing or malformed timestamp is the business of the field rules.
  if (typeof timestamp !== 'number') return;
  const { now, timestampWindowMs } = gateway.settings;
  const skew = timestamp - now();
  if (Math.abs(skew) <= timestampWindowMs) return;
  const message = `is ${Math.abs(Math.round(skew / 1000))} s ${skew < 0 ? 'behind' : 'ahead of'} the gateway's clock`;
  throw refuseInvalid([{ path: 'timestamp', message }]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
