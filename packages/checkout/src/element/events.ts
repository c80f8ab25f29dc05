import type { StorefrontPaymentState } from '@pgw/protocol';
import { isConfigurationProblem } from '../api/problems.ts';
import { report } from './developer-module.ts';

/** The order and the choice of the shopper, as ids. */
export interface PaymentChoice {
  /** The shop's id of the order. */
  readonly order: string;
  /** The gateway's id of the channel. Null in hosted mode. */
  readonly channelId: number | null;
  /** The gateway's id of the bank. Null when the channel has no banks, and in hosted mode. */
  readonly bankId: string | null;
}

/**
 * The details of the events of both elements. The events bubble out of shadow roots and contain no personal
 * data.
 */
export interface PgwEvents {
  /**
   * The element shows the list of channels, or in hosted mode the button that opens the gateway's page.
   * `channels` is the number of channels.
   */
  readonly 'pgw-ready': { readonly order: string; readonly channels: number };
  /**
   * The chosen channel or bank has changed. The element can also choose or deselect one itself. Null: none is
   * chosen.
   */
  readonly 'pgw-change': { readonly channelId: number | null; readonly bankId: string | null };
  /**
   * The shopper pressed Pay, the choice is complete, and nothing is sent yet. Cancel the event to stop the
   * payment, and show the reason on your page. The element awaits each promise that is passed to `waitUntil`,
   * for at most half a minute. If a promise is rejected or not settled in this time, the payment stops,
   * and the element shows that nothing was charged.
   */
  readonly 'pgw-before-pay': PaymentChoice & {
    /** The total that the element shows, with the fee, in minor units. */
    readonly amount: number;
    /** The ISO 4217 code of the currency. */
    readonly currencyCode: string;
    readonly waitUntil: (promise: Promise<unknown>) => void;
  };
  /** The element sends the request that starts the payment. */
  readonly 'pgw-submit': PaymentChoice;
  /** The browser is about to be redirected to the gateway. */
  readonly 'pgw-redirect': { readonly reference: string };
  /** The element shows a new state of a payment. `pending` is a state as well. */
  readonly 'pgw-result': { readonly reference: string; readonly state: StorefrontPaymentState };
  /**
   * Something failed. The code is one of these:
   *
   * - the problem code of the server's response;
   * - `network-error` or `invalid-response`, if there is no valid response;
   * - `chunk-unavailable`, if a file of the element cannot be loaded;
   * - `missing-order`, if <pgw-checkout> has no order after five seconds;
   * - `before-pay-failed`, if a promise of `waitUntil` was rejected or took too long.
   */
  readonly 'pgw-error': { readonly code: string };
  /**
   * The shopper wants to pay again, and pressed Try again, Start again, or Choose another way to pay in
   * <pgw-payment-status>. Cancel the event to stop the navigation to the order.
   */
  readonly 'pgw-retry': { readonly reference: string };
}

const cancelableEvents: readonly (keyof PgwEvents)[] = ['pgw-before-pay', 'pgw-retry'];

/** Fires an event. Returns false if a listener canceled it. */
export function fire<Name extends keyof PgwEvents>(
  target: Element,
  name: Name,
  detail: PgwEvents[Name],
): boolean {
  if ('code' in detail && isConfigurationProblem(detail.code))
    report(({ reportConfiguration }) => reportConfiguration(target, detail.code));
  const cancelable = cancelableEvents.includes(name);
  return target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
}

/** Fires an event of an element. Returns false if a listener canceled it. */
export type FireEvent = <Name extends keyof PgwEvents>(name: Name, detail: PgwEvents[Name]) => boolean;

/** The events by name, for the types of `addEventListener`. */
export type PgwEventMap = { readonly [Name in keyof PgwEvents]: CustomEvent<PgwEvents[Name]> };

declare global {
  interface HTMLElementEventMap extends PgwEventMap {}
  // The events bubble to the document and to the window.
  interface DocumentEventMap extends PgwEventMap {
    /** The script tag could not load the element in this browser. */
    readonly 'pgw-load-error': CustomEvent<null>;
  }
  interface WindowEventMap extends PgwEventMap {}
}
