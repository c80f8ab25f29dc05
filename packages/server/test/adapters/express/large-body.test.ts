import { Agent, createServer, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { closeServer, listen, openShop, type Shop } from '../../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

const largeBody = 'x'.repeat(300_000);

it.each([
  ['with its length', `Content-Length: ${largeBody.length}\r\n\r\n${largeBody}`],
  [
    'in chunks',
    `Transfer-Encoding: chunked\r\n\r\n${largeBody.length.toString(16)}\r\n${largeBody}\r\n0\r\n\r\n`,
  ],
])(
  'after a too large body that is sent %s, the response announces that the connection is closed',
  async (_encoding, headerAndBody) => {
    shop = await openShop();
    const { port } = new URL(shop.url);
    const socket = connect(Number(port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    socket.write(
      `POST /pgw/callback HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n${headerAndBody}`,
    );
    await once(socket, 'close');
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    expect(received).toMatch(/^connection: close\r$/im);
  },
);

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

it('behind a proxy with a pool, the request after a too large one receives a response from the shop', async () => {
  shop = await openShop();
  const proxy = await openProxy(shop.url);
  for (let round = 0; round < 3; round += 1) {
    // The proxy may detect the closed connection before it has read the response.
    expect([413, 502]).toContain(await send(`${proxy}/pgw/callback`, { method: 'POST', body: largeBody }));
    expect(await send(`${proxy}/pgw/session?order=A1`, { method: 'GET', body: '' })).toBe(200);
  }
});

it('the connection stays open after a refused request whose body was read', async () => {
  shop = await openShop();
  const response = await shop.fetch('/pgw/callback', { method: 'POST', body: '{}' });
  expect(response.status).toBe(400);
  expect(response.headers.get('connection')).not.toBe('close');
});
