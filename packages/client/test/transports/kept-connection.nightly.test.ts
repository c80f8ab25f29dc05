import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyStep, createStepRunner, startClosingGateway } from '../closing-gateway.ts';
import { createClient, pay } from '../test-client.ts';

test('10,000 requests to a gateway that closes its connections: an unknown payment was written once, and no other payment fails', async () => {
  const run = createStepRunner();
  let requestCount = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 100, maxLength: 100 }), async (steps) => {
      requestCount += (await run(steps)).requests;
    }),
    { numRuns: 100, endOnFailure: true },
  );
  expect(requestCount).toBe(10_000);
});

test('no payment is lost when a gateway closes idle connections at the end of its keep-alive time', async () => {
  const keepAliveSeconds = 3;
  const gateway = await startClosingGateway(
    () => ({ closing: 'reset later', closeAfterMs: keepAliveSeconds * 1000 }),
    keepAliveSeconds,
  );
  const clients = Array.from({ length: 200 }, () => createClient(gateway.url));
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(
      clients.map(async (client, index) => {
        await pay(client);
        await new Promise((resolve) => setTimeout(resolve, keepAliveSeconds * 1000 - 100 + index));
        await pay(client);
      }),
    );
  }
});
