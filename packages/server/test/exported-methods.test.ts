import { createGatewayClient, PgwError, type GatewayClient } from '@pgw/client';
import { createSandbox, type TestSandbox } from '@pgw/sandbox/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as express from '../src/adapters/express/index.ts';
import * as fastify from '../src/adapters/fastify/index.ts';
import * as node from '../src/adapters/node/index.ts';
import * as web from '../src/adapters/web/index.ts';
import * as server from '../src/index.ts';
import { memoryStore } from '../src/stores/memory.ts';

let sandbox: TestSandbox;
let gateway: GatewayClient;
const objects = new Map<string, object>();
const checkouts: Pick<server.Checkout<never>, 'close'>[] = [];

beforeAll(async () => {
  sandbox = await createSandbox();
  gateway = createGatewayClient(sandbox.clientOptions);
  for (const wallet of sandbox.listWallets()) expect(wallet.id).toBeGreaterThan(0);
  objects.set('sandbox', sandbox).set('client', gateway).set('client.attempt', gateway.attempt);
  // The methods of the circuit belong to its class.
  objects.set('client.circuit', {
    retryAfterMs: () => gateway.circuit.retryAfterMs(),
    onChange: (listener: () => void) => gateway.circuit.onChange(listener),
  });
  const createOptions = () => ({
    gateway,
    publicUrl: 'http://127.0.0.1:3000',
    merchant: 'Rimba Coffee',
    store: memoryStore(),
    sweepIntervalMs: 0,
    resolveOrder: () => undefined,
    onPaid: () => undefined,
    onEvent: () => undefined,
  });
  const clientAddress = { trustedProxies: 1 };
  const created = {
    server: server.createCheckout(createOptions()),
    node: node.createCheckout(createOptions()),
    express: express.createCheckout(createOptions()),
    fastify: fastify.createCheckout(createOptions()),
    web: web.createCheckout({ ...createOptions(), clientAddress }),
  };
  for (const [name, checkout] of Object.entries(created)) {
    checkouts.push(checkout);
    objects.set(name, checkout);
    if ('visitorChecks' in checkout) objects.set(`${name}.visitorChecks`, checkout.visitorChecks);
  }
});

afterAll(async () => {
  for (const checkout of checkouts) await checkout.close();
  await gateway.close();
  await sandbox.close();
});

type Calls = readonly (readonly [values: readonly unknown[], message: RegExp])[];

const number = '2005ABCDEF';
const adapters = ['node', 'express', 'fastify', 'web'];
const native = /request must be the object that the server framework passes|req must be the object/;

/** Wrong arguments of each method, and what the error names. */
const wrongCalls: Readonly<Record<string, Calls>> = {
  'sandbox.findPayment': [[[undefined], /sandbox\.findPayment: numberOrReference/]],
  'sandbox.findSession': [[[7], /sessionNumber/]],
  'sandbox.listPayments': [[['all'], /sandbox\.listPayments: limit/]],
  'sandbox.listCallbacks': [[[7], /transactionNumber/]],
  'sandbox.settlementFile': [
    [[{ from: 'May', to: 0 }], /from must be a Date/],
    [[{ form: 0, to: 0 }], /did you mean from\?/],
  ],
  'sandbox.decide': [
    [[number, 'approved'], /outcome/],
    [[number, 'approve', { calback: 'late' }], /did you mean callback\?/],
  ],
  'sandbox.changeStatus': [[[number, '1'], /status/]],
  'sandbox.capturePayment': [[[number, { ammount: 5 }], /did you mean amount\?/]],
  'sandbox.endAuthorization': [[[number, 'voided'], /end/]],
  'sandbox.findRefund': [[[], /refundNumber/]],
  'sandbox.listRefunds': [[[7], /transactionNumber/]],
  'sandbox.decideRefund': [[['1', 'done'], /status/]],
  'sandbox.refundPayment': [
    [[number, { amount: '5' }], /amount/],
    [[number, null], /refundPayment/],
  ],
  'sandbox.findPayout': [[[{}], /transactionNumber/]],
  'sandbox.listPayouts': [[[-1], /limit/]],
  'sandbox.decidePayout': [[['1', 'accept'], /outcome/]],
  'sandbox.listWallets': [[[7], /tenantId/]],
  'sandbox.walletHistory': [[['1'], /walletId/]],
  'sandbox.topUp': [[[3001, 1.5], /amount/]],
  'sandbox.addWalletEntry': [[[3001], /entry/]],
  'sandbox.setWalletStatus': [[[3001, 'closed'], /status/]],
  'sandbox.openWallet': [[[{ walletType: 2, currency: 'SGD', balance: 1 }], /currencyCode/]],
  'sandbox.listActivities': [
    [[7], /listActivities/],
    [[{ kinds: 'request' }], /did you mean kind\?/],
  ],
  'sandbox.advanceClock': [[[-1], /sandbox\.advanceClock: ms/]],
  'sandbox.advance': [[['tomorrow'], /advance\('tomorrow'\)/]],
  'sandbox.scenario': [
    [['callback-latte'], /callback-latte/],
    [['callback-late', { delayMS: 1 }], /did you mean delayMs\?/],
  ],
  'sandbox.dropCallbacks': [[[30], /dropCallbacks\(30\)/]],
  'sandbox.cutAt': [
    [[0], /cutAt\(0\)/],
    [[1, { endpiont: 'payout' }], /did you mean endpoint\?/],
  ],
  'sandbox.startPayment': [[[{ checkout: 'http://127.0.0.1/pgw', orderId: 'A1' }], /order must be/]],
  'sandbox.payAs': [
    [['approved'], /payAs/],
    [['paid', { paymnet: 'P' }], /did you mean payment\?/],
  ],
  'sandbox.merchant': [[['10O1'], /the sandbox has the merchants/]],
  'sandbox.card': [[['aproved'], /card/]],
  ...Object.fromEntries(
    ['requestPayment', 'queryPayment', 'initialSession', 'getProviderChannels', 'getPayoutBanks', 'payout']
      .concat(['processPayment', 'refundPayment', 'queryRefund', 'inquiryWallet', 'queryWalletHistory'])
      .map((name) => [`client.${name}`, [[[], new RegExp(`^${name}: `)]] as const]),
  ),
  'client.getChannels': [
    [[null], /getChannels: options/],
    [[{ timeout: 5 }], /did you mean timeoutMs\?/],
    [[{ signal: 'now' }], /options\.signal must be an AbortSignal/],
  ],
  'client.walletHistory': [[[], /walletId|queryWalletHistory/]],
  'client.verifyCallback': [
    [[], /verifyCallback: callback/],
    [[{ rawBody: '{}', signature: 'x' }, 'https://shop.example'], /callback\.rawBody must be the unchanged/],
    [[{ rawBody: new Uint8Array() }, undefined], /callbackUrl/],
  ],
  'client.deriveKey': [[[undefined], /client\.deriveKey: purpose/]],
  'client.derivePreviousKeys': [[[7], /purpose/]],
  'client.circuit.onChange': [[['open'], /circuit\.onChange: listener must be a function/]],
  ...Object.fromEntries(
    ['server', ...adapters].flatMap((name) => [
      [`${name}.dispatch`, [[[{}], /checkout\.dispatch: request must have the members/]] as const],
      [
        `${name}.snippet`,
        [
          [[], /checkout\.snippet/],
          [[{ order: 7 }], /order/],
          [[{ order: 'A1', req: {}, chanel: 2 }], /did you mean channel\?/],
        ] as const,
      ],
      [`${name}.contentSecurityPolicy`, [[[], /contentSecurityPolicy: nonce/]] as const],
      [`${name}.close`, [[['soon'], /checkout\.close: timeoutMs/]] as const],
    ]),
  ),
  'node.handle': [
    [[{}], native],
    [[{ headers: {}, socket: {} }, {}], /response must be the object/],
  ],
  'web.handler': [[['https://shop.example/pgw'], native]],
  'fastify.plugin': [[[{}], /app must be the object/]],
  ...Object.fromEntries(adapters.map((name) => [`${name}.mount`, [[[{}], /part must be an object/]]])),
  ...Object.fromEntries(
    adapters.flatMap((name) => [
      [
        `${name}.visitorChecks.newOrder`,
        [
          [[], native],
          [[{}, { vistor: 'v' }], /did you mean visitor\?/],
        ] as const,
      ],
      [`${name}.visitorChecks.foundOrder`, [[[{}, null], native]] as const],
      [`${name}.visitorChecks.createFormToken`, [[[], /createFormToken: visitor/]] as const],
      [
        `${name}.visitorChecks.createFormTokenOf`,
        [
          [[], /createFormTokenOf: visitor/],
          [['v', { account: 'acme' }], /account is unknown: this checkout has one account/],
        ] as const,
      ],
    ]),
  ),
};

/** Methods without an argument, methods with an outcome for every argument, and the router, whose arguments Express checks. */
const others = [
  ...['now', 'reset', 'waitForCallbacks', 'close', 'clearScenarios', 'expireTokens'].map(
    (name) => `sandbox.${name}`,
  ),
  ...['listAccounts', 'listPaymentTotals', 'listPayoutTotals'].map((name) => `sandbox.${name}`),
  ...['close', 'verifiedCallbacks', 'circuit.retryAfterMs'].map((name) => `client.${name}`),
  ...['requestPayment', 'initialSession', 'payout', 'processPayment', 'refundPayment'].map(
    (name) => `client.attempt.${name}`,
  ),
  ...['server', ...adapters].flatMap((name) =>
    ['sweep', 'runHourlyTasks', 'health'].map((method) => `${name}.${method}`),
  ),
  'express.router',
];

const find = (path: string): unknown => {
  const at = path.lastIndexOf('.');
  return Reflect.get(objects.get(path.slice(0, at)) ?? {}, path.slice(at + 1));
};

/** Calls a method as JavaScript without types does, and returns its error. */
async function findError(path: string, values: readonly unknown[]): Promise<unknown> {
  try {
    // Only functions are listed.
    const result = (find(path) as (...given: readonly unknown[]) => unknown)(...values);
    if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result)
      await (result as AsyncGenerator)[Symbol.asyncIterator]().next();
    else await result;
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('arguments of a wrong type', () => {
  const cases = Object.entries(wrongCalls).flatMap(([path, calls]) =>
    calls.map(([values, message]) => ({ path, values, message })),
  );

  it.each(cases)('$path($values) names the argument', async ({ path, values, message }) => {
    const error = await findError(path, values);
    expect(error).toBeInstanceOf(PgwError);
    expect((error as Error).message).toMatch(message);
  });

  it('each method is in the table', () => {
    const methods = [...objects].flatMap(([name, object]) =>
      Object.entries(object).flatMap(([method, value]) =>
        typeof value === 'function' ? [`${name}.${method}`] : [],
      ),
    );
    expect(new Set([...Object.keys(wrongCalls), ...others])).toEqual(new Set(methods));
  });

  const anyValues = [undefined, null, 0, -1, 1.5, Number.NaN, 5n, true, '', 'x', Symbol('s')].concat([
    {},
    { zz: 1 },
    [],
    [7],
    new Date(0),
    () => 1,
  ] as never[]);

  it.each(Object.keys(wrongCalls))('%s never fails with an error of JavaScript', async (path) => {
    for (const value of anyValues)
      for (const values of [[value], [number, value], [{}, value], [number, 1, value]]) {
        if (path.endsWith('.close')) continue;
        const error = await findError(path, values);
        expect(error === undefined || error instanceof PgwError, `${path}: ${String(error)}`).toBe(true);
      }
  });

  it.each(others.filter((path) => path.startsWith('client.attempt.')))(
    '%s resolves with an outcome for every argument',
    async (path) => {
      for (const value of anyValues) {
        expect(await findError(path, [value])).toBeUndefined();
        expect(await findError(path, [{}, value])).toBeUndefined();
      }
    },
  );
});
