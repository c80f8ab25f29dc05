/** One complaint of the service about a request: what is wrong, and with which of its fields. */
export interface ValidationError {
  readonly message: string;
  /** Names as the service spells them; empty when it names none. */
  readonly members: readonly string[];
}

/** A refusal as it stands in an answer. */
export interface FaultReading {
  readonly kind: 'fault';
  /** 0 when the service gave none. */
  readonly code: number;
  readonly message: string;
  /** What the service says beyond its message; undefined when it says nothing. */
  readonly details: string | undefined;
  /** The fields that the service refuses; empty when it lists none. */
  readonly validationErrors: readonly ValidationError[];
}

/** What an answer of the gateway says once its wrapping is off. */
export type Reading = { readonly kind: 'payload'; readonly payload: unknown } | FaultReading;

/**
 * Reads an answer by its body alone. Neither `success` nor the HTTP status tells the outcome: a rejected signature
 * comes with `success: true`, and endpoints that are documented as bare come wrapped as well.
 *
 * An `error` object is a fault; an object with both a numeric `code` and a string `message`, as `result` or as the
 * bare body, is a fault; anything else is the payload. Source: `docs/gateway-profile.md`, section Answers.
 */
export function readEnvelope(body: unknown): Reading {
  if (!isObject(body)) return { kind: 'payload', payload: body };
  if (isObject(body['error'])) return faultOf(body['error']);
  const payload = Object.hasOwn(body, 'result') ? body['result'] : body;
  if (isObject(payload) && typeof payload['code'] === 'number' && typeof payload['message'] === 'string') {
    return faultOf(payload);
  }
  return { kind: 'payload', payload };
}

function faultOf(error: Record<string, unknown>): FaultReading {
  const { code, message, details, validationErrors } = error;
  return {
    kind: 'fault',
    code: typeof code === 'number' ? code : 0,
    message: textOf(message),
    details: typeof details === 'string' && details.trim() !== '' ? details : undefined,
    validationErrors: Array.isArray(validationErrors) ? validationErrors.flatMap(validationErrorOf) : [],
  };
}

function validationErrorOf(given: unknown): ValidationError[] {
  if (!isObject(given)) return [];
  const { message, members } = given;
  const names = Array.isArray(members) ? members.filter((name) => typeof name === 'string') : [];
  return [{ message: textOf(message), members: names }];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
