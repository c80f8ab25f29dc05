import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy in the place of a TLS proxy, a load balancer or a body logger. Records every byte. */
export interface RecordingProxy {
  readonly port: number;
  /** The recorded bytes in both directions, one character per byte. */
  recorded(): string;
  close(): Promise<void>;
}

/** A TCP proxy on a port of 127.0.0.1. `target` may be set later: each connection uses its current value. */
export async function startRecordingProxy(target: () => number): Promise<RecordingProxy> {
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A browser that ends resets its connections.
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((browser) => {
    const app = connect(target(), '127.0.0.1');
    keep(browser);
    keep(app);
    for (const socket of [browser, app])
      socket.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)));
    browser.pipe(app).pipe(browser);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // A server that listens on TCP has an AddressInfo.
    port: (server.address() as AddressInfo).port,
    recorded: () => Buffer.concat(chunks).toString('latin1'),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
