import { createServer } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { Agent, ProxyAgent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { dispatcherTransport } from '../../src/index.ts';
import { paymentRecord } from '../example-data.ts';
import { findUnusedUrl, listen, startFixedGateway, startGateway } from '../stub-gateway.ts';
import { createClient, pay, query, getRejection } from '../test-client.ts';

/** Starts a proxy that opens tunnels. `countTunnels` returns their number. */
async function startProxy(): Promise<{ url: string; countTunnels: () => number }> {
  let tunnelCount = 0;
  const proxy = createServer();
  proxy.on('connect', (request, socket, head) => {
    tunnelCount += 1;
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
  onTestFinished(() => void proxy.close());
  return { url: await listen(proxy), countTunnels: () => tunnelCount };
}

test('a client sends requests through a proxy', async () => {
  const gateway = await startFixedGateway(paymentRecord);
  const proxy = await startProxy();
  const agent = new ProxyAgent({ uri: proxy.url, proxyTunnel: true });
  onTestFinished(() => agent.destroy());
  const client = createClient(gateway.url, { transport: dispatcherTransport(agent) });
  expect(await query(client)).toEqual(paymentRecord);
  expect(proxy.countTunnels()).toBe(1);
});

test('a payment is not sent and is retryable when the proxy is unreachable', async () => {
  const agent = new ProxyAgent({ uri: await findUnusedUrl(), proxyTunnel: true });
  onTestFinished(() => agent.destroy());
  const client = createClient('https://gateway.example', { transport: dispatcherTransport(agent) });
  expect(await getRejection(pay(client))).toMatchObject({
    code: 'gateway-unreachable',
    retryable: true,
  });
});

test('the outcome of a payment is unknown after the dispatcher loses the connection', async () => {
  const gateway = await startGateway((_request, response) => void response.destroy());
  const agent = new Agent();
  onTestFinished(() => agent.destroy());
  const client = createClient(gateway.url, { transport: dispatcherTransport(agent) });
  expect(await getRejection(pay(client))).toMatchObject({ code: 'outcome-unknown' });
});

test('close of a client does not close the dispatcher', async () => {
  const gateway = await startFixedGateway(paymentRecord);
  const agent = new Agent();
  onTestFinished(() => agent.destroy());
  const first = createClient(gateway.url, { transport: dispatcherTransport(agent) });
  await first.close();
  const second = createClient(gateway.url, { transport: dispatcherTransport(agent) });
  expect(await query(second)).toEqual(paymentRecord);
});

test('a response of 200 MB is aborted at the maximum size', async () => {
  let writtenBytes = 0;
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${200 * 1024 * 1024}\r\n\r\n`);
      const chunk = Buffer.alloc(256 * 1024, ' ');
      const writeUntilFull = (): void => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', writeUntilFull);
      writeUntilFull();
      socket.once('close', () => (writtenBytes = socket.bytesWritten));
    });
  });
  onTestFinished(() => void server.close());
  const client = createClient(await listen(server));
  expect(await getRejection(query(client))).toMatchObject({
    code: 'invalid-response',
    message: expect.stringContaining(`${4 * 1024 * 1024} bytes`),
  });
  await expect.poll(() => writtenBytes).toBeGreaterThan(0);
  // The maximum size is 4 MiB. The buffers of the sockets hold more bytes.
  expect(writtenBytes).toBeLessThan(40 * 1024 * 1024);
});
