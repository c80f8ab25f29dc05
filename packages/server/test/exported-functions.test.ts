import * as client from '@pgw/client';
import * as sandboxes from '@pgw/sandbox';
import * as kit from '@pgw/sandbox/testing';
import { describe, expect, it } from 'vitest';
import * as express from '../src/adapters/express/index.ts';
import * as fastify from '../src/adapters/fastify/index.ts';
import * as node from '../src/adapters/node/index.ts';
import * as web from '../src/adapters/web/index.ts';
import * as server from '../src/index.ts';
import * as operator from '../src/operator/index.ts';
import * as embedded from '../src/stores/embedded.ts';
import * as memory from '../src/stores/memory.ts';
import * as postgres from '../src/stores/postgres.ts';

type Exported = (...values: unknown[]) => unknown;

/** The entries whose functions a shop calls. */
const entries: Readonly<Record<string, object>> = {
  client,
  sandboxes,
  kit,
  express,
  fastify,
  node,
  web,
  server,
  operator,
  embedded,
  memory,
  postgres,
};

/** Arguments of a wrong type for each exported function, and what the error names. */
const wrongCalls: Readonly<
  Record<string, readonly (readonly [values: readonly unknown[], message: RegExp])[]>
> = {
  'client.createGatewayClient': [
    [[], /createGatewayClient/],
    [[{ baseURL: 'x' }], /did you mean baseUrl\?/],
  ],
  'client.createGatewayGroup': [[['listener'], /createGatewayGroup: onCircuit must be a function/]],
  'client.dispatcherTransport': [
    [[], /dispatcherTransport: the options must be an object/],
    [[{}], /no method dispatch/],
  ],
  'client.pooledTransport': [
    [[], /origin must be an address/],
    [[7], /origin must be an address/],
    [['https://gateway.example', { keepAlive: 1 }], /did you mean keepAliveMs\?/],
  ],
  'client.fetchTransport': [[[], /fetch must be a function/]],
  'sandboxes.createSandbox': [
    [[null], /createSandbox/],
    [[7], /createSandbox/],
    [[{ prot: 1 }], /did you mean port\?/],
    [[{ tenants: [{ ...kit.defaultTenant, timeZon: 'UTC' }] }], /tenants\.0 .*did you mean timeZone\?/],
    [[{ port: 0, now: 7 }], /now must be a function/],
    [[{ profile: 'x' }], /profile|Profile/],
    [[{ scenarios: { 'callback-latte': true } }], /callback-latte/],
  ],
  'sandboxes.findRefundPolicy': [[['card'], /channelId/]],
  'kit.createSandbox': [
    [[null], /createSandbox/],
    [['x'], /createSandbox/],
    [[{ callbackRetryMS: [] }], /did you mean callbackRetryMs\?/],
  ],
  'express.captureRawBody': [
    [[], /captureRawBody: req must be the object/],
    [[{ headers: {} }, {}, 'text'], /captureRawBody: bytes must be the object/],
  ],
  'express.getClientAddress': [[[], /getClientAddress: req must be the object/]],
  ...Object.fromEntries(
    ['express', 'fastify', 'node', 'web', 'server'].map((entry) => [
      `${entry}.createCheckout`,
      [
        [[], /createCheckout/],
        [[null], /createCheckout/],
        [[7], /createCheckout/],
        [[{ publicURL: 'x', clientAddress: { trustedProxies: 1 } }], /did you mean publicUrl\?/],
      ] as const,
    ]),
  ),
  'server.contentSecurityPolicy': [
    [[], /contentSecurityPolicy/],
    [[{ nonce: 7, logoOrigins: [], redirectOrigins: [] }], /nonce/],
    [[{ nonce: 'n', logoOrigin: [], redirectOrigins: [] }], /did you mean logoOrigins\?/],
  ],
  'server.fileHistoryMark': [
    [[], /fileHistoryMark: file must be the path/],
    [[7], /fileHistoryMark: file must be the path/],
  ],
  'operator.readSettlementCsv': [
    [[], /input must be a readable stream/],
    [['a.csv'], /input must be a readable stream/],
  ],
  'operator.walletRecords': [
    [[], /gateway must be a client/],
    [[{ walletHistory: 1 }, { wallet: 7 }], /walletId/],
    [[{ walletHistory: 1 }, { walletId: 7, from: 'May', to: 0 }], /from must be a Date/],
  ],
  'embedded.embeddedStore': [
    [[7], /embeddedStore/],
    [[{ files: 'x' }], /did you mean file\?/],
  ],
  'postgres.postgresStore': [
    [[], /postgresStore/],
    [[{}], /pool/],
    [[{ pool: {} }], /pool/],
  ],
};

/** `memoryStore` has no argument. `rawResponseOf` accepts any value, and returns undefined for one that is no result. */
const others: ReadonlySet<string> = new Set(['memory.memoryStore', 'client.rawResponseOf']);

const isFunction = (value: unknown): value is Exported =>
  typeof value === 'function' && !Function.prototype.toString.call(value).startsWith('class ');

const functions = new Map<string, Exported>(
  Object.entries(entries).flatMap(([entry, members]) =>
    Object.entries(members).flatMap(([name, value]: [string, unknown]) =>
      isFunction(value) ? [[`${entry}.${name}`, value] as const] : [],
    ),
  ),
);

/** Calls a function as JavaScript without types does, and returns its error. */
async function findError(name: string, values: readonly unknown[]): Promise<unknown> {
  try {
    const result = await functions.get(name)?.(...values);
    if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result)
      await (result as AsyncGenerator)[Symbol.asyncIterator]().next();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('arguments of a wrong type', () => {
  const cases = Object.entries(wrongCalls).flatMap(([name, calls]) =>
    calls.map(([values, message]) => ({ name, values, message })),
  );

  it.each(cases)('$name($values) names the argument', async ({ name, values, message }) => {
    const error = await findError(name, values);
    expect(error).toBeInstanceOf(client.PgwError);
    expect((error as Error).message).toMatch(message);
  });

  it('each exported function is in the table', () => {
    expect(new Set([...Object.keys(wrongCalls), ...others])).toEqual(new Set(functions.keys()));
  });
});
