// Measures the time between the deadline of a call and its end, with gateways that never send a whole
// response. The exit code is 1 when a call ends more than 100 ms after its deadline. This is not a test,
// because the load of the machine changes the result.
//
//   pnpm --filter @pgw/client run bench:deadline
import { createServer, type Socket } from 'node:net';
import { createGatewayClient, fetchTransport, type GatewayClientOptions } from '../src/index.ts';

const timeoutMs = 300;
const allowedMs = 100;
const callsPerMeasurement = 10;
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

const behaviours: Readonly<Record<string, (socket: Socket) => void>> = {
  'accepts and stalls': () => undefined,
  'stalls in the head': (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-'),
  'stalls in the body': (socket) => void socket.write(`${head}content-length: 100\r\n\r\n{"res`),
  'sends single bytes': sendSingleBytes,
  'sends without end': sendBytes(Number.POSITIVE_INFINITY),
  'sends 200 MB': sendBytes(200 * 1024 * 1024),
};

const transports: Readonly<Record<string, Partial<GatewayClientOptions>>> = {
  pool: {},
  fetch: { transport: fetchTransport(fetch) },
};

let worstMs = 0;
for (const [name, respond] of Object.entries(behaviours)) {
  const { url, close } = await startServer(respond);
  for (const [transport, options] of Object.entries(transports)) {
    const overrunsMs = await measure(url, options);
    const longestMs = Math.max(...overrunsMs);
    worstMs = Math.max(worstMs, longestMs);
    process.stdout.write(
      `${name.padEnd(24)} ${transport.padEnd(6)} ${longestMs.toFixed(1).padStart(8)} ms\n`,
    );
  }
  close();
}
process.stdout.write(`Longest time after the deadline: ${worstMs.toFixed(1)} ms (limit: ${allowedMs} ms).\n`);
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
  const calls = Array.from({ length: callsPerMeasurement }, async () => {
    const startedAt = performance.now();
    await client.queryPayment({ transactionNumber: 'T-1' }).catch(() => undefined);
    return performance.now() - startedAt - timeoutMs;
  });
  return Promise.all(calls);
}

async function startServer(respond: (socket: Socket) => void): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => respond(socket));
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

function sendSingleBytes(socket: Socket): void {
  socket.write(`${head}content-length: 100000\r\n\r\n`);
  const timer = setInterval(() => socket.write(' '), 20);
  socket.on('close', () => clearInterval(timer));
}

function sendBytes(length: number): (socket: Socket) => void {
  return (socket) => {
    const size = Number.isFinite(length) ? `content-length: ${length}\r\n` : 'connection: close\r\n';
    socket.write(`${head}${size}\r\n`);
    const chunk = Buffer.alloc(64 * 1024, ' ');
    const writeUntilFull = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', writeUntilFull);
    writeUntilFull();
  };
}
