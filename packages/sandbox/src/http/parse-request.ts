import type { Endpoint } from '@pgw/protocol';
import { decodeUtf8, undocumentedCode, parseJson, isObject } from '@pgw/protocol/internal';
import type { Request } from 'express';
import { createErrorResponse, createInvalidRequestRefusal, Refusal } from '../handlers/responses.ts';
import type { Handler } from '../handlers/handler.ts';
import { findProperty, parseNumber, parseQuery, renameToSchema } from './property-names.ts';

/** A request that is parsed and not checked yet. */
export interface ParsedRequest {
  /** The JSON text in its original order. For a GET request: its parameters as JSON, in their original order. */
  readonly rawText: string;
  /** The data that the signature covers, with the property names as they were sent. */
  readonly signedData: unknown;
  /** The data with the property names of the endpoint's schema. */
  readonly request: unknown;
}

const jsonContentTypes = /^(application|text)\/json$|^application\/([^;]+\+json)$/i;

/**
 * Parses a request: the parameters of a GET, or the JSON body of a POST with any content type that ASP.NET
 * accepts.
 *
 * @throws Refusal HTTP 415 for another content type, 400 for a body that is not a JSON object.
 */
export function parseRequest(incoming: Request, handler: Handler): ParsedRequest {
  return handler.endpoint.method === 'GET'
    ? parseGetRequest(incoming, handler.endpoint)
    : parsePostRequest(incoming, handler);
}

/** `tenantId` is part of the signed data, even when the schema of the endpoint does not list it. */
function parseGetRequest(incoming: Request, endpoint: Endpoint): ParsedRequest {
  const query = new URL(incoming.originalUrl, 'http://sandbox').searchParams;
  const request = parseQuery(query, endpoint.request);
  const tenantId = parseNumber(findProperty(Object.fromEntries(query), 'tenantId'));
  const signedData = tenantId === undefined ? request : { ...request, tenantId };
  return { rawText: JSON.stringify(signedData), signedData, request };
}

function parsePostRequest(incoming: Request, { endpoint, isStrict }: Handler): ParsedRequest {
  const contentType = incoming.headers['content-type']?.split(';')[0]?.trim();
  if (contentType === undefined || !jsonContentTypes.test(contentType)) {
    throw new Refusal(
      createErrorResponse(415, {
        code: undocumentedCode,
        message: `Content-Type ${contentType ?? '(none)'} is not supported; send application/json.`,
      }),
    );
  }
  const body: unknown = incoming.body;
  // A request without a body has no buffer.
  const rawText = Buffer.isBuffer(body) ? (decodeUtf8(body) ?? '') : '';
  const signedData = parseJson(rawText);
  if (!isObject(signedData))
    throw createInvalidRequestRefusal([{ path: '', message: 'The body must be a JSON object.' }]);
  // For a strict endpoint, unknown properties are kept, so that its schema refuses the request.
  const unknownProperties = isStrict === true ? 'kept' : 'removed';
  const request = renameToSchema(signedData, endpoint.request, unknownProperties);
  return { rawText, signedData, request };
}
