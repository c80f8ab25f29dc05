import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listen } from './shop.ts';

/** What happens to a request: it reaches the gateway, its connection is closed, or it receives a status. */
export type GatewayCondition =
  | 'up'
  | 'disconnected'
  | { readonly status: number; readonly retryAfter?: string };

/** Forwards requests to a gateway, unless a test sets another condition. */
export interface OutageGateway {
  readonly url: string;
  setCondition(condition: GatewayCondition): void;
  /** The number of requests since the condition was set. */
  requestCount(): number;
  close(): Promise<void>;
}

export async function openOutageGateway(target: string): Promise<OutageGateway> {
  let condition: GatewayCondition = 'up';
  let requestCount = 0;
  const server = createServer((incoming, response) => {
    requestCount += 1;
    if (condition === 'up') return forwardRequest(target, incoming, response);
    if (condition === 'disconnected') return void incoming.socket.destroy();
    const { status, retryAfter } = condition;
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('{}');
  });
  return {
    url: await listen(server),
    setCondition: (next) => {
      condition = next;
      requestCount = 0;
    },
    requestCount: () => requestCount,
    close: () => closeServer(server),
  };
}

/** Forwards a request with its Host header, because the signature of the request includes the host. */
export function forwardRequest(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url } = incoming;
  const forwarded = request(`${target}${url}`, { method, headers }, (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, upstream.headers);
    upstream.pipe(response);
  });
  forwarded.on('error', () => response.destroy());
  incoming.pipe(forwarded);
}
