import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { Agent } from 'undici';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dispatcherTransport, fetchTransport, type Transport } from '../../src/index.ts';
import { anyStep, closings, createStepRunner, startClosingGateway, type Step } from '../closing-gateway.ts';
import { createClient, credentials, pay, query } from '../test-client.ts';

test('in any sequence of closed connections, an unknown payment was written once, and no other payment fails', async () => {
  const run = createStepRunner();
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 25, maxLength: 25 }), async (steps) => {
      await run(steps);
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

test.each(
  closings.filter(
    (closing) => closing !== 'reset at the first byte' && closing !== 'close after the request',
  ),
)(
  'payments and queries succeed on a gateway that closes connections before their reuse: %s',
  async (closing) => {
    const run = createStepRunner();
    const step: Step = { operation: 'pay', closing, closeAfterMs: 0, nextAfterMs: 5 };
    expect(await run(Array.from({ length: 8 }, () => step))).toEqual({ requests: 8, unknown: 0 });
  },
);

test('a payment on a kept connection that was reset after a written byte is unknown, and is not repeated', async () => {
  for (const closing of ['reset at the first byte', 'close after the request'] as const) {
    const run = createStepRunner();
    const step: Step = { operation: 'pay', closing, closeAfterMs: 0, nextAfterMs: 1 };
    expect(await run([step, step])).toEqual({ requests: 2, unknown: 1 });
  }
});

test('a query and a login on a kept connection that was reset are repeated once on a new connection', async () => {
  const gateway = await startClosingGateway(() => ({ closing: 'reset at the first byte', closeAfterMs: 0 }));
  const client = createClient(gateway.url, { credentials });
  await query(client);
  await setImmediate();
  await query(client);
  // The login is on the first connection, and each query is repeated on a new one.
  expect(gateway.countConnections()).toBe(3);
});

test('a query on a new connection that is lost is not repeated by the rule of kept connections', async () => {
  const gateway = await startClosingGateway(() => ({ closing: 'close after the request', closeAfterMs: 0 }));
  const client = createClient(gateway.url);
  await query(client);
  expect(gateway.countConnections()).toBe(1);
  await setImmediate();
  await query(client);
  expect(gateway.countConnections()).toBe(2);
});

/** Opens a connection, lets the clock of the machine advance, and returns the connections after the next call. */
async function countConnectionsAfter(
  idleMs: number,
  {
    announced,
    call,
    ...options
  }: { announced?: number; keepAliveMs?: number; transport?: Transport; call: typeof pay | typeof query },
): Promise<number> {
  const gateway = await startClosingGateway(() => ({ closing: 'never', closeAfterMs: 0 }), announced);
  const client = createClient(gateway.url, options);
  await pay(client);
  // undici has then returned the connection to the pool.
  await setImmediate();
  const { now } = Date;
  const idleSince = now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => idleSince + idleMs);
  onTestFinished(() => clock.mockRestore());
  await call(client);
  clock.mockRestore();
  return gateway.countConnections();
}

test.each([
  [{}, 4_000],
  [{ announced: 5 }, 4_000],
  [{ announced: 3 }, 2_000],
  [{ announced: 60 }, 59_000],
  [{ keepAliveMs: 20_000 }, 19_000],
  [{ announced: 60, keepAliveMs: 10_000 }, 9_000],
  [{ announced: 5, keepAliveMs: 75_000 }, 4_000],
])(
  'with the keep-alive time %j, a payment uses a connection that was idle for less than %d ms',
  async (options, limitMs) => {
    // The response arrives at most some milliseconds before the clock is read.
    expect(await countConnectionsAfter(limitMs - 200, { ...options, call: pay })).toBe(1);
    expect(await countConnectionsAfter(limitMs, { ...options, call: pay })).toBe(2);
  },
);

test('a payment uses a new connection after the clock of the machine was set back', async () => {
  expect(await countConnectionsAfter(-60_000, { call: pay })).toBe(2);
});

test('a query uses a connection that undici has not closed yet, because it can be repeated', async () => {
  expect(await countConnectionsAfter(10_000, { call: query })).toBe(1);
});

test('a payment uses a connection of a dispatcher or of fetch that was idle for too long', async () => {
  const agent = new Agent({ keepAliveTimeout: 60_000 });
  onTestFinished(() => agent.close());
  for (const transport of [dispatcherTransport(agent), fetchTransport(fetch)])
    expect(await countConnectionsAfter(10_000, { keepAliveMs: 3_000, transport, call: pay })).toBe(1);
});
