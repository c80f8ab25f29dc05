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
  /** Breaks the next new connection at this position. Also ends the open connections. */
  armCut(cut: Cut): void;
  /** The number of forwarded bytes since `armCut`, in each direction. */
  forwardedBytes(): { readonly request: number; readonly response: number };
  /** Returns true after the cut was made. */
  hasCut(): boolean;
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** The delay of each part of a response in milliseconds. Default: 0. */
  readonly responseDelayMs?: number;
}

/** Opens a proxy. A target that is a function is called for each connection. */
export async function openProxy(target: string | (() => string), options?: ProxyOptions): Promise<Proxy> {
  const openSockets = new Set<Socket>();
  let nextCut: Cut | undefined;
  let isCutMade = false;
  let bytes = { request: 0, response: 0 };

  const server = createServer((clientSocket) => {
    const { hostname, port } = new URL(typeof target === 'string' ? target : target());
    const gatewaySocket = connect(Number(port), hostname);
    const cut = nextCut;
    nextCut = undefined;
    const endBoth = (): void => {
      clientSocket.destroy();
      gatewaySocket.destroy();
    };
    for (const socket of [clientSocket, gatewaySocket]) {
      openSockets.add(socket);
      socket.on('error', endBoth).on('close', () => {
        openSockets.delete(socket);
        endBoth();
      });
    }
    const forward = (direction: Cut['direction'], from: Socket, to: Socket): void => {
      let sent = 0;
      from.on('data', (chunk) => {
        const bytesLeft = cut?.direction === direction ? cut.afterBytes - sent : Number.POSITIVE_INFINITY;
        const part = chunk.subarray(0, Math.max(0, bytesLeft));
        sent += part.length;
        bytes = { ...bytes, [direction]: bytes[direction] + part.length };
        if (bytesLeft > chunk.length) return writeLater(to, part, direction, options);
        isCutMade = true;
        // The bytes before the cut are delivered. Then both directions end.
        to.end(part, endBoth);
      });
    };
    forward('request', clientSocket, gatewaySocket);
    forward('response', gatewaySocket, clientSocket);
    // A cut after 0 bytes: the request is cut at once, and a response when its first bytes arrive.
    if (cut?.direction === 'request' && cut.afterBytes === 0) {
      isCutMade = true;
      endBoth();
    }
  });
  const url = await listen(server);
  return {
    url,
    armCut: (cut) => {
      for (const socket of openSockets) socket.destroy();
      nextCut = cut;
      isCutMade = false;
      bytes = { request: 0, response: 0 };
    },
    forwardedBytes: () => bytes,
    hasCut: () => isCutMade,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of openSockets) socket.destroy();
      await closed;
    },
  };
}

/** Writes a part after the delay of its direction. Parts with the same delay keep their order. */
function writeLater(
  to: Socket,
  part: Buffer,
  direction: Cut['direction'],
  { responseDelayMs = 0 }: ProxyOptions = {},
): void {
  if (direction === 'request' || responseDelayMs === 0) to.write(part);
  else setTimeout(() => to.destroyed || to.write(part), responseDelayMs);
}
