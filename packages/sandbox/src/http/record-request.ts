import { decodeUtf8 } from '@pgw/protocol/internal';
import { maskHeaders, maskJson, maskJsonText } from '../activity/mask.ts';
import type { Request, Response } from 'express';
import type { Gateway } from '../gateway.ts';
import type { Handler } from '../handlers/handler.ts';
import type { CheckFindings } from './check-request.ts';
import { findProperty } from './property-names.ts';
import type { HttpResponse } from '../handlers/responses.ts';

/** An HTTP request with its response and its handler. */
export interface Exchange {
  readonly incoming: Request;
  readonly outgoing: Response;
  readonly handler: Handler;
  readonly gateway: Gateway;
  readonly findings: CheckFindings;
}

/** The names of the number that a request or its result is about, the most exact first. */
const subjectNames = ['transactionNumber', 'sessionNumber', 'paymentSessionNumber'];

/** Call the returned function with the response, or with undefined when the connection is closed without one. */
export function recordRequest(exchange: Exchange): (response: HttpResponse | undefined) => void {
  const { incoming, handler, gateway, findings } = exchange;
  const { activity, settings } = gateway;
  const at = settings.now();
  const startedAt = performance.now();
  const { clearCount } = activity;
  return (response) => {
    // The request belongs to a test that has ended.
    if (activity.clearCount !== clearCount) return;
    const sentText = Buffer.isBuffer(incoming.body) ? decodeUtf8(incoming.body) : undefined;
    const body = sentText === undefined ? undefined : maskJsonText(sentText);
    activity.add({
      kind: 'request',
      at,
      subject: findSubject(response?.body, body),
      data: {
        endpoint: handler.endpoint.name,
        tenantId: findings.tenant?.id ?? null,
        method: incoming.method,
        path: incoming.originalUrl,
        headers: maskHeaders(incoming.headers, settings.profile.headers.authorization),
        body: body ?? null,
        response:
          response === undefined
            ? null
            : { status: response.status, body: JSON.stringify(maskJson(toJson(response.body))) },
        durationMs: performance.now() - startedAt,
        signature: findings.signature ?? null,
      },
    });
  };
}

/** Finds the transaction or session number in the result, or else in the request. */
function findSubject(responseBody: unknown, requestBody: string | undefined): string | null {
  const request: unknown = requestBody === undefined ? undefined : JSON.parse(requestBody);
  for (const source of [findProperty(responseBody, 'result'), responseBody, request]) {
    for (const name of subjectNames) {
      const number = findProperty(source, name);
      if (typeof number === 'string' && number !== '') return number.toUpperCase();
    }
  }
  return null;
}

/** Returns the value that the JSON text of a body contains: `undefined` members are omitted. */
function toJson(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body));
}
