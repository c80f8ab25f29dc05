import { expect, onTestFinished, test } from 'vitest';
import { createGatewayGroup, type GatewayClient, type GatewayClientOptions } from '../src/index.ts';
import { paymentRecord } from './example-data.ts';
import { sendJson, startGateway, type RequestHandler } from './stub-gateway.ts';
import { query, secret, token } from './test-client.ts';

const merchants: readonly string[] = ['1001', '1002'];

/** Starts a gateway that responds to the merchant with the token `bad` by `respond`, and to the others with a record. */
async function startGroup(respond: RequestHandler, options: Partial<GatewayClientOptions> = {}) {
  const ports = new Set<number | undefined>();
  const gateway = await startGateway((request, response) => {
    ports.add(response.socket?.remotePort);
    if (request.headers.authorization?.includes('bad')) respond(request, response);
    else sendJson(response, { result: paymentRecord });
  });
  const circuits: string[] = [];
  const group = createGatewayGroup((origin) => void circuits.push(origin));
  onTestFinished(() => group.close());
  const [good, bad] = merchants.map((merchantId) =>
    group.createClient({
      baseUrl: gateway.url,
      merchantId,
      secretKey: secret,
      credentials: merchantId === '1001' ? token : 'bad-token',
      readAttempts: 1,
      circuit: { failures: 2, probeIntervalMs: 10 },
      ...options,
    }),
  ) as [GatewayClient, GatewayClient];
  return { good, bad, circuits, url: gateway.url, countConnections: () => ports.size };
}

test('clients of one origin share its connections and its circuit', async () => {
  const { good, bad, circuits, url, countConnections } = await startGroup((_request, response) =>
    sendJson(response, { result: paymentRecord }),
  );
  await query(good);
  await query(bad);
  const count = countConnections();
  expect(circuits).toEqual([url]);
  expect(bad.circuit).toBe(good.circuit);
  await bad.close();
  await query(good);
  expect(countConnections()).toBe(count);
});

test.each([401, 403, 429])('HTTP %i of one merchant opens the circuit of no other', async (status) => {
  const { good, bad } = await startGroup((_request, response) => sendJson(response, {}, status));
  for (let call = 0; call < 3; call += 1) await expect(query(bad)).rejects.toThrow();
  expect(good.circuit.state).toBe('closed');
  await query(good);
});

test('a merchant with wrong credentials does not keep the circuit open', async () => {
  const { good, bad } = await startGroup((_request, response) => sendJson(response, {}, 503));
  for (let call = 0; call < 2; call += 1) await expect(query(bad)).rejects.toThrow();
  expect(good.circuit.state).toBe('open');
  await expect.poll(() => good.circuit.state).toBe('closed');
  await query(good);
});
