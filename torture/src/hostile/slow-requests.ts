import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import express from 'express';
import { Violations, type Report, type RunOptions, type TortureCommand } from '../torture-command.ts';
import { openGateway } from '../gateway/gateway.ts';
import { measureReachableBytes } from './memory.ts';
import { listen, stopServer } from '../network/server.ts';
import { createStartBody, openTarget } from './target.ts';

export const slowRequests: TortureCommand = {
  sentence:
    'While many connections send a body one byte at a time, the shop starts payments, and each slow connection is closed in time.',
  flags: ['connections'],
  run,
};

/** The time-outs of the server. docs/security.md has the values for a shop. */
const timeoutMs = 1_500;
/** The memory in bytes that each slow connection may use, with both ends of its socket, and for everything else. */
const limitPerConnection = 48 * 1024;
const limitForOthers = 1024 * 1024;

const routes = ['/callback', '/payments', '/return', '/start', '/payments/REF-1/card'] as const;

async function run({ size, log }: RunOptions): Promise<Report> {
  const connections = size('connections', { long: 2_000, short: 100 });
  const violations = new Violations();
  const gateway = await openGateway();
  const target = await openTarget(gateway.url);
  const app = express();
  app.use('/pgw', target.checkout.router);
  const server = createServer({ connectionsCheckingInterval: 100 }, app);
  server.requestTimeout = timeoutMs;
  server.headersTimeout = timeoutMs;
  const url = await listen(server);
  const sockets: Socket[] = [];
  try {
    const before = measureReachableBytes();
    let closed = 0;
    for (let index = 0; index < connections; index += 1)
      sockets.push(openSlowConnection(Number(new URL(url).port), index, () => (closed += 1)));
    log(`${connections} connections send a byte every 100 ms.`);
    let started = 0;
    const begin = performance.now();
    let growth = 0;
    while (closed < connections && performance.now() - begin < 60_000) {
      for (const socket of sockets) if (socket.writable) socket.write('a');
      const body = createStartBody(`A${started}`);
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${url}/pgw/payments`, { method: 'POST', headers, body });
      if (response.status === 201) started += 1;
      else violations.add(`a start with status ${response.status}`, await response.text());
      growth = Math.max(growth, measureReachableBytes() - before);
      await wait(100);
    }
    if (closed < connections) violations.add('slow connections are still open', `${connections - closed}`);
    if (started === 0) violations.add('no payment was started', 'all starts failed');
    if (growth > connections * limitPerConnection + limitForOthers)
      violations.add('growth of the memory in bytes above the limit', String(growth));
    return {
      figures: {
        'slow connections': connections,
        'connections that the server closed': closed,
        'payments that were started meanwhile': started,
        'growth of the memory in KB for each connection': Math.round(growth / connections / 1024),
      },
      failures: violations.sentences(),
    };
  } finally {
    for (const socket of sockets) socket.destroy();
    await stopServer(server);
    await target.close();
    await gateway.close();
  }
}

/** Opens a connection that sends a part of a request. Half of them send an incomplete header, the others a body. */
function openSlowConnection(port: number, index: number, onClose: () => void): Socket {
  const socket = connect(port, '127.0.0.1');
  const head = `POST /pgw${routes[index % routes.length]} HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n`;
  socket.on('error', () => undefined);
  socket.on('data', () => undefined);
  socket.once('close', onClose);
  socket.write(index % 2 === 0 ? `${head}Content-Length: 90000\r\n\r\n` : `${head}X-Slow: `);
  return socket;
}
