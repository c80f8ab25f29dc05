import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a free port of this machine. */
export async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
