import type { EndpointName, PgwErrorCode } from '@pgw/protocol';

/**
 * One HTTP request and its outcome, for debugging. It never contains the secret key, the token, the password
 * or a body. Only `signedMessage` has content of the request.
 */
export interface Exchange {
  /** The endpoint of the request. */
  readonly endpoint: EndpointName;
  /** The URL of the request, with the query of a GET. */
  readonly url: string;
  /**
   * The message that was hashed: the URL and the canonical JSON in lower case. It contains data of the
   * request (reference, IP address and e-mail of the shopper), so protect it like your orders. Undefined for
   * `authenticate`, which is not signed, and for a request with card fields.
   */
  readonly signedMessage: string | undefined;
  /** HTTP status. Undefined when no complete response was received. */
  readonly httpStatus: number | undefined;
  /**
   * Time from the start of the request to the last byte of the response, in milliseconds. It does not include
   * the wait for a token.
   */
  readonly durationMs: number;
  /** The outcome of this HTTP request. */
  readonly outcome: ExchangeOutcome;
}

/**
 * `done`, or the code of the error. After HTTP 401, the outcome of this exchange is `unauthorized`, even if
 * the retry succeeds.
 */
export type ExchangeOutcome = 'done' | PgwErrorCode;

/**
 * A function that receives every exchange. Its errors are ignored, and no operation waits for its promise.
 */
export type ExchangeHook = (exchange: Exchange) => unknown;

/** Calls the merchant's hook. An error of the hook must not affect the payment. */
export function callHook(hook: ExchangeHook, exchange: Exchange): void {
  try {
    const result = hook(exchange);
    if (result instanceof Promise) result.catch(() => undefined);
  } catch {
    // Ignored like a rejection.
  }
}
