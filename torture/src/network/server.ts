import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Server as TcpServer } from 'node:net';

/** Starts to listen on 127.0.0.1. Resolves with the address as `http://127.0.0.1:<port>`. */
export async function listen(server: Server | TcpServer, port = 0): Promise<string> {
  server.listen({ port, host: '127.0.0.1', backlog: 1024 });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

/** Stops a server and closes its connections. */
export async function stopServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
