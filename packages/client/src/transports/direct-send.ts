import type { AbortState, Deadline } from '../deadline.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

export type DirectRequest = Omit<TransportRequest, 'signal'>;

/** Sends a request that can be aborted without an AbortSignal. */
export type DirectSend<State = AbortState> = (
  request: DirectRequest,
  abortState: State,
) => Promise<TransportResponse>;

/** A copy of a transport of this package with another `send` is not in the map, so its own `send` is used. */
const directSends = new WeakMap<Transport, DirectSend>();

export function createTransport(sendDirectly: DirectSend, close: () => Promise<void>): Transport {
  const transport: Transport = {
    // A dispatcher may add headers.
    send: ({ signal, ...request }) =>
      sendDirectly({ ...request, headers: { ...request.headers } }, toAbortState(signal)),
    close,
  };
  directSends.set(transport, sendDirectly);
  return transport;
}

/** Returns the function that sends requests. A transport of another package gets the signal of the deadline. */
export function getDirectSend(transport: Transport): DirectSend<Deadline> {
  return (
    directSends.get(transport) ??
    ((request, deadline) => deadline.race(transport.send({ ...request, signal: deadline.signal })))
  );
}

function toAbortState(signal: AbortSignal): AbortState {
  return {
    get isAborted() {
      return signal.aborted;
    },
    get reason(): unknown {
      return signal.reason;
    },
    onAbort: (listener) => signal.addEventListener('abort', listener, { once: true }),
    offAbort: (listener) => signal.removeEventListener('abort', listener),
  };
}
