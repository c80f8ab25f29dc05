import { sign } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { openShop } from './merchant.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;

async function channels({ merchant }: Shop, accept: string, signature?: string): Promise<[string, unknown]> {
  const url = merchant.url('getChannels');
  const signed = signature ?? sign(url, {}, merchant.tenant.secretKey);
  const response = await fetch(url, { headers: merchant.headers({ accept, 'cap-signature': signed }) });
  return [response.headers.get('content-type') ?? '', JSON.parse(await response.text())];
}

it.each([
  ['application/json', 'application/json'],
  ['text/json', 'text/json'],
  ['text/plain', 'text/plain'],
  ['text/plain, application/json;q=0.5', 'text/plain'],
  ['application/json, text/plain, */*', 'application/json'],
  ['*/*', 'application/json'],
  ['image/png', 'application/json'],
])('a request with Accept: %s gets %s with JSON text', async (accept, type) => {
  await using shop = await openShop();
  expect(await channels(shop, accept)).toStrictEqual([
    `${type}; charset=utf-8`,
    expect.objectContaining({ result: expect.any(Array) }),
  ]);
});

it('a refusal also has the accepted content type', async () => {
  await using shop = await openShop();
  const [type, body] = await channels(shop, 'text/plain', 'wrong');
  expect(type).toBe('text/plain; charset=utf-8');
  expect(body).toMatchObject({ result: { code: 1 } });
});
