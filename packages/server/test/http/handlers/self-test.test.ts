import { defaultProfile } from '@pgw/protocol';
import { hmac, selfTestReference, selfTestReport, signatureMessageOfText } from '@pgw/protocol/internal';
import { defaultTenant } from '@pgw/sandbox/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openShop, type Shop } from '../../shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

interface SelfTest {
  readonly secret?: string;
  readonly at?: number;
  readonly url?: string;
}

/** Sends a self-test as `pgw doctor --app` does. */
async function send({
  secret = defaultTenant.secretKey,
  at = Date.now(),
  url,
}: SelfTest = {}): Promise<Response> {
  const signed = url ?? `${shop.url}/pgw/callback`;
  const body = JSON.stringify({ referenceCode: selfTestReference, url: signed, at });
  const signature = hmac(signatureMessageOfText(signed, body), secret);
  const headers = { 'content-type': 'application/json', [defaultProfile.headers.signature]: signature };
  return shop.fetch('/pgw/callback', { method: 'POST', headers, body });
}

const countRejected = async (): Promise<number> =>
  (await shop.checkout.operator.rejectedCallbacks.list()).length;

it('a signed self-test is answered with a report, and nothing is stored', async () => {
  const response = await send();
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const report = selfTestReport().parse(await response.json());
  expect(report).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+/),
    callbackUrl: `${shop.url}/pgw/callback`,
    problems: [],
  });
  expect(JSON.stringify(report)).not.toContain(defaultTenant.secretKey);
  expect(await shop.checkout.payments.list()).toEqual([]);
  expect(await shop.checkout.operator.unknownTransactions.list()).toEqual([]);
  expect(await countRejected()).toBe(0);
  expect(shop.fulfilledReferences).toEqual([]);
});

it('a self-test for another address of the shop gets the report too, with the address of its callbacks', async () => {
  const report = selfTestReport().parse(
    await (await send({ url: 'https://www.shop.example/pgw/callback' })).json(),
  );
  expect(report.callbackUrl).toBe(`${shop.url}/pgw/callback`);
});

it.each([
  ['another secret', { secret: 'another-secret' }],
  ['a time that is two days ago', { at: Date.now() - 2 * 86_400_000 }],
])('a self-test with %s is refused with 401, and not stored', async (_what, selfTest) => {
  const response = await send(selfTest);
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: 'invalid-signature' });
  expect(await countRejected()).toBe(0);
});

it('the eleventh self-test of a minute is refused with 429', async () => {
  const statuses = [];
  for (let n = 0; n < 11; n += 1) statuses.push((await send()).status);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
});

it('no order has the reference of a self-test', async () => {
  const { reference } = await shop.startPayment({ order: `A${selfTestReference}` });
  expect(reference).not.toContain(':');
});
