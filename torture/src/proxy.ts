import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { listen } from './server.ts';

/** The position where a connection breaks: after `afterBytes` bytes of the request or of the response. */
export interface Cut {
  readonly direction: 'request' | 'response';
  readonly afterBytes: number;
}

/** A TCP proxy to the gateway that breaks connections at a chosen byte. */
export interface Proxy {
  readonly url: string;
  /** Breaks the next new connection at this position, and ends the open connections. */
  arm(cut: Cut): void;
  /** Bytes that were forwarded since `arm`, in each direction. */
  passed(): { readonly request: number; readonly response: number };
  /** True once the armed cut has been made. */
  hasCut(): boolean;
  close(): Promise<void>;
}

export async function openProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let armed: Cut | undefined;
  let cutMade = false;
  let bytes = { request: 0, response: 0 };

  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const cut = armed;
    armed = undefined;
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', end).on('close', () => {
        open.delete(socket);
        end();
      });
    }
    const pass = (direction: Cut['direction'], from: Socket, to: Socket): void => {
      let sent = 0;
      from.on('data', (chunk) => {
        const left = cut?.direction === direction ? cut.afterBytes - sent : Number.POSITIVE_INFINITY;
        const part = chunk.subarray(0, Math.max(0, left));
        sent += part.length;
        bytes = { ...bytes, [direction]: bytes[direction] + part.length };
        if (left > chunk.length) return void to.write(part);
        cutMade = true;
        // The bytes before the cut are delivered; then both directions end.
        to.end(part, end);
      });
    };
    pass('request', near, far);
    pass('response', far, near);
    if (cut?.afterBytes === 0) {
      cutMade = true;
      if (cut.direction === 'request') end();
    }
  });
  const url = await listen(server);
  return {
    url,
    arm: (cut) => {
      for (const socket of open) socket.destroy();
      armed = cut;
      cutMade = false;
      bytes = { request: 0, response: 0 };
    },
    passed: () => bytes,
    hasCut: () => cutMade,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
