/** What an answer of the gateway says once its wrapping is off. */
export type Reading =
  | { readonly kind: 'payload'; readonly payload: unknown }
  | { readonly kind: 'fault'; readonly code: number; readonly message: string };

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

function faultOf(error: Record<string, unknown>): Reading {
  const { code, message } = error;
  return {
    kind: 'fault',
    code: typeof code === 'number' ? code : 0,
    message: typeof message === 'string' ? message : '',
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
