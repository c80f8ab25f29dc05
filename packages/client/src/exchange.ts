import type { EndpointName, PgwErrorCode } from '@pgw/protocol';

/**
 * One HTTP request and what came of it, for debugging. It never holds the secret key, the token, the password, or a
 * body: `signedMessage` is the one text of a request that is shown.
 */
export interface Exchange {
  readonly endpoint: EndpointName;
  /** As it was sent, with the query of a GET. */
  readonly url: string;
  /**
   * The exact string that was hashed: URL + canonical JSON, lower-cased. It holds what the request holds (reference,
   * IP address, e-mail of the customer), so treat it as you treat orders. Undefined for `authenticate`, which is not
   * signed, and for any call that carries card fields.
   */
  readonly signedMessage: string | undefined;
  /** Undefined when no whole answer came. */
  readonly httpStatus: number | undefined;
  /** From sending to the last byte of the answer, in milliseconds; waiting for a token is not part of it. */
  readonly durationMs: number;
  readonly outcome: ExchangeOutcome;
}

/** `done`, or the code of the error. A first 401 is `unauthorized` although the call is repeated after it. */
export type ExchangeOutcome = 'done' | PgwErrorCode;

/** What it throws or rejects with is dropped: it cannot break a call, and no call waits for it. */
export type ExchangeHook = (exchange: Exchange) => unknown;

/** Tells the merchant's hook about an exchange. A hook that throws or rejects must not break a payment. */
export function report(hook: ExchangeHook | undefined, exchange: Exchange): void {
  if (hook === undefined) return;
  try {
    const result = hook(exchange);
    if (result instanceof Promise) result.catch(ignore);
  } catch {
    // The hook is the merchant's debugging aid: its failures are its own.
  }
}

function ignore(): void {
  // See above.
}
