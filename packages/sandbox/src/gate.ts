import { canonicalJson, hmac, isSameSignature, signatureMessageOfText, type JsonValue } from '@pgw/protocol';
import type { Request } from 'express';
import { refuseInvalid, refuseSignature } from './answers.ts';
import type { Gateway } from './gateway.ts';
import type { Handler } from './handlers/handler.ts';
import { isObject } from './names.ts';
import type { Tenant } from './options.ts';
import { readRequest, type Received } from './received.ts';
import { signatureRefusalForm } from './signature-refusal.ts';
import { checkToken, resolveTenant } from './tenant-resolution.ts';

/** A call that passed the gate: the merchant it came from and its request under the schema's names. */
export interface Admitted {
  readonly tenant: Tenant;
  readonly request: unknown;
}

/** interface, section Limits; known gateways issue and accept longer numbers. */
const interfaceNumberLength = 24;

/**
 * Admits a call: content type, tenant, token, signature and freshness, in that order; all of it in this one place.
 * The rules of the fields come after it, in the handler.
 *
 * @throws Refusal with the service's own answer.
 */
export function admit(incoming: Request, handler: Handler, gateway: Gateway): Admitted {
  const received = readRequest(incoming, handler);
  const tenant = resolveTenant(incoming, received.data, gateway);
  const { request } = received;
  if (!handler.endpoint.isSigned) return { tenant, request };
  checkToken(incoming, tenant, gateway);
  if (!isSigned(incoming, received, { tenant, gateway }))
    throw refuseSignature(signatureRefusalForm(handler, gateway.settings.protocol));
  checkFreshness(request, gateway);
  if (gateway.settings.protocol.strictInterface) checkNumberLengths(request);
  return { tenant, request };
}

/** True for a signature over the sorted form; with `lenientSignatures` also over the request as it was sent. */
function isSigned(
  incoming: Request,
  received: Received,
  { tenant, gateway }: { tenant: Tenant; gateway: Gateway },
): boolean {
  const { profile, protocol } = gateway.settings;
  const signature = incoming.get(profile.headers.signature);
  if (signature === undefined) return false;
  const forms = [sortedForm(received.data), protocol.lenientSignatures ? received.rawText : undefined];
  const texts = forms.filter((text) => text !== undefined);
  const addresses = [`http://${incoming.get('host') ?? ''}`, gateway.url()];
  return addresses.some((address) =>
    texts.some((text) => {
      const message = signatureMessageOfText(`${address}${incoming.path}`, text);
      return isSameSignature(hmac(message, tenant.secretKey), signature.trim());
    }),
  );
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

function checkFreshness(request: unknown, { settings }: Gateway): void {
  const timestamp = isObject(request) ? request['timestamp'] : undefined;
  // A missing or malformed timestamp is the business of the field rules.
  if (typeof timestamp !== 'number') return;
  const { now, timestampWindowMs, protocol } = settings;
  const skewOf = (milliseconds: number): number => milliseconds - now();
  const isFresh = (milliseconds: number): boolean => Math.abs(skewOf(milliseconds)) <= timestampWindowMs;
  const isInSeconds = isFresh(timestamp * 1000);
  if (isFresh(timestamp) || (isInSeconds && protocol.seconds)) return;
  if (isInSeconds)
    throw refuseInvalid([{ path: 'timestamp', message: 'is in seconds and must be in milliseconds' }]);
  const skew = skewOf(timestamp);
  const message = `is ${Math.abs(Math.round(skew / 1000))} s ${skew < 0 ? 'behind' : 'ahead of'} the gateway's clock`;
  throw refuseInvalid([{ path: 'timestamp', message }]);
}

function checkNumberLengths(request: unknown): void {
  if (!isObject(request)) return;
  for (const path of ['transactionNumber', 'sessionNumber']) {
    const number = request[path];
    if (typeof number !== 'string' || number.length <= interfaceNumberLength) continue;
    throw refuseInvalid([{ path, message: `must have at most ${interfaceNumberLength} characters` }]);
  }
}
