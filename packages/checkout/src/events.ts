import type { StorefrontPaymentState } from '@pgw/protocol';

/** The events of both elements and their details. They bubble out of shadow roots and hold no personal data. */
export interface PgwEvents {
  /** The ways to pay are on screen, or the button of the hosted page is. */
  readonly 'pgw-ready': { readonly order: string; readonly channels: number };
  /** The shopper picked a channel or a bank. */
  readonly 'pgw-change': { readonly channelId: number | null; readonly bankId: string | null };
  /** Pay was pressed and everything needed is there. */
  readonly 'pgw-submit': {
    readonly order: string;
    readonly channelId: number | null;
    readonly bankId: string | null;
  };
  /** The browser is about to leave for the gateway. */
  readonly 'pgw-redirect': { readonly reference: string; readonly by: 'url' | 'script' };
  /** The server gave its word on a payment; `pending` is one too. */
  readonly 'pgw-result': { readonly reference: string; readonly state: StorefrontPaymentState };
  /** Something failed: the code of the server's problem answer, or `lost` or `babble` when there was none. */
  readonly 'pgw-error': { readonly code: string };
  /** From <pgw-payment-status>: the shopper wants to pay again. Cancel it to handle that on your page. */
  readonly 'pgw-retry': { readonly reference: string };
}

/** Fires an event of the element; false when it was cancelled. A listener that throws does not reach the element. */
export function fire<Name extends keyof PgwEvents>(
  target: EventTarget,
  name: Name,
  detail: PgwEvents[Name],
): boolean {
  const cancelable = name === 'pgw-retry';
  return target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
}

declare global {
  interface HTMLElementEventMap {
    'pgw-ready': CustomEvent<PgwEvents['pgw-ready']>;
    'pgw-change': CustomEvent<PgwEvents['pgw-change']>;
    'pgw-submit': CustomEvent<PgwEvents['pgw-submit']>;
    'pgw-redirect': CustomEvent<PgwEvents['pgw-redirect']>;
    'pgw-result': CustomEvent<PgwEvents['pgw-result']>;
    'pgw-error': CustomEvent<PgwEvents['pgw-error']>;
    'pgw-retry': CustomEvent<PgwEvents['pgw-retry']>;
  }
}
