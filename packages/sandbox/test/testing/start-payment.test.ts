import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { createSandbox } from '../../src/testing/index.ts';

// examples/testing starts payments of a real checkout. This file tests what a checkout refuses.

const order = {
  id: 'A1',
  amount: 12_890,
  currencyCode: 'MYR',
  exponent: 2,
  description: null,
  merchant: 'Two Mugs',
  merchantLogoUrl: null,
  timeZone: null,
  gateway: null,
};
const channel = { hint: null, imageUrl: null, group: null, fee: 0, limit: null };
const session = {
  order,
  mode: 'choose',
  channels: [
    { ...channel, id: 2, name: 'FPX', kind: 'provider' },
    { ...channel, id: 8, name: 'LompatPay', kind: 'direct', limit: { kind: 'max', amount: 10_000 } },
  ],
  expiresAt: null,
  serverTime: '2026-01-01T00:00:00.000Z',
  openPayment: null,
};

/** Starts a checkout that responds to every request with this body. */
async function startCheckout(status: number, body: object) {
  const paths: string[] = [];
  const server = createServer((incoming, outgoing) => {
    paths.push(`${incoming.method} ${incoming.url} ${incoming.headers.cookie}`);
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on TCP has an address object.
  const { port } = server.address() as { port: number };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/pgw`, paths, [Symbol.asyncDispose]: close };
}

it('names the code of the problem when the shop refuses, and sends the headers of the visitor', async () => {
  const problem = {
    type: 'urn:x',
    title: 'No such order',
    status: 404,
    code: 'not-found',
    detail: 'No A/1.',
  };
  await using checkout = await startCheckout(404, problem);
  await using sandbox = await createSandbox();
  const options = { checkout: `${checkout.url}/`, order: 'A/1', headers: { cookie: 'visitor=7' } };
  await expect(sandbox.startPayment(options)).rejects.toMatchObject({
    code: 'invalid-request',
    message: `${checkout.url}/session?order=A%2F1 responded with HTTP 404, not-found: No A/1.`,
  });
  expect(checkout.paths).toStrictEqual(['GET /pgw/session?order=A%2F1 visitor=7']);
});

it.each(['', '/', '//', '\n'])('requests the session of a checkout whose URL ends with %j', async (end) => {
  await using checkout = await startCheckout(200, session);
  await using sandbox = await createSandbox();
  await sandbox.startPayment({ checkout: `${checkout.url}${end}`, order: 'A1' }).catch(() => undefined);
  expect(checkout.paths).toStrictEqual(['GET /pgw/session?order=A1 undefined']);
});

it('says that the URL is not of a checkout', async () => {
  await using checkout = await startCheckout(200, { hello: 'world' });
  await using sandbox = await createSandbox();
  await expect(sandbox.startPayment({ checkout: checkout.url, order: 'A1' })).rejects.toThrow(
    'responded with HTTP 200, the response is not of a checkout.',
  );
});

it.each([
  [undefined, 'a channel without a bank and a card'],
  ['GrabPay', 'the channel GrabPay'],
])('names the channels when the checkout does not offer %s', async (name, missing) => {
  await using checkout = await startCheckout(200, session);
  await using sandbox = await createSandbox();
  await expect(sandbox.startPayment({ checkout: checkout.url, order: 'A1', channel: name })).rejects.toThrow(
    `The checkout does not offer ${missing}. It offers FPX (2), LompatPay (8).`,
  );
});

it('names the invalid option', async () => {
  await using sandbox = await createSandbox();
  await expect(sandbox.startPayment({ checkout: '/pgw', order: 'A1' })).rejects.toThrow(
    'startPayment(…): checkout must be the URL of the checkout, such as http://127.0.0.1:3000/pgw.',
  );
});
