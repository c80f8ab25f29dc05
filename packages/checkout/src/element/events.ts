import type { StorefrontPaymentState } from '@pgw/protocol';

/** What is paid: ids only. */
export interface PaymentIntent {
  /** The shop's id of the order. */
  readonly order: string;
  /** The gateway's id of the channel. Null in hosted mode. */
  readonly channelId: number | null;
  /** The gateway's id of the bank. Null when the channel has no banks, and in hosted mode. */
  readonly bankId: string | null;
}

/** The events of both elements and their details. They bubble out of shadow roots and hold no personal data. */
export interface PgwEvents {
  /** The channels are shown, or the button that leads to the hosted page. */
  readonly 'pgw-ready': { readonly order: string; readonly channels: number };
  /** The shopper chose a channel or a bank. */
  readonly 'pgw-change': { readonly channelId: number | null; readonly bankId: string | null };
  /**
   * Pay was pressed, the choice is complete, and nothing is sent yet. Cancel the event to stop the payment, and show the
   * shopper why on your page. `waitUntil` takes a promise that is awaited first, for at most half a minute. If it is rejected, the
   * payment is stopped, and the shopper reads that nothing was charged.
   */
  readonly 'pgw-before-pay': PaymentIntent & {
    /** The total that is shown, with the fee, in minor units. */
    readonly amount: number;
    readonly currencyCode: string;
    readonly waitUntil: (promise: Promise<unknown>) => void;
  };
  /** The payment is being sent. */
  readonly 'pgw-submit': PaymentIntent;
  /** The browser is about to be redirected to the gateway. */
  readonly 'pgw-redirect': { readonly reference: string };
  /** The state of a payment, from the server. `pending` is a state as well. */
  readonly 'pgw-result': { readonly reference: string; readonly state: StorefrontPaymentState };
  /**
   * Something failed: the code of the server's problem, `network-error` or `invalid-response` if it has none,
   * `chunk-unavailable` if a file of the element cannot be loaded, `before-pay-failed` if a promise of `waitUntil` was rejected.
   */
  readonly 'pgw-error': { readonly code: string };
  /** From <pgw-payment-status>: the shopper wants to pay again. Cancel it to handle this on your page. */
  readonly 'pgw-retry': { readonly reference: string };
}

const cancelables: readonly (keyof PgwEvents)[] = ['pgw-before-pay', 'pgw-retry'];

/** Fires an event. Returns false if a listener cancelled it. */
export function fire<Name extends keyof PgwEvents>(
  target: EventTarget,
  name: Name,
  detail: PgwEvents[Name],
): boolean {
  const cancelable = cancelables.includes(name);
  return target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
}

/** Fires an event of an element. Returns false if a listener cancelled it. */
export type FireEvent = <Name extends keyof PgwEvents>(name: Name, detail: PgwEvents[Name]) => boolean;

/** The events by name, as `addEventListener` takes them. */
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
