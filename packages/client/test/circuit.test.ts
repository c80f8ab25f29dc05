import { expect, test, vi } from 'vitest';
import type { GatewayClient, GatewayClientOptions } from '../src/index.ts';
import { checkoutResult, createFaultBody, loginResult, order, paymentRecord } from './example-data.ts';
import {
  findUnusedUrl,
  sendJson,
  startGateway,
  type StubGateway,
  type RequestHandler,
} from './stub-gateway.ts';
import { createClient, credentials, query, getRejection } from './test-client.ts';

const transactionNumber = 'T-0001';
/** With this interval, no probe is sent during a test. */
const noProbe = { probeIntervalMs: 60_000 };

/** Starts a gateway with a handler that the test can replace. */
async function startSwitchableGateway(
  initialHandler: RequestHandler,
): Promise<{ gateway: StubGateway; setHandler: (respond: RequestHandler) => void }> {
  let respond = initialHandler;
  const gateway = await startGateway((request, response) => respond(request, response));
  return { gateway, setHandler: (next) => (respond = next) };
}

const unavailable: RequestHandler = (_request, response) => sendJson(response, {}, 503);
const available: RequestHandler = ({ method, query: parameters }, response) => {
  if (parameters.get('TransactionNumber') === '0')
    sendJson(response, createFaultBody(2010, 'Transaction Not Found'), 400);
  else sendJson(response, method === 'POST' ? { result: checkoutResult } : paymentRecord);
};

async function failQueries(client: GatewayClient, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await getRejection(query(client));
}

/** Resolves when the circuit is in a state. */
function whenCircuitIs(client: GatewayClient, state: 'open' | 'closed'): Promise<void> {
  return new Promise((resolve) => {
    if (client.circuit.state === state) return resolve();
    const remove = client.circuit.onChange((changed) => {
      if (changed !== state) return;
      remove();
      resolve();
    });
  });
}

test('an open circuit rejects every operation immediately, without a request', async () => {
  const { gateway } = await startSwitchableGateway(unavailable);
  const client = createClient(gateway.url, { circuit: noProbe });
  await failQueries(client, 5);
  expect(client.circuit.state).toBe('open');
  expect(await getRejection(query(client))).toMatchObject({
    code: 'gateway-unreachable',
    retryable: true,
    retryAfterMs: expect.any(Number),
    message: expect.stringMatching(/was not sent: the gateway has not responded since 20/),
  });
  expect(gateway.requests).toHaveLength(5);
});

test('with an open circuit, the outcome of every operation that moves money is not-sent', async () => {
  const { gateway } = await startSwitchableGateway(unavailable);
  const client = createClient(gateway.url, { circuit: noProbe });
  await failQueries(client, 5);
  const outcomes = [
    await client.attempt.requestPayment(order),
    await client.attempt.processPayment({ transactionNumber, amount: 1 }),
    await client.attempt.refundPayment({ transactionNumber, reason: 'broken' }),
  ];
  expect(outcomes.map(({ kind }) => kind)).toEqual(['not-sent', 'not-sent', 'not-sent']);
  expect(gateway.requests).toHaveLength(5);
});

test('an open circuit closes after a probe with a response, and requests are sent again', async () => {
  const { gateway, setHandler } = await startSwitchableGateway(unavailable);
  const client = createClient(gateway.url, { circuit: { probeIntervalMs: 5 } });
  await failQueries(client, 5);
  setHandler(available);
  await whenCircuitIs(client, 'closed');
  expect(await query(client)).toEqual(paymentRecord);
  const probes = gateway.requests.filter(({ query: sent }) => sent.get('TransactionNumber') === '0');
  expect(probes.length).toBeGreaterThan(0);
});

test('a probe that needs a login closes the circuit', async () => {
  const { gateway, setHandler } = await startSwitchableGateway(unavailable);
  const client = createClient(gateway.url, { credentials, circuit: { probeIntervalMs: 5 } });
  await failQueries(client, 5);
  expect(client.circuit.state).toBe('open');
  setHandler((request, response) => {
    if (request.path.endsWith('/Authenticate')) sendJson(response, loginResult);
    else available(request, response);
  });
  await whenCircuitIs(client, 'closed');
  expect(await query(client)).toEqual(paymentRecord);
});

const opensAfterTwoFailures: Partial<GatewayClientOptions> = { circuit: { failures: 2, ...noProbe } };

test.each<[string, RequestHandler, Partial<GatewayClientOptions>]>([
  ['HTTP 503', unavailable, {}],
  [
    'HTTP 500 without a documented fault',
    (_request, response) => sendJson(response, createFaultBody(0, 'Oops'), 500),
    {},
  ],
  ['HTTP 429', (_request, response) => sendJson(response, {}, 429), {}],
  ['a lost connection', (_request, response) => void response.destroy(), {}],
  ['a timeout', () => undefined, { timeoutMs: 50 }],
])('the circuit counts %s as a failure', async (_name, respond, options) => {
  const { gateway } = await startSwitchableGateway(respond);
  const client = createClient(gateway.url, { ...opensAfterTwoFailures, ...options });
  await failQueries(client, 2);
  expect(client.circuit.state).toBe('open');
});

test('the circuit counts a refused connection as a failure', async () => {
  const client = createClient(await findUnusedUrl(), opensAfterTwoFailures);
  await failQueries(client, 2);
  expect(client.circuit.state).toBe('open');
});

test.each<[string, RequestHandler]>([
  [
    'a fault',
    (_request, response) => sendJson(response, createFaultBody(2010, 'Transaction Not Found'), 400),
  ],
  [
    'a documented fault with HTTP 500',
    (_request, response) => sendJson(response, createFaultBody(2010, 'Transaction Not Found'), 500),
  ],
  ['a refused token', (_request, response) => sendJson(response, {}, 401)],
  ['a body that is not JSON', (_request, response) => void response.end('<html>')],
])('the circuit does not count %s as a failure', async (_name, respond) => {
  const { gateway } = await startSwitchableGateway(respond);
  const client = createClient(gateway.url, opensAfterTwoFailures);
  await failQueries(client, 4);
  expect(client.circuit.state).toBe('closed');
});

test('the circuit does not count a call as a failure when the caller aborted it', async () => {
  const abortController = new AbortController();
  let requests = 0;
  const { gateway } = await startSwitchableGateway(() => {
    requests += 1;
    if (requests === 4) abortController.abort();
  });
  const client = createClient(gateway.url, opensAfterTwoFailures);
  const calls = Array.from({ length: 4 }, () =>
    getRejection(query(client, { signal: abortController.signal })),
  );
  await Promise.all(calls);
  expect(client.circuit.state).toBe('closed');
});

test('a query is not retried while the circuit is open', async () => {
  const { gateway } = await startSwitchableGateway(unavailable);
  const client = createClient(gateway.url, {
    readAttempts: 10,
    random: () => 0,
    circuit: { failures: 3, ...noProbe },
  });
  await getRejection(query(client));
  expect(gateway.requests).toHaveLength(3);
});

test('a client sends no probe after it was closed', async () => {
  const { gateway } = await startSwitchableGateway(unavailable);
  const circuit = { failures: 1, probeIntervalMs: 1 };
  const closedClient = createClient(gateway.url, { merchantId: 'closed', circuit });
  await getRejection(query(closedClient));
  const openClient = createClient(gateway.url, { merchantId: 'open', circuit });
  await getRejection(query(openClient));
  await closedClient.close();
  const countRequestsOf = (merchant: string): number =>
    gateway.requests.filter(({ headers }) => headers['abp-tenantid'] === merchant).length;
  const before = { closed: countRequestsOf('closed'), open: countRequestsOf('open') };
  await vi.waitUntil(() => countRequestsOf('open') >= before.open + 3, 45_000);
  expect(countRequestsOf('closed')).toBe(before.closed);
});
