import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns the port from an environment variable, or the default port. Ends the program if the value is not a
 * port.
 */
export function readPortSetting(name, defaultPort) {
  const text = process.env[name];
  if (text === undefined || text === '') return defaultPort;
  const number = Number(text);
  if (Number.isInteger(number) && number > 0 && number < 65_536) return number;
  console.error(`${name} is "${text}", but must be a port number from 1 to 65535.`);
  process.exit(1);
}

/** Ends the program with a message if another program uses the port. */
export async function requireFreePort(name, port) {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    const problem =
      error.code === 'EADDRINUSE' ? 'is used by another program' : `cannot be used (${error.message})`;
    console.error(`Port ${port} of 127.0.0.1 ${problem}. Stop that program, or set ${name} to a free port.`);
    process.exit(1);
  }
  await new Promise((resolve) => server.close(resolve));
}
