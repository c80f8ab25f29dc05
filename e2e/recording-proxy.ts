import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that records every byte, as a TLS proxy, a load balancer or a logger of request bodies could. */
export interface RecordingProxy {
  readonly port: number;
  /** Returns the recorded bytes of both directions, one character per byte. */
  readRecording(): string;
  close(): Promise<void>;
}

/**
 * Starts the proxy on a free port of 127.0.0.1. It forwards each connection to the port of the app, which
 * `getAppPort` returns.
 */
export async function startRecordingProxy(getAppPort: () => number): Promise<RecordingProxy> {
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const trackSocket = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A browser that ends resets its connections.
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((browser) => {
    const app = connect(getAppPort(), '127.0.0.1');
    trackSocket(browser);
    trackSocket(app);
    for (const socket of [browser, app])
      socket.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)));
    browser.pipe(app).pipe(browser);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // A server that listens on TCP has an AddressInfo.
    port: (server.address() as AddressInfo).port,
    readRecording: () => Buffer.concat(chunks).toString('latin1'),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
