import { sign } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { startSandboxWithMerchant } from './merchant.ts';

type Setup = Awaited<ReturnType<typeof startSandboxWithMerchant>>;

async function fetchChannels(
  { merchant }: Setup,
  accept: string,
  signature?: string,
): Promise<[string, unknown]> {
  const url = merchant.toUrl('getChannels');
  const usedSignature = signature ?? sign(url, {}, merchant.tenant.secretKey);
  const response = await fetch(url, {
    headers: merchant.createHeaders({ accept, 'cap-signature': usedSignature }),
  });
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
  await using setup = await startSandboxWithMerchant();
  expect(await fetchChannels(setup, accept)).toStrictEqual([
    `${type}; charset=utf-8`,
    expect.objectContaining({ result: expect.any(Array) }),
  ]);
});

it('a refusal has the content type that the request accepts', async () => {
  await using setup = await startSandboxWithMerchant();
  const [type, body] = await fetchChannels(setup, 'text/plain', 'wrong');
  expect(type).toBe('text/plain; charset=utf-8');
  expect(body).toMatchObject({ result: { code: 1 } });
});
