import { Pool } from 'undici';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dispatcherTransport } from '../../src/index.ts';
import { createDefaultTransport, pooledTransport } from '../../src/transports/pooled-transport.ts';
import { paymentRecord } from '../example-data.ts';
import { startFixedGateway } from '../stub-gateway.ts';
import { createClient, getRejection, pay, query } from '../test-client.ts';

test('the default transport is the global fetch in Bun, and a pool of undici in Node', async () => {
  const gateway = await startFixedGateway(paymentRecord);
  const fetchSpy = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetchSpy.mockRestore());
  for (const [versions, fetchCount] of [
    [{ node: '24.3.0' }, 0],
    [{ node: '24.3.0', bun: '1.4.5' }, 1],
  ] as const) {
    const client = createClient(gateway.url, {
      transport: createDefaultTransport(gateway.url, {}, versions),
    });
    expect(await query(client)).toEqual(paymentRecord);
    expect(fetchSpy).toHaveBeenCalledTimes(fetchCount);
    await client.close();
  }
});

test('a payment is not sent when undici cannot be loaded, and the error names the cause and fetchTransport', async () => {
  const gateway = await startFixedGateway(paymentRecord);
  // As in Bun's module `undici`.
  Object.defineProperty(Pool.prototype, 'dispatch', { value: undefined, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(Pool.prototype, 'dispatch'));
  const client = createClient(gateway.url, { transport: pooledTransport(gateway.url) });
  const error = await getRejection(pay(client));
  expect(error).toMatchObject({
    code: 'gateway-unreachable',
    message: expect.stringMatching(
      /the module undici has no pool.* use the option transport: fetchTransport\(fetch\)/,
    ),
  });
  await client.close();
});

test('an object without the method dispatch is refused as a dispatcher', () => {
  // Bun's module `undici` has classes without this method.
  const agent = {} as Parameters<typeof dispatcherTransport>[0];
  expect(() => dispatcherTransport(agent)).toThrow('fetchTransport(fetch)');
});
