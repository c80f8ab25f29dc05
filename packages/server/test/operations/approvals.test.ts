import { afterEach, beforeEach, expect, it } from 'vitest';
import { memoryStore } from '../../src/stores/memory.ts';
import { payoutOptions, stagingPayouts } from '../payout-request.ts';
import { openShop, orderTotal, type Shop } from '../shop.ts';

let shop: Shop;
let store: ReturnType<typeof memoryStore>;
let reference: string;
let transactionNumber: string;
const aina = { id: '7', name: 'Aina' };
const ben = { id: '8', name: 'Ben' };
const id = 'approval-0001';

beforeEach(async () => {
  store = memoryStore();
  shop = await openShop({ store, payouts: stagingPayouts });
  ({ reference, transactionNumber } = await shop.startPayment());
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(reference);
});
afterEach(() => shop.close());

const approvals = () => shop.checkout.operator.approvals;
const requestRefund = (amount = orderTotal) =>
  approvals().request(id, { refund: { reference, amount, reason: 'Chipped mug' }, by: aina });
const readTimeline = async () =>
  (await shop.checkout.operator.payments.inspect(reference))?.timeline.map(({ text }) => text) ?? [];

it('a refund is requested after another person has approved it, and the timeline has both names', async () => {
  expect(await requestRefund()).toMatchObject({ state: 'waiting', requestedBy: 'Aina', amount: orderTotal });
  expect(shop.sandbox.listRefunds(transactionNumber)).toEqual([]);
  await expect(approvals().approve(id, { by: aina })).rejects.toThrow('another person must');
  expect(shop.sandbox.listRefunds(transactionNumber)).toEqual([]);
  expect(await approvals().approve(id, { by: ben })).toMatchObject({
    id,
    kind: 'refund',
    amount: orderTotal,
  });
  expect(shop.sandbox.listRefunds(transactionNumber)).toHaveLength(1);
  expect(await approvals().get(id)).toMatchObject({ state: 'done', decidedBy: 'Ben' });
  const timeline = await readTimeline();
  expect(timeline).toContainEqual(
    expect.stringMatching(/^Aina: Requested a refund of .*, which a second person/),
  );
  expect(timeline).toContainEqual(expect.stringMatching(/^Aina, approved by Ben: /));
});

it('a request that two tabs approve at the same time, and again later, makes one refund', async () => {
  await requestRefund(1_000);
  const carol = { id: '9', name: 'Carol' };
  await Promise.all([ben, ben, carol].map((by) => approvals().approve(id, { by })));
  await approvals().approve(id, { by: carol });
  expect(shop.sandbox.listRefunds(transactionNumber)).toHaveLength(1);
});

it('after a crash between the approval and the refund, a further approval makes the refund once', async () => {
  await requestRefund(1_000);
  const decision = { state: 'approved', decidedById: ben.id, decidedBy: ben.name, decidedAt: 1 } as const;
  expect(await store.change('approval', id, { from: { state: 'waiting' }, to: decision })).toBe(true);
  await expect(approvals().approve(id, { by: aina })).rejects.toThrow('another person must');
  await approvals().approve(id, { by: ben });
  expect(shop.sandbox.listRefunds(transactionNumber)).toHaveLength(1);
  expect(await approvals().get(id)).toMatchObject({ state: 'done' });
});

it('a rejected request and one that a rule refuses make no refund', async () => {
  await requestRefund(1_000);
  expect(await approvals().reject(id, { by: ben, reason: 'Wrong order' })).toMatchObject({
    state: 'rejected',
  });
  await expect(approvals().approve(id, { by: ben })).rejects.toThrow('it was rejected');
  const tooMuch = { refund: { reference, amount: orderTotal + 1, reason: 'x' }, by: aina };
  await approvals().request('approval-0002', tooMuch);
  await expect(approvals().approve('approval-0002', { by: ben })).rejects.toThrow();
  expect(await approvals().get('approval-0002')).toMatchObject({ state: 'rejected' });
  expect(shop.sandbox.listRefunds(transactionNumber)).toEqual([]);
  expect(await readTimeline()).toContainEqual(
    expect.stringMatching(/^Ben: Rejected the refund .*: Wrong order/),
  );
});

it('a request without a refund and a payout is refused with its id', async () => {
  await expect(approvals().request(id, { by: aina })).rejects.toThrow(
    `Approval ${id}: refund or payout is required`,
  );
});

it('a payout is approved like a refund, and the stored request does not show its beneficiary', async () => {
  await approvals().request(id, { payout: payoutOptions, by: aina });
  const stored = await store.find('approval', id);
  expect(stored?.request).toEqual(expect.any(String));
  expect(JSON.stringify(stored)).not.toContain(payoutOptions.beneficiary.number);
  expect(await approvals().approve(id, { by: ben })).toMatchObject({ id, kind: 'payout' });
  expect((await store.find('approval', id))?.request).toBeNull();
  const timeline = await shop.checkout.operator.payouts.timeline(id);
  expect(timeline.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Aina: Requested a payout/),
      expect.stringMatching(/^Aina, approved by Ben: /),
    ]),
  );
});

it('decisions of `operator.as` begin with the name of the person', async () => {
  await shop.checkout.operator
    .as('Aina')
    .refunds.create('refund-0001', { reference, amount: 100, reason: 'Torn' });
  const timeline = await readTimeline();
  expect(timeline.filter((text) => text.startsWith('Aina: '))).toHaveLength(1);
  expect(timeline.at(-1)).not.toMatch(/^Aina/);
});
