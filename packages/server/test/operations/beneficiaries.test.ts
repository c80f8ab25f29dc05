import { defaultTenant } from '@pgw/sandbox';
import { expect, it, onTestFinished } from 'vitest';
import { Beneficiaries } from '../../src/engine/beneficiaries.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import type { Store } from '../../src/store.ts';
import { payoutOptions, stagingPayouts } from '../payout-request.ts';
import { createTestClient, openForAnyAccount, openShop, type Shop, type ShopOptions } from '../shop.ts';
import { sampleOperation } from '../stores/contract/samples.ts';

const id = 'payout-0001';
const reason = 'The bank has asked for the account.';
const { beneficiary } = payoutOptions;
const [firstKey, secondKey] = ['first-key-of-32-characters-or-more', 'second-key-of-32-characters-or-mor'];
let shop: Shop;

async function openPayoutShop(options: ShopOptions = {}): Promise<void> {
  const opened = await openShop({ payouts: stagingPayouts, ...options });
  onTestFinished(() => opened.close());
  shop = opened;
  await shop.checkout.ready;
}

/** A store that several shops open, one after the other. */
const createKeptStore = () => ({
  ...openForAnyAccount(memoryStore()),
  close: () => Promise.resolve(),
});

const create = () => shop.checkout.operator.payouts.create(id, payoutOptions);
const reveal = () => shop.checkout.operator.payouts.reveal(id, { reason });

/** Reads what the store has, without a key. */
async function readStored(store: Pick<Store, 'find'>): Promise<string> {
  return JSON.stringify(await store.find('operation', id));
}

it('a beneficiary is masked in every result, and revealed on demand with an entry in the timeline', async () => {
  await openPayoutShop();
  const { payouts } = shop.checkout.operator;
  const results = [await create(), await payouts.get(id), ...(await payouts.list()), await payouts.sync(id)];
  for (const payout of results) {
    expect(payout?.beneficiary).toEqual({ ...beneficiary, number: '••••7890', name: 'K•••• B••••' });
    expect(JSON.stringify(payout)).not.toMatch(/1234567890|Kedai/);
  }
  expect(await reveal()).toEqual(beneficiary);
  const entry = (await payouts.timeline(id)).at(-1);
  expect(entry).toMatchObject({ source: 'operator', kind: 'beneficiary-revealed' });
  expect(entry?.text).toBe(`The beneficiary was revealed: ${reason}`);
  await expect(payouts.reveal(id, { reason: ' ' })).rejects.toThrow('a reason is required');
  await expect(payouts.reveal('payout-0002', { reason })).rejects.toThrow('there is no payout with this id');
});

it('the store has no number and no name of a beneficiary', async () => {
  const store = memoryStore();
  await openPayoutShop({ store });
  await create();
  expect(await readStored(store)).not.toMatch(/1234567890|Kedai/);
});

it.each([
  ['12345678', '••••5678'],
  ['1234567', '••••'],
  ['', '••••'],
])('of the number "%s", a masked result has %s', (number, masked) => {
  const account = { getAccountId: () => 1 };
  const client = createTestClient('http://127.0.0.1:1');
  const beneficiaries = new Beneficiaries(account, client, []);
  const operation = sampleOperation({ id, beneficiary: beneficiaries.seal(id, { ...beneficiary, number }) });
  expect(beneficiaries.mask(operation).beneficiary?.number).toBe(masked);
  // What is encrypted for one payout is not decrypted for another one, or for another account.
  expect(beneficiaries.open({ ...operation, id: 'payout-0002' })).toBeUndefined();
  const others = new Beneficiaries({ getAccountId: () => 2 }, client, []);
  expect(others.open(operation)).toBeUndefined();
});

it('after its key was replaced, a beneficiary is readable, and the hourly work encrypts it with the new key', async () => {
  const store = createKeptStore();
  const { sandbox } = await openShopWithKeys(store, [firstKey]);
  await create();
  const before = await readStored(store);
  await shop.close();
  await openShopWithKeys(store, [secondKey, firstKey], sandbox.url);
  expect(await reveal()).toEqual(beneficiary);
  await shop.checkout.runHourlyTasks();
  const after = await readStored(store);
  expect(after).not.toBe(before);
  await shop.checkout.runHourlyTasks();
  expect(await readStored(store)).toBe(after);
  await shop.close();
  await openShopWithKeys(store, [secondKey], sandbox.url);
  expect(await reveal()).toEqual(beneficiary);
  await shop.close();
  await openShopWithKeys(store, [firstKey], sandbox.url);
  await expect(reveal()).rejects.toThrow('no key decrypts its beneficiary');
});

it('a beneficiary is readable with the earlier secret key of the client', async () => {
  const store = createKeptStore();
  await openPayoutShop({ store });
  await create();
  const { url } = shop.sandbox;
  await shop.close();
  const gateway = createTestClient(url, { secretKey: ['a-new-secret-key', defaultTenant.secretKey] });
  await openPayoutShop({ store, gateway });
  expect(await reveal()).toEqual(beneficiary);
  await gateway.close();
});

it('a beneficiary of an earlier version is readable, and the hourly work encrypts it', async () => {
  const store = createKeptStore();
  await openPayoutShop({ store });
  const payout = sampleOperation({
    id,
    kind: 'payout',
    reference: 'PO-1',
    state: 'done',
    beneficiary,
    createdAt: Date.now(),
  });
  await store.commit({ operations: { insert: [payout] } });
  expect(await shop.checkout.operator.payouts.get(id)).toMatchObject({
    beneficiary: { number: '••••7890' },
  });
  expect(await reveal()).toEqual(beneficiary);
  await shop.checkout.runHourlyTasks();
  expect(await readStored(store)).not.toMatch(/1234567890|Kedai/);
  expect(await reveal()).toEqual(beneficiary);
});

it('the beneficiary of a final payout is deleted after its retention, and a repeated id returns the payout', async () => {
  let now = Date.now();
  const sandbox = { now: () => now, timestampWindowMs: 90 * 86_400_000 };
  await openPayoutShop({ now: () => now, sandbox, retentionDays: { beneficiaries: 30 } });
  const payout = await create();
  now += 31 * 86_400_000;
  await shop.checkout.runHourlyTasks();
  // The payout is not final.
  expect(await reveal()).toEqual(beneficiary);
  shop.sandbox.decidePayout(payout.transactionNumber ?? '', 'approve', { callback: 'never' });
  await shop.checkout.operator.payouts.sync(id);
  await shop.checkout.runHourlyTasks();
  await expect(reveal()).rejects.toThrow('the store has no beneficiary of it');
  expect(await create()).toMatchObject({ state: 'done', beneficiary: null });
  expect(shop.sandbox.listPayouts()).toHaveLength(1);
});

async function openShopWithKeys(store: Store<never>, encryptionKey: string[], url?: string): Promise<Shop> {
  await openPayoutShop({
    store: store as never,
    payouts: { ...stagingPayouts, encryptionKey },
    ...(url !== undefined && { gatewayUrl: url }),
  });
  return shop;
}
