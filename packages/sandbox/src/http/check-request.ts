import type { Request } from 'express';
import { isObject } from '@pgw/protocol/internal';
import { createInvalidRequestRefusal, createSignatureRefusal } from '../handlers/responses.ts';
import type { SignatureCheck } from '../activity/activity-row.ts';
import { checkSignature } from './check-signature.ts';
import type { Gateway } from '../gateway.ts';
import type { Handler } from '../handlers/handler.ts';
import { numberLengths } from '../ledger/identifiers.ts';
import type { Tenant } from '../options.ts';
import { parseRequest } from './parse-request.ts';
import { checkToken, resolveTenant } from './tenant-resolution.ts';

/** A request that passed all checks: its merchant, and its data with the property names of the schema. */
export interface CheckedRequest {
  readonly tenant: Tenant;
  readonly request: unknown;
}

/** What the checks have found, also when they refuse the request. */
export interface CheckFindings {
  tenant?: Tenant;
  signature?: SignatureCheck;
}

/**
 * Checks content type and tenant of a request, in that order. For a signed endpoint, then checks token,
 * signature, timestamp, and with the preset `document` the length of numbers. The handler checks the fields
 * afterwards. Adds what it finds to `findings`.
 *
 * @throws Refusal when a check fails. It contains the response to send.
 */
export function checkRequest(
  incoming: Request,
  handler: Handler,
  { gateway, findings }: { readonly gateway: Gateway; readonly findings: CheckFindings },
): CheckedRequest {
  const parsedRequest = parseRequest(incoming, handler);
  const tenant = resolveTenant(incoming, parsedRequest.signedData, {
    gateway,
    endpointName: handler.endpoint.name,
  });
  findings.tenant = tenant;
  const { request } = parsedRequest;
  if (!handler.endpoint.isSigned) return { tenant, request };
  checkToken(incoming, tenant, gateway);
  findings.signature = checkSignature(incoming, parsedRequest, { tenant, gateway });
  if (!findings.signature.isValid)
    throw createSignatureRefusal(handler.endpoint.name, gateway.settings.preset);
  checkFreshness(request, gateway);
  if (gateway.settings.preset === 'document') checkNumberLengths(request);
  return { tenant, request };
}

function checkFreshness(request: unknown, { settings, scenarios }: Gateway): void {
  const timestamp = isObject(request) ? request['timestamp'] : undefined;
  // The handler refuses a missing or malformed timestamp later.
  if (typeof timestamp !== 'number') return;
  const { timestampWindowMs, preset } = settings;
  const aheadMs = scenarios.use('skewMs')[0]?.skewMs ?? 0;
  // A shop may use the clock of the sandbox, which a test or the dashboard has advanced, or the real clock.
  const skews = [settings.now(), settings.realNow()].map((now) => timestamp - now - aheadMs);
  if (skews.some((skewMs) => Math.abs(skewMs) <= timestampWindowMs)) return;
  const [skewMs = 0] = skews.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const isInSeconds = Math.abs(timestamp * 1000 - settings.realNow()) <= timestampWindowMs;
  if (isInSeconds && preset === 'lenient') return;
  if (isInSeconds)
    throw createInvalidRequestRefusal([
      { path: 'timestamp', message: 'is in seconds and must be in milliseconds' },
    ]);
  const skewSeconds = Math.abs(Math.round(skewMs / 1000));
  const message = `is ${skewSeconds} s ${skewMs < 0 ? 'behind' : 'ahead of'} the gateway's clock`;
  throw createInvalidRequestRefusal([{ path: 'timestamp', message }]);
}

/** Known gateways issue and accept longer numbers than the interface. */
function checkNumberLengths(request: unknown): void {
  if (!isObject(request)) return;
  for (const path of ['transactionNumber', 'sessionNumber']) {
    const number = request[path];
    if (typeof number !== 'string' || number.length <= numberLengths.interface) continue;
    throw createInvalidRequestRefusal([
      { path, message: `must have at most ${numberLengths.interface} characters` },
    ]);
  }
}
