import type { TransportResponse } from './transport.ts';

/** An answer as it came. */
export interface RawResponse {
  readonly httpStatus: number;
  /** The whole body. It holds what the gateway says of an order: treat it as you treat orders. */
  readonly body: string;
}

/**
 * The property of a result that has its raw response. Only this module has the symbol. The property is not enumerable, so it is not copied or
 * printed. With a WeakMap the heap was twice as large under load.
 */
const rawResponse = Symbol('raw response');

/** Remembers what a result was read from, for as long as the result itself lives. */
export function keepRawResponse(result: unknown, response: TransportResponse): void {
  if (typeof result === 'object' && result !== null)
    Object.defineProperty(result, rawResponse, { value: response });
}

/**
 * The answer that a result of a client was read from: the very object or list that a call resolved with, not a copy of
 * it and not a part. Undefined for anything else.
 *
 * @example
 * const record = await gateway.queryPayment({ transactionNumber });
 * rawResponseOf(record)?.body; // '{"transactionNumber":"2005…'
 */
export function rawResponseOf(result: object): RawResponse | undefined {
  // Only `keepRawResponse` writes there.
  const response = Reflect.getOwnPropertyDescriptor(result, rawResponse)?.value as
    TransportResponse | undefined;
  return response && { httpStatus: response.status, body: new TextDecoder().decode(response.body) };
}
