import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Systems take the ports of outgoing connections and of `listen(0)` from a range that begins at 32768 or above.
const firstPort = 20_000;
const endPort = 32_000;

/** The ports that this process has received. A server may not use them yet. */
const returnedPorts = new Set();

/**
 * Returns a free port of this machine. It is below the ports that the system gives to other processes, so it is
 * still free when a server stops and starts again.
 */
export async function findFreePort() {
  for (;;) {
    const port = randomInt(firstPort, endPort);
    if (returnedPorts.has(port) || !(await isFree(port))) continue;
    returnedPorts.add(port);
    return port;
  }
}

async function isFree(port) {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error.code === 'EADDRINUSE') return false;
    throw error;
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
}
