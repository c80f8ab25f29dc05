import { expect, test } from 'vitest';
import { rawResponseOf } from '../../src/index.ts';
import { checkoutResult, order } from '../example-data.ts';
import { startFixedGateway } from '../stub-gateway.ts';
import { createClient } from '../test-client.ts';

test('the raw response of a result has the received status and body', async () => {
  const body = { result: { ...checkoutResult, newField: [1] }, success: true, __abp: true };
  const gateway = await startFixedGateway(body, 201);
  const response = await createClient(gateway.url).requestPayment(order);
  expect(rawResponseOf(response)).toEqual({ httpStatus: 201, body: JSON.stringify(body) });
  expect(Object.keys(response)).toEqual([...Object.keys(checkoutResult), 'newField']);
});

test('a list has a raw response', async () => {
  const gateway = await startFixedGateway([]);
  expect(rawResponseOf(await createClient(gateway.url).getChannels())?.body).toBe('[]');
});

test('a copy of a result has no raw response', async () => {
  const gateway = await startFixedGateway([]);
  const channels = await createClient(gateway.url).getChannels();
  expect(rawResponseOf([...channels])).toBeUndefined();
});
