import { refundStatusNumber } from '../catalogue/status-numbers.ts';

/** A status number that the interface does not document. */
const undocumentedStatus = 14;

/** A scenario: an error or an unusual behavior of a gateway. */
export interface Scenario {
  /** The text that the pages show. */
  readonly description: string;
  /** How callbacks are sent. */
  readonly callback?: 'never' | 'late' | 'twice' | 'wrongly-signed' | undefined;
  /**
   * Responses are sent late, or are HTTP 500. With `request-lost` and `response-lost`, the connection is closed
   * before or after the request is processed.
   */
  readonly response?: 'slow' | 'error' | 'request-lost' | 'response-lost' | undefined;
  /** Payment records and callbacks have amounts as decimals of the currency, instead of minor units. */
  readonly amounts?: 'decimal' | undefined;
  /** The status that replaces every decided status. */
  readonly status?: number | undefined;
  /** The status of a refund, and the status that follows automatically. */
  readonly refund?: { readonly status: number; readonly resolvesTo?: number | undefined } | undefined;
  /** The response to a request for a refund. */
  readonly refundFault?: RefundFault | undefined;
  /** Payouts are refused with fault 2056, or accepted and rejected by the bank later. */
  readonly payout?: 'refused' | 'rejected' | undefined;
  /** How lists differ: no channels, forty more banks, or logos that arrive late. */
  readonly list?: 'no-channels' | 'many-banks' | 'slow-logos' | undefined;
  /** True when the amount of a payment selects the outcome of an approval. */
  readonly testAmounts?: boolean | undefined;
  /** How far the clock that checks timestamps is ahead, in milliseconds. */
  readonly skewMs?: number | undefined;
  /** The delay of a late callback, a slow response or a slow logo in milliseconds. */
  readonly delayMs?: number | undefined;
}

/** The fault in the response to a request for a refund. */
export interface RefundFault {
  /** The fault code, such as 2042. `fault(code)` of `@pgw/protocol` explains it. */
  readonly code: number;
  /** The text of the gateway for this code. */
  readonly message: string;
  /** True when the provider processes the refund although the response is a fault. Default false. */
  readonly isProcessed?: boolean | undefined;
}

const timeoutFault = { code: 2124, message: 'Request Refund Time Out' } as const;

/** All scenarios by name. Tests, the bank page and `Sandbox.scenario` use these names. */
export const scenarios = {
  // The merchant's sweep or the shopper's return must sync the payment.
  'callback-never': { description: 'The callback is not sent', callback: 'never' },
  // The shopper returns before the callback.
  'callback-late': { description: 'The callback is sent late', callback: 'late', delayMs: 10_000 },
  // A repeated callback must fulfill the order only once.
  'callback-twice': { description: 'The callback is sent twice', callback: 'twice' },
  // A forged callback must change nothing. A correct merchant does not acknowledge it, so the sandbox repeats
  // it and stops after the last retry.
  'callback-wrongly-signed': { description: 'The callback is wrongly signed', callback: 'wrongly-signed' },
  // The request is processed, but the outcome is unknown to a client with a short timeout.
  'response-slow': { description: 'Responses are sent after 5 seconds', response: 'slow', delayMs: 5000 },
  // The request is not processed.
  'response-500': { description: 'Responses are HTTP 500', response: 'error' },
  // The connection is closed before the request is processed. The client cannot know this.
  'request-lost': { description: 'Requests are lost', response: 'request-lost' },
  // The request is processed, and the connection is closed before the response.
  'response-lost': { description: 'Responses are lost', response: 'response-lost' },
  // A client must not treat an unknown status as paid or as failed.
  'unknown-status': { description: 'The status is 14, which is not documented', status: undocumentedStatus },
  // A client must not store the amount, and must not multiply it by a guess.
  'decimal-amounts': {
    description: 'Amounts of payment records and callbacks are decimals (44.5 for 4450)',
    amounts: 'decimal',
  },
  // Off by default, because a shop's own prices would select outcomes.
  'test-amounts': { description: 'Amounts select outcomes', testAmounts: true },
  'refund-processing': {
    description: 'Refunds are processing first (status 12, then 11)',
    refund: { status: refundStatusNumber.processing, resolvesTo: refundStatusNumber.refunded },
  },
  'refund-failed': { description: 'Refunds fail (status 13)', refund: { status: refundStatusNumber.failed } },
  'refund-fails-later': {
    description: 'Refunds fail later (status 12, then 13)',
    refund: { status: refundStatusNumber.processing, resolvesTo: refundStatusNumber.failed },
  },
  'refund-with-charges': {
    description: 'A charge is deducted from refunds (status 16)',
    refund: { status: refundStatusNumber.refundedWithCharges },
  },
  // The refunded amount is returned to the merchant, so the order counts as paid again.
  'refund-reversed': {
    description: 'Refunds are reversed later (status 11, then 17)',
    refund: { status: refundStatusNumber.refunded, resolvesTo: refundStatusNumber.reversed },
  },
  'refund-voided': {
    description: 'Refunds void the payment (status 18)',
    refund: { status: refundStatusNumber.voided },
  },
  'refund-unavailable': {
    description: 'Refunds are refused because the provider is unavailable (fault 2042)',
    refundFault: { code: 2042, message: 'Failed To Request Refund: the provider is unavailable.' },
  },
  // The provider still processes the refund. A client must query it: a second refund request is refused while
  // the first refund is in progress.
  'refund-timeout': {
    description: 'The provider accepts a refund and does not respond (fault 2124)',
    refundFault: { ...timeoutFault, isProcessed: true },
  },
  // The provider never processes the refund. The fault is the same as in `refund-timeout`, so only a query or a
  // person can find out.
  'refund-timeout-unprocessed': {
    description: 'The provider does not respond and does not refund (fault 2124)',
    refundFault: timeoutFault,
  },
  'refund-misconfigured': {
    description: 'The provider settings for refunds are missing (fault 2160)',
    refundFault: { code: 2160, message: 'Invalid Payment Gateway Setting' },
  },
  // The page of the shop must say that no way to pay is available.
  'no-channels': { description: 'The list of channels is empty', list: 'no-channels' },
  'many-banks': { description: 'Every channel with banks has 40 more banks', list: 'many-banks' },
  'slow-logos': { description: 'Logos arrive after 5 seconds', list: 'slow-logos', delayMs: 5000 },
  // Every signed request is refused, until the clock of the shop is set by the clock of the gateway.
  'clock-skew': { description: 'The clock of the gateway is 20 minutes ahead', skewMs: 20 * 60_000 },
  'payout-refused': { description: 'Payouts are refused (fault 2056)', payout: 'refused' },
  'payout-rejected': { description: 'The bank rejects payouts after they were accepted', payout: 'rejected' },
} as const satisfies Record<string, Scenario>;

/** The name of a scenario. */
export type ScenarioName = keyof typeof scenarios;

/** The scenarios that change how a callback is sent, with the text of their button. */
export const callbackScenarios = {
  'callback-never': 'Lose it',
  'callback-late': 'Delay it',
  'callback-twice': 'Send it twice',
  'callback-wrongly-signed': 'Sign it wrongly',
} as const satisfies Partial<Record<ScenarioName, string>>;

/** The name of a scenario that changes how a callback is sent. */
export type CallbackScenarioName = keyof typeof callbackScenarios;

export function isCallbackScenarioName(name: string): name is CallbackScenarioName {
  return Object.hasOwn(callbackScenarios, name);
}

export function isScenarioName(name: string): name is ScenarioName {
  return Object.hasOwn(scenarios, name);
}
