import type { AbortState, Deadline } from '../deadline.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

/**
 * A request with its headers as a list of alternating names and values. A dispatcher may add headers to the
 * list.
 */
export interface DirectRequest extends Omit<TransportRequest, 'signal' | 'headers'> {
  readonly headers: string[];
}

/** Sends a request that can be aborted without an AbortSignal. */
export type DirectSend<State = AbortState> = (
  request: DirectRequest,
  abortState: State,
) => Promise<TransportResponse>;

/**
 * The direct send function of each transport of this package. A copy of such a transport with another `send`
 * is not in the map, so its own `send` is used.
 */
const directSends = new WeakMap<Transport, DirectSend>();

/** Creates a transport of this package from its direct send function. */
export function createTransport(sendDirectly: DirectSend, close: () => Promise<void>): Transport {
  const transport: Transport = {
    send: (request) =>
      sendDirectly({ ...request, headers: toHeaderList(request.headers) }, toAbortState(request.signal)),
    close,
  };
  directSends.set(transport, sendDirectly);
  return transport;
}

/**
 * Returns the function that sends requests over a transport. A transport of this package uses the deadline
 * directly. Any other transport receives the signal of the deadline, and the client waits for its promise
 * until the deadline.
 */
export function getDirectSend(transport: Transport): DirectSend<Deadline> {
  return (
    directSends.get(transport) ??
    ((request, deadline) => {
      const headers = toHeaderRecord(request.headers);
      return deadline.race(transport.send({ ...request, headers, signal: deadline.signal }));
    })
  );
}

/** Converts a signal to an {@link AbortState}. */
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

function toHeaderList(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}

function toHeaderRecord(list: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < list.length; index += 2) headers[list[index] ?? ''] = list[index + 1] ?? '';
  return headers;
}
