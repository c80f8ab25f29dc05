import { once } from 'node:events';
import { createServer } from 'node:net';

/** The port of an environment variable, or the default. Ends the program if the value is not a port. */
export function portSetting(name, byDefault) {
  const text = process.env[name];
  if (text === undefined || text === '') return byDefault;
  const number = Number(text);
  if (Number.isInteger(number) && number > 0 && number < 65_536) return number;
  console.error(`${name} is "${text}"; it must be a port number from 1 to 65535.`);
  process.exit(1);
}

/** Ends the program if the port is taken. */
export async function requireFreePort(name, port) {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    const problem = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.message})`;
    console.error(
      `Port ${port} of 127.0.0.1 ${problem}. Stop the other program, or set ${name} to a free port.`,
    );
    process.exit(1);
  }
  await new Promise((resolve) => server.close(resolve));
}
