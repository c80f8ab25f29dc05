import { isObject } from '../json.ts';
import { omitInheritedMembers } from '../own-members.ts';

/** A validation error from the gateway, with its message and its fields. */
export interface ValidationError {
  /** The message of the gateway. */
  readonly message: string;
  /** The names of the fields, in the spelling of the gateway. Empty when the gateway names no field. */
  readonly members: readonly string[];
}

/** A fault in a response: the gateway refused the request. */
export interface FaultContent {
  /** `fault`. The kind of a payload is `payload`. */
  readonly kind: 'fault';
  /** The fault code. It is 0 when the response has no code. */
  readonly code: number;
  /** The message of the gateway. Empty when the response has no message. */
  readonly message: string;
  /** Additional text of the gateway, if any. */
  readonly details: string | undefined;
  /** The validation errors. Empty when the gateway lists none. */
  readonly validationErrors: readonly ValidationError[];
}

/** The content of a response without its envelope: the payload or the fault. */
export type EnvelopeContent = { readonly kind: 'payload'; readonly payload: unknown } | FaultContent;

/**
 * Reads the payload or the fault from the body of a response.
 *
 * `success` and the HTTP status do not determine the outcome, because the response to a rejected signature
 * has `success: true`. Endpoints that the interface documents without an envelope may send one.
 *
 * An `error` object is a fault. An object with a numeric `code` and a string `message` is also a fault, as
 * `result` or as the whole body. Everything else is the payload. Source: `docs/gateway-profile.md`.
 */
export function readEnvelope(body: unknown): EnvelopeContent {
  // With a member `error` of all objects, every response would be a fault.
  return readOwnEnvelope(omitInheritedMembers(body));
}

function readOwnEnvelope(body: unknown): EnvelopeContent {
  if (!isObject(body)) return { kind: 'payload', payload: body };
  if (isObject(body['error'])) return faultOf(body['error']);
  const payload = Object.hasOwn(body, 'result') ? body['result'] : body;
  if (isObject(payload) && typeof payload['code'] === 'number' && typeof payload['message'] === 'string') {
    return faultOf(payload);
  }
  return { kind: 'payload', payload };
}

function faultOf(error: Record<string, unknown>): FaultContent {
  const { code, message, details, validationErrors } = error;
  return {
    kind: 'fault',
    code: typeof code === 'number' ? code : 0,
    message: textOf(message),
    details: typeof details === 'string' && details.trim() !== '' ? details : undefined,
    validationErrors: Array.isArray(validationErrors) ? validationErrors.flatMap(validationErrorOf) : [],
  };
}

function validationErrorOf(entry: unknown): ValidationError[] {
  if (!isObject(entry)) return [];
  const { message, members } = entry;
  const names = Array.isArray(members) ? members.filter((name) => typeof name === 'string') : [];
  return [{ message: textOf(message), members: names }];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
