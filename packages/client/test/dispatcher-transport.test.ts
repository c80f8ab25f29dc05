import { createServer as createTcp, connect } from 'node:net';
import { createServer, type Server } from 'node:http';
import { Agent, ProxyAgent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { dispatcherTransport } from '../src/index.ts';
import {
  clientOf,
  pay,
  paymentRecord,
  query,
  rejectionOf,
  startFixedGateway,
  startGateway,
} from './stub-gateway.ts';

/** Starts a proxy that opens tunnels. `tunnels` returns their number. */
async function startProxy(): Promise<{ url: string; tunnels: () => number }> {
  let tunnels = 0;
  const proxy: Server = createServer();
  proxy.on('connect', (request, socket, head) => {
    tunnels += 1;
    const [host = '', port] = (request.url ?? '').split(':');
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
    onTestFinished(() => void upstream.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    tunnels: () => tunnels,
  };
}

test('a client sends requests through a proxy', async () => {
  const gateway = await startFixedGateway(paymentRecord);
  const proxy = await startProxy();
  const agent = new ProxyAgent({ uri: proxy.url, proxyTunnel: true });
  onTestFinished(() => agent.destroy());
  const client = clientOf(gateway.url, { transport: dispatcherTransport(agent) });
  expect(await query(client)).toEqual(paymentRecord);
  expect(proxy.tunnels()).toBe(1);
});

test('a payment is not sent when its proxy is unreachable', async () => {
  const agent = new ProxyAgent({ uri: 'http://127.0.0.1:1', proxyTunnel: true });
  onTestFinished(() => agent.destroy());
  const client = clientOf('http://127.0.0.1:9', { transport: dispatcherTransport(agent) });
  expect(await rejectionOf(pay(client))).toMatchObject({
    code: 'gateway-unreachable',
    retryable: true,
  });
});

test('the outcome of a payment is unknown after the dispatcher loses the connection', async () => {
  const gateway = await startGateway((_request, response) => void response.destroy());
  const agent = new Agent();
  onTestFinished(() => agent.destroy());
  const client = clientOf(gateway.url, { transport: dispatcherTransport(agent) });
  expect(await rejectionOf(pay(client))).toMatchObject({ code: 'outcome-unknown' });
});

test('close of a client does not close the dispatcher', async () => {
  const gateway = await startFixedGateway(paymentRecord);
  const agent = new Agent();
  onTestFinished(() => agent.destroy());
  const first = clientOf(gateway.url, { transport: dispatcherTransport(agent) });
  await first.close();
  const second = clientOf(gateway.url, { transport: dispatcherTransport(agent) });
  expect(await query(second)).toEqual(paymentRecord);
});

test('a response of 200 MB is aborted at the maximum size', async () => {
  const server = createTcp((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${200 * 1024 * 1024}\r\n\r\n`);
      const chunk = Buffer.alloc(256 * 1024, ' ');
      const writeUntilFull = (): void => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', writeUntilFull);
      writeUntilFull();
      socket.once('close', () => (written = socket.bytesWritten));
    });
  });
  let written = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const client = clientOf(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  expect(await rejectionOf(query(client))).toMatchObject({
    code: 'invalid-response',
    message: expect.stringContaining(`${4 * 1024 * 1024} bytes`),
  });
  await expect.poll(() => written).toBeGreaterThan(0);
  // The maximum size is 4 MiB. The buffers of the sockets hold more bytes.
  expect(written).toBeLessThan(40 * 1024 * 1024);
});
