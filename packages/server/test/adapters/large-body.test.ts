import { Agent, createServer, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeServer, listen } from '../shop.ts';
import { adapterNames, openAdapterShop, type AdapterName } from './adapter-shop.ts';

const largeBody = 'x'.repeat(300_000);

/** Opens a shop with this framework. Returns its URL. */
async function openShop(name: AdapterName): Promise<string> {
  const shop = await openAdapterShop(name);
  onTestFinished(() => shop.close());
  return shop.url;
}

/** Sends a callback over a connection of its own. Resolves with the bytes that arrived until the shop closed it. */
async function sendUntilClosed(url: string, headerAndBody: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.write(
    `POST /pgw/callback HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n${headerAndBody}`,
  );
  await once(socket, 'close');
  return received;
}
/** Opens a proxy that sends every request over one connection, as a proxy with a connection pool does. */
async function openProxy(target: string): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = request(`${target}${url}`, { method, headers, agent }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    incoming.pipe(forwarded);
  });
  const url = await listen(proxy);
  onTestFinished(async () => {
    agent.destroy();
    await closeServer(proxy);
  });
  return url;
}

function send(url: string, { method, body }: { method: string; body: string }): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (response: IncomingMessage) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end(body);
  });
}

describe.each(adapterNames)('with %s', (name) => {
  it.each([
    ['with its length', `Content-Length: ${largeBody.length}\r\n\r\n${largeBody}`],
    [
      'in chunks',
      `Transfer-Encoding: chunked\r\n\r\n${largeBody.length.toString(16)}\r\n${largeBody}\r\n0\r\n\r\n`,
    ],
  ])(
    'after a too large body that is sent %s, the response announces that the connection is closed',
    async (_encoding, headerAndBody) => {
      const received = await sendUntilClosed(await openShop(name), headerAndBody);
      expect(received).toMatch(/^HTTP\/1\.1 413 /);
      expect(received).toMatch(/^connection: close\r$/im);
    },
  );

  it('behind a proxy with a pool, the request after a too large one receives a response from the shop', async () => {
    const proxy = await openProxy(await openShop(name));
    for (let round = 0; round < 3; round += 1) {
      // The proxy may detect the closed connection before it has read the response.
      expect([413, 502]).toContain(await send(`${proxy}/pgw/callback`, { method: 'POST', body: largeBody }));
      expect(await send(`${proxy}/pgw/session?order=A1`, { method: 'GET', body: '' })).toBe(200);
    }
  });

  it('the connection stays open after a refused request whose body was read', async () => {
    const response = await fetch(`${await openShop(name)}/pgw/callback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('connection')).not.toBe('close');
  });
});
