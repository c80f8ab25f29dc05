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
  /** From now on, no response is delivered, as on a connection that is too slow. The connections stay open. */
  holdResponses(): void;
  /** Returns true after the cut was made. */
  hasCut(): boolean;
  close(): Promise<void>;
}

/** Opens a proxy. A target that is a function is called for each connection. */
export async function openProxy(target: string | (() => string)): Promise<Proxy> {
  const openSockets = new Set<Socket>();
  let nextCut: Cut | undefined;
  let isCutMade = false;
  let isHolding = false;
  let bytes = { request: 0, response: 0 };

  const server = createServer((clientSocket) => {
    const { hostname, port } = new URL(typeof target === 'string' ? target : target());
    const gatewaySocket = connect(Number(port), hostname);
    const cut = nextCut;
    nextCut = undefined;
    const endBoth = linkSockets(openSockets, clientSocket, gatewaySocket);
    const forward = (direction: Cut['direction'], from: Socket, to: Socket): void => {
      let sent = 0;
      from.on('data', (chunk) => {
        if (isHolding && direction === 'response') return;
        const bytesLeft = cut?.direction === direction ? cut.afterBytes - sent : Number.POSITIVE_INFINITY;
        const part = chunk.subarray(0, Math.max(0, bytesLeft));
        sent += part.length;
        bytes = { ...bytes, [direction]: bytes[direction] + part.length };
        if (bytesLeft > chunk.length) return void to.write(part);
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
    holdResponses: () => {
      isHolding = true;
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

/** When one of two sockets ends or fails, ends the other one. Returns the function that ends both. */
function linkSockets(openSockets: Set<Socket>, ...sockets: readonly [Socket, Socket]): () => void {
  const endBoth = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  for (const socket of sockets) {
    openSockets.add(socket);
    socket.on('error', endBoth).on('close', () => {
      openSockets.delete(socket);
      endBoth();
    });
  }
  return endBoth;
}
