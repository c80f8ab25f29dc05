import { sign } from '@pgw/protocol';
import { invalidSignatureCode } from '@pgw/protocol/internal';
import { expect, it } from 'vitest';
import { startSandboxWithMerchant } from '../merchant.ts';

type Setup = Awaited<ReturnType<typeof startSandboxWithMerchant>>;

/** Requests the channels. With `signature`, sends this text instead of the valid signature. */
async function fetchChannels(
  { merchant }: Setup,
  { accept, signature }: { accept: string; signature?: string },
): Promise<{ contentType: string | null; body: unknown }> {
  const url = merchant.toUrl('getChannels');
  const response = await fetch(url, {
    headers: merchant.createHeaders({
      accept,
      'cap-signature': signature ?? sign(url, {}, merchant.tenant.secretKey),
    }),
  });
  return { contentType: response.headers.get('content-type'), body: await response.json() };
}

it.each([
  ['application/json', 'application/json'],
  ['text/json', 'text/json'],
  ['text/plain', 'text/plain'],
  ['text/plain, application/json;q=0.5', 'text/plain'],
  ['application/json, text/plain, */*', 'application/json'],
  ['*/*', 'application/json'],
  ['image/png', 'application/json'],
])(
  'the response to a request with Accept: %s has the content type %s and a JSON body',
  async (accept, type) => {
    await using setup = await startSandboxWithMerchant();
    const { contentType, body } = await fetchChannels(setup, { accept });
    expect(contentType).toBe(`${type}; charset=utf-8`);
    expect(body).toMatchObject({ result: expect.any(Array) });
  },
);

it('a refusal has the content type that the request accepts', async () => {
  await using setup = await startSandboxWithMerchant();
  const { contentType, body } = await fetchChannels(setup, { accept: 'text/plain', signature: 'wrong' });
  expect(contentType).toBe('text/plain; charset=utf-8');
  expect(body).toMatchObject({ result: { code: invalidSignatureCode } });
});
