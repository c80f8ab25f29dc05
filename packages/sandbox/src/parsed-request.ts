import type { Endpoint } from '@pgw/protocol';
import type { Request } from 'express';
import { errorResponse, Refusal, refuseInvalid } from './responses.ts';
import type { Handler } from './handlers/handler.ts';
import { isObject, memberOf, numberOf, queryUnderSchemaNames, underSchemaNames } from './names.ts';

/** A request that was parsed and not checked yet. */
export interface ParsedRequest {
  /** The JSON text in its original order; for a GET request, its parameters in their original order. */
  readonly rawText: string;
  /** The signed data, before it is sorted. */
  readonly data: unknown;
  /** The request with the property names of the schema. */
  readonly request: unknown;
}

const postTypes = /^(application|text)\/json$|^application\/([^;]+\+json)$/i;

/**
 * Parses a request: the parameters of a GET, or the JSON body of a POST with any content type that ASP.NET accepts.
 *
 * @throws Refusal HTTP 415 for another content type, 400 for a body that is not a JSON object.
 */
export function readRequest(incoming: Request, handler: Handler): ParsedRequest {
  return handler.endpoint.method === 'GET'
    ? readQuery(incoming, handler.endpoint)
    : readBody(incoming, handler);
}

/** Parses the query. `tenantId` is part of the signed data, also when the schema of the endpoint does not list it. */
function readQuery(incoming: Request, endpoint: Endpoint): ParsedRequest {
  const query = new URL(incoming.originalUrl, 'http://sandbox').searchParams;
  const request = queryUnderSchemaNames(query, endpoint.request);
  const tenantId = numberOf(memberOf(Object.fromEntries(query), 'tenantId'));
  const data = tenantId === undefined ? request : { ...request, tenantId };
  return { rawText: JSON.stringify(data), data, request };
}

function readBody(incoming: Request, { endpoint, isStrict }: Handler): ParsedRequest {
  const type = (incoming.headers['content-type'] ?? '').split(';')[0] ?? '';
  if (!postTypes.test(type.trim())) {
    throw new Refusal(
      errorResponse(415, {
        code: 0,
        message: `Content-Type ${type || '(none)'} is not supported; send application/json.`,
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
