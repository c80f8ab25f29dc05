import { hmac } from '@pgw/protocol/internal';
import { expect, test } from 'vitest';
import type { Exchange } from '../src/index.ts';
import { checkoutResult, order } from './example-data.ts';
import { startFixedGateway, startGateway } from './stub-gateway.ts';
import { createClient, secret } from './test-client.ts';

const startCheckoutGateway = () => startFixedGateway({ result: checkoutResult });

test('onExchange receives the signed message', async () => {
  const gateway = await startCheckoutGateway();
  const exchanges: Exchange[] = [];
  const onExchange = (exchange: Exchange): void => void exchanges.push(exchange);
  await createClient(gateway.url, { onExchange }).requestPayment(order);
  const url = `${gateway.url}/api/services/app/PaymentGateway/RequestPayment`;
  expect(exchanges).toEqual([
    {
      endpoint: 'requestPayment',
      url,
      signedMessage: expect.stringContaining('"referencecode":"ord-2026/0001"'),
      httpStatus: 200,
      durationMs: expect.any(Number),
      outcome: 'done',
    },
  ]);
  const signature = hmac(exchanges[0]?.signedMessage ?? '', secret);
  expect(gateway.requests[0]?.headers['cap-signature']).toBe(signature);
});

test('onExchange receives a request without a response', async () => {
  const exchanges: Exchange[] = [];
  const gateway = await startGateway((_request, response) => void response.destroy());
  const client = createClient(gateway.url, { onExchange: (exchange) => exchanges.push(exchange) });
  await client.getChannels().catch(() => undefined);
  expect(exchanges).toMatchObject([{ httpStatus: undefined, outcome: 'gateway-unreachable' }]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('hook failed');
    },
  ],
  ['rejects', () => Promise.reject(new Error('hook failed'))],
])('a call succeeds when its onExchange %s', async (_name, onExchange) => {
  const gateway = await startCheckoutGateway();
  expect(await createClient(gateway.url, { onExchange }).requestPayment(order)).toEqual(checkoutResult);
});
