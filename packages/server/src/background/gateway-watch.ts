import type { HealthCheck } from '../model/health.ts';
import type { GatewayCircuit } from '@pgw/client';
import type { CheckoutEventListener } from '../events/event.ts';

/** The options of {@link watchGateway}. */
export interface GatewayWatchOptions {
  readonly emit: CheckoutEventListener;
  readonly now: () => number;
  /** Called at the end of an outage, to continue the work that waited for the gateway. */
  readonly onRecovery: () => void;
}

/** Emits an event at the start and at the end of each gateway outage, and calls `onRecovery` at the end. */
export function watchGateway(
  circuit: GatewayCircuit,
  { emit, now, onRecovery }: GatewayWatchOptions,
): () => void {
  let downSince = circuit.openedAt ?? now();
  return circuit.onChange((state) => {
    if (state === 'open') {
      downSince = now();
      const message = `${downMessage}${describeLastFailure(circuit)}`;
      emit({ level: 'error', event: 'gateway-down', message });
      return;
    }
    // The circuit is closed again.
    const durationMs = Math.max(0, now() - downSince);
    const message = `The gateway responds again, after ${Math.round(durationMs / 1_000)} s. The work that waited for it is handled now.`;
    emit({ level: 'info', event: 'gateway-up', message, durationMs });
    onRecovery();
  });
}

const downMessage =
  'The gateway does not respond: several consecutive requests were refused, were interrupted, timed out, or got HTTP 429 or 5xx. ' +
  'Payments are refused until it responds, and due work stays in the store. One probe per second is sent. Check the status ' +
  "page of the gateway and this machine's connection to it.";

function describeLastFailure({ lastFailure }: Pick<GatewayCircuit, 'lastFailure'>): string {
  return lastFailure === undefined ? '' : ` The last failure: ${lastFailure}`;
}

/** Reports the state of the circuit to `checkout.health()`. */
export function createGatewayCheck(circuit: Pick<GatewayCircuit, 'openedAt' | 'lastFailure'>): HealthCheck {
  return () => {
    const { openedAt } = circuit;
    if (openedAt === undefined) return { facts: { gateway: 'up' }, problems: [] };
    const since = new Date(openedAt).toISOString();
    const message =
      `The gateway has not responded since ${since}. Payments are refused until it responds, and callbacks are ` +
      `stored. Check its status page and the connection to it.${describeLastFailure(circuit)}`;
    return { facts: { gateway: 'down' }, problems: [{ code: 'gateway-down', status: 'degraded', message }] };
  };
}
