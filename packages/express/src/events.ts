/** Something an operator may want to know. `ids` may be logged; nothing here is secret or personal. */
export interface CheckoutEvent {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: CheckoutEventName;
  /** A sentence: what happened, the likely cause, the next step. */
  readonly message: string;
  readonly ids: Readonly<Record<string, string | number>>;
  readonly error?: unknown;
}

export type CheckoutEventName =
  | 'payment-started'
  | 'payment-settled'
  | 'payment-fulfilled'
  | 'payment-in-review'
  | 'redirection-refused'
  | 'snippet-without-list'
  | 'no-card-channel'
  | 'order-paid-twice'
  | 'fulfilment-slow'
  | 'fulfilment-failed'
  | 'fulfilment-dead'
  | 'fulfilment-withheld'
  | 'card-refused'
  | 'card-tries-exceeded'
  | 'payment-captured'
  | 'capture-failed'
  | 'refund-failed'
  | 'callbacks-missing'
  | 'unknown-status'
  | 'callback-rejected'
  | 'callback-for-unknown-payment'
  | 'return-for-unknown-payment'
  | 'payment-adopted'
  | 'history-lost'
  | 'history-mark-failed'
  | 'settle-failed'
  | 'gateway-down'
  | 'gateway-up'
  | 'audit-passed'
  | 'audit-failed'
  | 'store-failed'
  | 'request-failed';

export type EventListener = (event: CheckoutEvent) => void;

/** The default listener: warnings and errors, one line each, on the error output. */
export const printEvents: EventListener = ({ level, event, message, ids }) => {
  if (level === 'info') return;
  const list = Object.entries(ids).map(([name, id]) => `${name}=${id}`);
  process.stderr.write(`pgw ${level} ${[event, ...list].join(' ')}: ${message}\n`);
};

/** A listener that throws must not change what happens to a payment. */
export function quiet(listener: EventListener): EventListener {
  return (event) => {
    try {
      listener(event);
    } catch (error) {
      printEvents({ ...event, level: 'error', message: `onEvent threw. ${event.message}`, error });
    }
  };
}
