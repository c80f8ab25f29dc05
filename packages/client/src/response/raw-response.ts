import type { TransportResponse } from '../transports/transport.ts';

/** An unparsed response of the gateway. */
export interface RawResponse {
  /** HTTP status of the response. */
  readonly httpStatus: number;
  /** The whole body. It contains data of an order, so protect it like your orders. */
  readonly body: string;
}

/** The key of a property that is neither copied nor printed. A WeakMap doubled the size of the heap under load. */
const rawResponse = Symbol('raw response');

export function keepRawResponse(result: unknown, response: TransportResponse): void {
  if (typeof result === 'object' && result !== null)
    Object.defineProperty(result, rawResponse, { value: response });
}

/**
 * Returns the raw response of a result. Pass the object or list that a method of the client resolved with.
 * Returns undefined for a copy of a result, for a property of a result, and for any other object.
 *
 * @example
 * const record = await gateway.queryPayment({ transactionNumber });
 * rawResponseOf(record)?.body; // '{"transactionNumber":"2005…'
 */
export function rawResponseOf(result: object): RawResponse | undefined {
  // Code in JavaScript may pass a value of another type.
  if (Object(result) !== result) return undefined;
  // Only `keepRawResponse` writes this property.
  const response = Reflect.getOwnPropertyDescriptor(result, rawResponse)?.value as
    | TransportResponse
    | undefined;
  return response && { httpStatus: response.status, body: new TextDecoder().decode(response.body) };
}
