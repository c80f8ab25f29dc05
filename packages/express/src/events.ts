import { toPrintable } from '@pgw/protocol/internal';

/** An event for operators. It contains no secrets and no personal data. */
export interface CheckoutEvent {
  /** `error`: an operator must act. `warn`: an operator should check it. `info`: no action is needed. */
  readonly level: 'info' | 'warn' | 'error';
  /** The name of the event, for filters and alerts. */
  readonly event: CheckoutEventName;
  /** What happened, the likely cause, and the next step. */
  readonly message: string;
  /** Ids that may be logged. */
  readonly ids: Readonly<Record<string, string | number>>;
  /** The error that caused the event; undefined for events without one. */
  readonly error?: unknown;
}

/** The name of an event. docs/errors.md and docs/going-live.md describe them. */
export type CheckoutEventName =
  | 'payment-started'
  | 'payment-settled'
  | 'payment-fulfilled'
  | 'payment-in-review'
  | 'price-differs'
  | 'payment-reversed'
  | 'redirection-refused'
  | 'app-changes-responses'
  | 'snippet-without-list'
  | 'no-card-channel'
  | 'order-paid-twice'
  | 'fulfilment-slow'
  | 'fulfilment-failed'
  | 'fulfilment-dead'
  | 'fulfilment-withheld'
  | 'hook-succeeded'
  | 'hook-slow'
  | 'hook-failed'
  | 'hook-dead'
  | 'card-refused'
  | 'card-tries-exceeded'
  | 'requests-limited'
  | 'payment-captured'
  | 'capture-failed'
  | 'payout-failed'
  | 'payout-imported'
  | 'refund-failed'
  | 'refund-imported'
  | 'operation-overdue'
  | 'discrepancy-found'
  | 'callbacks-missing'
  | 'unknown-status'
  | 'callback-rejected'
  | 'callback-for-unknown-payment'
  | 'return-for-unknown-payment'
  | 'payment-adopted'
  | 'history-lost'
  | 'history-unmarked'
  | 'history-mark-failed'
  | 'settle-failed'
  | 'gateway-down'
  | 'gateway-up'
  | 'audit-passed'
  | 'audit-failed'
  | 'store-failed'
  | 'request-failed';

/** Receives events. An error that it throws is reported and has no other effect. */
export type EventListener = (event: CheckoutEvent) => void;

/** The default listener. It prints each warning and error as one line on the error output. */
export const printEvents: EventListener = ({ level, event, message, ids }) => {
  if (level === 'info') return;
  const list = Object.entries(ids).map(([name, id]) => `${name}=${id}`);
  // A message or an id may contain text of the gateway or of a shopper, which could imitate another line.
  process.stderr.write(`${toPrintable(`pgw ${level} ${[event, ...list].join(' ')}: ${message}`)}\n`);
};

/** Wraps a listener so that its errors do not affect payments. */
export function catchListenerErrors(listener: EventListener): EventListener {
  return (event) => {
    try {
      listener(event);
    } catch (error) {
      printEvents({ ...event, level: 'error', message: `onEvent threw. ${event.message}`, error });
    }
  };
}
