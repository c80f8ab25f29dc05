import { createSandbox } from '@pgw/sandbox';
import type { Express } from 'express';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { parseAddress } from '../../../src/adapters/visitor-address.ts';
import { createStartRequest, createTestClient, openShop } from '../../shop.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:49152', '203.0.113.7'],
  [' "203.0.113.7:1" ', '203.0.113.7'],
  ['for=203.0.113.7', '203.0.113.7'],
  ['For="[2001:db8::7]:4711"', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:80', 'fe80::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
  ['::ffff:203.0.113.7:2', '203.0.113.7'],
  ['203.0.113.7:', '203.0.113.7'],
  ['[2001:db8::7]:', '2001:db8::7'],
  ['2001:db8:0:0:0:0:0:7:443', '2001:db8:0:0:0:0:0:7'],
  ['203.0.113.7:_port', '203.0.113.7'],
  ['for=203.0.113.7;proto=https', '203.0.113.7'],
  ['proto=https; For = "203.0.113.7:4711"; by=10.0.0.1', '203.0.113.7'],
  [String.raw`for="\[2001:db8::7\]:4711";host=shop.example`, '2001:db8::7'],
])('the address in %j is %s', (text, address) => {
  expect(parseAddress(text)).toBe(address);
});

it.each([
  '',
  'unknown',
  '_hidden',
  'for=_proxy',
  'localhost',
  '203.0.113',
  '203.0.113.7:port',
  '203.0.113.7:80:80',
  '[203.0.113.7]',
  '1.2.3.400',
  '<script>',
  '[2001:db8::7',
  '203.0.113.7::',
  '203.0.113.7:123456',
  'by=203.0.113.7',
  'proto=https;by=203.0.113.7',
  '203.0.113.7;proto=https',
  'for=unknown;by=203.0.113.7',
])('%j has no address', (text) => {
  expect(parseAddress(text)).toBeUndefined();
});

it('every form of an address with any port has the same address', () => {
  const port = fc.nat(65_535);
  fc.assert(
    fc.property(fc.ipV4(), fc.ipV6(), port, (ipV4, ipV6, portNumber) => {
      const mapped = `::ffff:${ipV4}`;
      const withPort = `${ipV4}:${portNumber}`;
      for (const form of [
        ipV4,
        withPort,
        `"${withPort}"`,
        `for=${withPort};proto=https`,
        mapped,
        `${mapped}:${portNumber}`,
      ])
        expect(parseAddress(form)).toBe(ipV4);
      const plain = parseAddress(ipV6);
      expect(plain).toBeDefined();
      for (const form of [`[${ipV6}]`, `[${ipV6}]:${portNumber}`, `"[${ipV6}]:${portNumber}"`])
        expect(parseAddress(form)).toBe(plain);
    }),
  );
});

/** Starts payments with these headers X-Forwarded-For. Returns the addresses that the gateway received, and the statuses. */
async function startFrom(headers: readonly string[], setUpApp: (app: Express) => void) {
  const sandbox = await createSandbox({ port: 0 });
  const messages: string[] = [];
  const gateway = createTestClient(sandbox.url, {
    onExchange: ({ signedMessage }) => void messages.push(signedMessage ?? ''),
  });
  const shop = await openShop({ gateway, setUpApp, requestLimits: { startsPerNetwork: 2 } });
  onTestFinished(async () => {
    await shop.close();
    await sandbox.close();
  });
  const statuses: number[] = [];
  for (const [index, forwarded] of headers.entries()) {
    const response = await shop.fetch('/pgw/payments', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
      body: JSON.stringify(createStartRequest({ order: `A${index}` })),
    });
    statuses.push(response.status);
  }
  return {
    statuses,
    addresses: messages.flatMap((message) => /"ipaddress":"([^"]*)"/.exec(message)?.[1] ?? []),
  };
}

const trustOneProxy = (app: Express): void => void app.set('trust proxy', 1);

it('connections of one address with different ports count as one network', async () => {
  const { statuses, addresses } = await startFrom(
    ['203.0.113.7:1001', '"203.0.113.7:1002"', '203.0.113.7', '::ffff:203.0.113.7'],
    trustOneProxy,
  );
  expect(statuses).toEqual([201, 201, 429, 429]);
  expect(addresses).toEqual(['203.0.113.7', '203.0.113.7']);
});

it('proxies that add ports are trusted by their address', async () => {
  const { statuses } = await startFrom(
    [
      '198.51.100.1, 203.0.113.7:1, 10.0.0.1:443',
      '198.51.100.2, 203.0.113.7:2, 10.0.0.2:443',
      '198.51.100.3, 203.0.113.7:3, 10.0.0.3:443',
    ],
    (app) => void app.set('trust proxy', ['loopback', '10.0.0.0/8']),
  );
  expect(statuses).toEqual([201, 201, 429]);
});

it('a text that is no address counts as the proxy that sent it', async () => {
  const { statuses } = await startFrom(['unknown', '_a', 'x:1', ''], trustOneProxy);
  expect(statuses).toEqual([201, 201, 429, 429]);
});

it('the header Forwarded is not used, because proxies pass on the one of the visitor', async () => {
  const shop = await openShop({
    setUpApp: trustOneProxy,
    requestLimits: { startsPerNetwork: 1 },
  });
  onTestFinished(() => shop.close());
  const start = (address: string, order: string): Promise<Response> =>
    shop.fetch('/pgw/payments', {
      method: 'POST',
      headers: { 'content-type': 'application/json', forwarded: `for=${address};proto=https` },
      body: JSON.stringify(createStartRequest({ order })),
    });
  expect((await start('203.0.113.7', 'A1')).status).toBe(201);
  expect((await start('203.0.113.8', 'A2')).status).toBe(429);
});

it('without trust proxy, X-Forwarded-For is not used', async () => {
  const { statuses } = await startFrom(['203.0.113.7', '203.0.113.8', '203.0.113.9'], () => undefined);
  expect(statuses).toEqual([201, 201, 429]);
});
