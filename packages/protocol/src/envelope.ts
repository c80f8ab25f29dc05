/** A validation error of the gateway: the message and the fields. */
export interface ValidationError {
  /** The message of the gateway. */
  readonly message: string;
  /** Names of the fields, as the gateway spells them. Empty when it names none. */
  readonly members: readonly string[];
}

/** A refusal in a response of the gateway. */
export interface FaultContent {
  readonly kind: 'fault';
  /** The fault code. It is 0 when the response has none. */
  readonly code: number;
  /** The message of the gateway. Empty when the response has none. */
  readonly message: string;
  /** Additional text of the gateway, if any. */
  readonly details: string | undefined;
  /** The fields that the gateway refused. Empty when it lists none. */
  readonly validationErrors: readonly ValidationError[];
}

/** The content of a response of the gateway, without its envelope: the payload or the fault. */
export type EnvelopeContent = { readonly kind: 'payload'; readonly payload: unknown } | FaultContent;

/**
 * Reads the payload or the fault from the body of a response. `success` and the HTTP status do not determine the outcome: a rejected
 * signature has `success: true`, and endpoints that are documented without an envelope may have one.
 *
 * An `error` object is a fault. An object with a numeric `code` and a string `message` is a fault, as `result` or as the whole
 * body. Everything else is the payload. Source: `docs/gateway-profile.md`.
 */
export function readEnvelope(body: unknown): EnvelopeContent {
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
