import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listen } from './shop.ts';

/** What happens to requests: they reach the gateway, their connection is closed, or they receive a status. */
export type Condition = 'up' | 'cut' | { readonly status: number; readonly retryAfter?: string };

/** Forwards requests to a gateway, unless a test sets another condition. */
export interface OutageGateway {
  readonly url: string;
  set(condition: Condition): void;
  /** Requests since the condition was set. */
  requests(): number;
  close(): Promise<void>;
}

export async function openOutageGateway(target: string): Promise<OutageGateway> {
  let condition: Condition = 'up';
  let requests = 0;
  const server = createServer((incoming, response) => {
    requests += 1;
    if (condition === 'up') return passOn(target, incoming, response);
    if (condition === 'cut') return void incoming.socket.destroy();
    const { status, retryAfter } = condition;
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('{}');
  });
  return {
    url: await listen(server),
    set: (next) => {
      condition = next;
      requests = 0;
    },
    requests: () => requests,
    close: () => closeServer(server),
  };
}

/** With the same Host header: it is part of what was signed. */
export function passOn(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url } = incoming;
  const passed = request(`${target}${url}`, { method, headers }, (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, upstream.headers);
    upstream.pipe(response);
  });
  passed.on('error', () => response.destroy());
  incoming.pipe(passed);
}
