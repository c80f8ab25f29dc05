import type { StorefrontPaymentState } from '@pgw/protocol';

/** What is about to be paid, by ids and sums only. */
export interface PaymentIntent {
  readonly order: string;
  /** Null in hosted mode. */
  readonly channelId: number | null;
  readonly bankId: string | null;
}

/** The events of both elements and their details. They bubble out of shadow roots and hold no personal data. */
export interface PgwEvents {
  /** The ways to pay are on screen, or the button of the hosted page is. */
  readonly 'pgw-ready': { readonly order: string; readonly channels: number };
  /** The shopper picked a channel or a bank. */
  readonly 'pgw-change': { readonly channelId: number | null; readonly bankId: string | null };
  /**
   * Pay was pressed, everything needed is there, and nothing was sent yet. Cancel it to stop the payment and tell the
   * shopper why on your page. `waitUntil` takes a promise that is awaited first, half a minute at most: a rejected one
   * stops the payment, and the shopper reads that nothing was charged.
   */
  readonly 'pgw-before-pay': PaymentIntent & {
    /** What the shopper was looking at, fee included, in minor units. */
    readonly amount: number;
    readonly currencyCode: string;
    readonly waitUntil: (wait: Promise<unknown>) => void;
  };
  /** The payment is being sent. */
  readonly 'pgw-submit': PaymentIntent;
  /** The browser is about to leave for the gateway. */
  readonly 'pgw-redirect': { readonly reference: string; readonly by: 'url' | 'script' };
  /** The server gave its word on a payment; `pending` is one too. */
  readonly 'pgw-result': { readonly reference: string; readonly state: StorefrontPaymentState };
  /**
   * Something failed: the code of the server's problem answer, `lost` or `babble` when there was none, or
   * `before-pay-failed` when a promise of the page was rejected.
   */
  readonly 'pgw-error': { readonly code: string };
  /** From <pgw-payment-status>: the shopper wants to pay again. Cancel it to handle that on your page. */
  readonly 'pgw-retry': { readonly reference: string };
}

const cancelables: readonly (keyof PgwEvents)[] = ['pgw-before-pay', 'pgw-retry'];

/** Fires an event of the element; false when it was cancelled. A listener that throws does not reach the element. */
export function fire<Name extends keyof PgwEvents>(
  target: EventTarget,
  name: Name,
  detail: PgwEvents[Name],
): boolean {
  const cancelable = cancelables.includes(name);
  return target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
}

/** The events as `addEventListener` knows them. */
export type PgwEventMap = { readonly [Name in keyof PgwEvents]: CustomEvent<PgwEvents[Name]> };

declare global {
  interface HTMLElementEventMap {
    'pgw-ready': CustomEvent<PgwEvents['pgw-ready']>;
    'pgw-change': CustomEvent<PgwEvents['pgw-change']>;
    'pgw-before-pay': CustomEvent<PgwEvents['pgw-before-pay']>;
    'pgw-submit': CustomEvent<PgwEvents['pgw-submit']>;
    'pgw-redirect': CustomEvent<PgwEvents['pgw-redirect']>;
    'pgw-result': CustomEvent<PgwEvents['pgw-result']>;
    'pgw-error': CustomEvent<PgwEvents['pgw-error']>;
    'pgw-retry': CustomEvent<PgwEvents['pgw-retry']>;
  }
}
