import type { GatewayClient } from '@pgw/client';
import type { EventListener } from '../events.ts';
import type { Store } from './store.ts';
import type { OrderOfPayment } from '../recovery/order-of-payment.ts';
import type { Payment } from './payment.ts';
import type { Note, NoteSource } from './timeline.ts';
import type { UnansweredClaims } from './unanswered-claims.ts';

/** What every step of a payment's life needs. Made once by `createCheckout`. */
export interface Engine {
  readonly gateway: GatewayClient;
  readonly store: Store;
  readonly now: () => number;
  /** From 0 up to 1, for jitter. */
  readonly random: () => number;
  readonly emit: EventListener;
  readonly onPaid: (payment: Payment, context: { tx: unknown; key: string }) => void | Promise<void>;
  readonly limits: Limits;
  /** Where the gateway reports payments that are started now. */
  readonly callbackUrl: string;
  /** The shop's hook that finds the order of a payment which the store does not have. */
  readonly orderOfPayment: OrderOfPayment | undefined;
  /** Claims to release when the gateway responds again. */
  readonly unanswered: UnansweredClaims;
  /** Origins that a script of the gateway may lead to. */
  readonly redirectOrigins: readonly string[];
  /** Told of the gateway's record of a payment, whenever it was asked for. */
  readonly onRecord: (payment: Payment, record: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Called once with each payment of an order that another one has paid. */
  readonly onSecondPayment: (payment: Payment) => void;
}

export interface Limits {
  /** After so many failures of `onPaid` a fulfilment is `dead` until an operator makes it due again. */
  readonly fulfilAttempts: number;
  /** After so many milliseconds `onPaid` is given up: rolled back, and counted as a failure. */
  readonly fulfilTimeoutMs: number;
  /** After so many milliseconds of `onPaid` the event `fulfilment-slow` is emitted. */
  readonly fulfilSlowMs: number;
  /** Questions about payments without a callback that the sweeps of all processes together may put to the gateway in a second. */
  readonly asksPerSecond: number;
  /** Refused callbacks that are kept for an operator to look at. */
  readonly rejectedCallbacks: number;
}

/** The ids of a payment that may stand in a log. */
export function idsOf(payment: Payment): Record<string, string | number> {
  const { reference, orderId, transactionNumber } = payment;
  return { reference, order: orderId, ...(transactionNumber === null ? {} : { transactionNumber }) };
}

/** True while the gateway does not respond: then its client refuses every call. */
export function isGatewayDown({ gateway }: Pick<Engine, 'gateway'>): boolean {
  return gateway.circuit.state === 'open';
}

/** An entry for the timeline of a payment, now. */
export function noteOf(engine: Engine, reference: string, source: NoteSource, text: string): Note {
  return { reference, at: engine.now(), source, text };
}
