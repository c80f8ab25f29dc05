// Measures how long calls outlive their deadline, against gateways that never give a whole answer. Ends with 1 when one
// does by more than 100 ms. On its own, not among the tests: a busy machine is late for reasons of its own.
//
//   pnpm --filter @pgw/client run bench:deadline
import { createServer, type Socket } from 'node:net';
import { createGatewayClient, fetchTransport, type GatewayClientOptions } from '../src/index.ts';

const timeoutMs = 300;
const allowedMs = 100;
const callsEach = 10;
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

const behaviours: Readonly<Record<string, (socket: Socket) => void>> = {
  'accepts and stalls': () => undefined,
  'stalls in the head': (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-'),
  'stalls in the body': (socket) => void socket.write(`${head}content-length: 100\r\n\r\n{"res`),
  'drips a byte at a time': drip,
  'answers without end': endless(Number.POSITIVE_INFINITY),
  'answers 200 MB': endless(200 * 1024 * 1024),
};

const transports: Readonly<Record<string, Partial<GatewayClientOptions>>> = {
  pool: {},
  fetch: { transport: fetchTransport(fetch) },
};

let worstMs = 0;
for (const [name, behave] of Object.entries(behaviours)) {
  const { url, close } = await start(behave);
  for (const [transport, options] of Object.entries(transports)) {
    const overrunsMs = await measure(url, options);
    const mostMs = Math.max(...overrunsMs);
    worstMs = Math.max(worstMs, mostMs);
    process.stdout.write(`${name.padEnd(24)} ${transport.padEnd(6)} ${mostMs.toFixed(1).padStart(8)} ms\n`);
  }
  close();
}
process.stdout.write(`At most ${worstMs.toFixed(1)} ms beyond the deadline; ${allowedMs} ms are allowed.\n`);
process.exit(worstMs > allowedMs ? 1 : 0);

async function measure(baseUrl: string, options: Partial<GatewayClientOptions>): Promise<number[]> {
  const client = createGatewayClient({
    baseUrl,
    merchantId: '1001',
    secretKey: 'key',
    credentials: 'token',
    timeoutMs,
    ...options,
  });
  const calls = Array.from({ length: callsEach }, async () => {
    const startedAt = performance.now();
    await client.queryPayment({ transactionNumber: 'T-1' }).catch(() => undefined);
    return performance.now() - startedAt - timeoutMs;
  });
  return Promise.all(calls);
}

async function start(behave: (socket: Socket) => void): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => behave(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function drip(socket: Socket): void {
  socket.write(`${head}content-length: 100000\r\n\r\n`);
  const timer = setInterval(() => socket.write(' '), 20);
  socket.on('close', () => clearInterval(timer));
}

function endless(length: number): (socket: Socket) => void {
  return (socket) => {
    const size = Number.isFinite(length) ? `content-length: ${length}\r\n` : 'connection: close\r\n';
    socket.write(`${head}${size}\r\n`);
    const chunk = Buffer.alloc(64 * 1024, ' ');
    const pump = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', pump);
    pump();
  };
}
