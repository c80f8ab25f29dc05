import { canonicalJson, sign, type EndpointName, type JsonValue } from '@pgw/protocol';
import { describe, expect, it } from 'vitest';
import { defaultTenant, type SandboxOptions, type Tenant } from '../src/index.ts';
import { openShop, payment, payout } from './merchant.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;
type Data = Record<string, string | number>;

const other: Tenant = { ...defaultTenant, id: '2002', name: 'Kedai Lain', secretKey: 'another-key' };
const tenants = [defaultTenant, other];

/** Sends a signed request with only these headers and the content type. Returns its status and code. */
async function send(
  { merchant }: Shop,
  name: EndpointName,
  { data, headers }: { data: Record<string, JsonValue>; headers: Record<string, string> },
): Promise<readonly [number, number | undefined]> {
  const url = merchant.url(name);
  const signature = sign(url, data, defaultTenant.secretKey);
  const signed = { 'content-type': 'application/json', 'cap-signature': signature, ...headers };
  const isGet = gets.includes(name);
  const query = new URLSearchParams(
    Object.entries(data).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const response = await fetch(isGet ? `${url}?${query}` : url, {
    headers: signed,
    ...(!isGet && { method: 'POST', body: canonicalJson(data) }),
  });
  const body = (await response.json()) as { code?: number; error?: { code: number } | null };
  return [response.status, body.error?.code ?? body.code];
}

const gets: readonly EndpointName[] = ['queryPayment', 'queryRefund', 'getChannels', 'getProviderChannels'];

/** A valid request of every signed operation for the merchant of the shop. */
async function requests({ merchant, sandbox }: Shop): Promise<[EndpointName, Data][]> {
  const timestamp = Date.now();
  const open = (await merchant.pay({ channelId: 4 })).body.result.transactionNumber;
  const refunded = await merchant.paid(sandbox);
  await merchant.refund(refunded, { amount: 1 });
  const card = { cardNumber: '4111111111111111', expiryMonth: '7', expiryYear: '40' };
  const data: Record<string, Record<string, JsonValue>> = {
    requestPayment: payment(),
    initialSession: payment(),
    payout: payout(),
    processPayment: { transactionNumber: open, channelDetails: card },
    inquiryWallet: { tenantId: 1001, timestamp },
    queryWalletHistory: { walletId: 3001, dateTimeFrom: '2020-01-01', dateTimeTo: '2099-01-01' },
    refundPayment: { transactionNumber: refunded, reason: 'Broken mug', amount: 1, timestamp },
    queryPayment: { transactionNumber: open, timestamp },
    queryRefund: { transactionNumber: refunded, timestamp },
    getChannels: { timestamp },
    getProviderChannels: { channelId: 2 },
  };
  return Object.entries(data) as [EndpointName, Data][];
}

describe('the merchant of a request', () => {
  it('without other data, the merchant is that of the bearer token, on every operation', async () => {
    await using shop = await openShop({ tenants });
    const headers = { authorization: `Bearer ${shop.merchant.token}` };
    for (const [name, data] of await requests(shop))
      expect(await send(shop, name, { data, headers }), name).toStrictEqual([200, undefined]);
  });

  it('without header and token, the merchant is that of tenantId, on every operation', async () => {
    await using shop = await openShop({ tenants, signatureOnly: true });
    for (const [name, data] of await requests(shop)) {
      const named = { ...data, tenantId: 1001 };
      expect(await send(shop, name, { data: named, headers: {} }), name).toStrictEqual([200, undefined]);
      const { tenantId: _left, ...unnamed } = data;
      if (name === 'inquiryWallet') continue;
      expect(await send(shop, name, { data: unnamed, headers: {} }), name).toStrictEqual([400, 2094]);
    }
  });

  it.each<[string, SandboxOptions, Record<string, JsonValue>, [number, number]]>([
    ['an unknown tenantId is refused with 2094', { signatureOnly: true }, { tenantId: 77 }, [400, 2094]],
    ['a tenantId without a token needs signatureOnly', {}, { tenantId: 1001 }, [401, 0]],
  ])('%s', async (_name, options, fields, expected) => {
    await using shop = await openShop({ tenants, ...options });
    const data = { ...payment(), ...fields };
    expect(await send(shop, 'requestPayment', { data, headers: {} })).toStrictEqual(expected);
  });

  it('a tenantId does not replace the merchant of the token', async () => {
    await using shop = await openShop({ tenants });
    const headers = { authorization: `Bearer ${shop.merchant.token}` };
    const data = { ...payment(), tenantId: 2002 };
    // The secret key is that of the token's merchant.
    expect(await send(shop, 'requestPayment', { data, headers })).toStrictEqual([200, undefined]);
  });

  it('a request with only an expired token gets 401, so that the client requests a new one', async () => {
    await using shop = await openShop({ tenants });
    const headers = { authorization: `Bearer ${shop.merchant.token}` };
    shop.sandbox.expireTokens();
    expect(await send(shop, 'requestPayment', { data: payment(), headers })).toStrictEqual([401, 0]);
  });

  it('tenantId is part of the signed data: one that is added after signing is refused', async () => {
    await using shop = await openShop({ tenants });
    const url = shop.merchant.url('getChannels');
    const signature = sign(url, {}, defaultTenant.secretKey);
    const headers = shop.merchant.headers({ 'cap-signature': signature });
    expect((await fetch(url, { headers })).status).toBe(200);
    expect((await fetch(`${url}?tenantId=1001`, { headers })).status).toBe(400);
  });
});
