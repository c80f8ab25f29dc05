import { createSocket } from 'node:dgram';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Systems take the ports of outgoing connections and of `listen(0)` from a range that begins at 32768 or above.
const firstPort = 20_000;
const endPort = 32_000;

/**
 * The UDP sockets of the returned ports. A server that is about to start may not use its TCP port yet. The UDP port
 * with the same number keeps it from the other processes that call this function, until this process ends.
 */
const reservations = [];

/**
 * Returns a free port of this machine. It is below the ports that the system gives to other processes, and no other
 * call returns it while this process runs. So it is still free when a server stops and starts again.
 */
export async function findFreePort() {
  for (;;) {
    const port = randomInt(firstPort, endPort);
    const reservation = createSocket('udp4').unref();
    if (!(await isListening(reservation.bind(port, '127.0.0.1')))) continue;
    const server = createServer();
    if (await isListening(server.listen(port, '127.0.0.1'))) {
      await new Promise((resolve) => server.close(resolve));
      reservations.push(reservation);
      return port;
    }
    reservation.close();
  }
}

/** Returns false if another program uses the port of the socket. */
async function isListening(socket) {
  try {
    await once(socket, 'listening');
    return true;
  } catch (error) {
    if (error.code === 'EADDRINUSE') return false;
    throw error;
  }
}
