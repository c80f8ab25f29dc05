import { afterEach, expect, it } from 'vitest';
import { run } from '../../src/cli/program.ts';
import type { Terminal } from '../../src/cli/reconcile.ts';
import type { EraseOptions } from '../../src/operator/index.ts';
import { payoutOptions, stagingPayouts } from '../payout-request.ts';
import { kilatPay, openShop, orderTotal, type Shop } from '../shop.ts';

const payoutId = 'payout-0001';
let shop: Shop;
afterEach(() => shop.close());

/** Opens a shop with a paid order, a refund of it, and a payout. */
async function openUsedShop(): Promise<string> {
  const order = { amount: orderTotal, currencyCode: 'MYR', description: 'Canary cake' };
  shop = await openShop({ payouts: stagingPayouts, resolveOrder: () => order });
  const { reference, transactionNumber } = await shop.startPayment({ channelId: kilatPay });
  shop.sandbox.decide(transactionNumber, 'approve');
  await shop.sandbox.waitForCallbacks();
  await shop.checkout.sweep();
  await shop.checkout.payments.sync(reference);
  const refund = { reference, amount: 100, reason: 'Canary has moved' };
  await shop.checkout.operator.refunds.create('refund-0001', refund);
  await shop.checkout.sweep();
  const options = { ...payoutOptions, description: 'Canary beans' };
  const payout = await shop.checkout.operator.payouts.create(payoutId, options);
  shop.sandbox.decidePayout(payout.transactionNumber ?? '', 'approve', { callback: 'never' });
  return reference;
}

/** What the books have, without the reasons. */
async function exportMovements(): Promise<unknown[]> {
  const period = { from: Date.now() - 86_400_000, to: Date.now() + 86_400_000 };
  const movements = [];
  for await (const { ...movement } of shop.checkout.operator.records.export(period)) movements.push(movement);
  return movements;
}

async function readAll(reference: string): Promise<string> {
  const { payments, payouts } = shop.checkout.operator;
  return JSON.stringify([
    await payments.inspect(reference),
    await payouts.get(payoutId),
    await payouts.timeline(payoutId),
  ]);
}

it('operator.erase removes the texts of an order and a payout, and keeps what the books need', async () => {
  const reference = await openUsedShop();
  const { operator } = shop.checkout;
  await expect(operator.erase({ payout: payoutId })).rejects.toThrow(`payout ${payoutId} is processing`);
  await operator.payouts.sync(payoutId);
  const before = await exportMovements();
  expect(before.length).toBeGreaterThan(2);
  expect(await readAll(reference)).toMatch(/Canary/);
  expect(await operator.erase({ order: 'A1' })).toEqual({ payments: 1, operations: 1 });
  expect(await operator.erase({ payout: payoutId })).toEqual({ payments: 0, operations: 1 });
  expect(await readAll(reference)).not.toMatch(/Canary|1234567890|7890|Kedai/);
  expect(await exportMovements()).toEqual(before);
  // The order is still paid.
  expect((await shop.start({ attempt: 'another-click' })).status).toBe(409);
  expect(await operator.audits.run()).toMatchObject({ findings: [] });
  await expect(operator.payouts.reveal(payoutId, { reason: 'x' })).rejects.toThrow('has no beneficiary');
});

it.each<[EraseOptions, RegExp]>([
  [{ order: 'A9' }, /the store has no payment of this order/],
  [{ payout: 'payout-9999' }, /the store has no payout with this id/],
  [{} as EraseOptions, /must have order or payout/],
  [{ order: 'A1', payout: payoutId } as unknown as EraseOptions, /must have order or payout/],
])('operator.erase refuses %j', async (options, message) => {
  shop = await openShop({ payouts: stagingPayouts });
  await shop.checkout.ready;
  await expect(shop.checkout.operator.erase(options)).rejects.toThrow(message);
});

it('operator.erase refuses an order that can still be paid', async () => {
  shop = await openShop();
  const { reference } = await shop.startPayment();
  const erasure = shop.checkout.operator.erase({ order: 'A1' });
  await expect(erasure).rejects.toThrow(`payment ${reference} is open`);
});

it('operator.erase refuses a request that waits for an approval, and removes the reason of a rejected one', async () => {
  const reference = await openUsedShop();
  const { operator } = shop.checkout;
  const [by, second] = [
    { id: '1', name: 'Aina' },
    { id: '2', name: 'Ben' },
  ];
  const refund = { reference, amount: 200, reason: 'Canary has moved' };
  await operator.approvals.request('approval-0001', { refund, by });
  const message = 'the approval approval-0001 is waiting';
  await expect(operator.erase({ order: 'A1' })).rejects.toThrow(message);
  expect(await runErase(['--order', 'A1', '--yes'])).toEqual({
    code: 1,
    text: expect.stringContaining(message),
  });
  await operator.approvals.reject('approval-0001', { by: second, reason: 'Canary has called' });
  expect(JSON.stringify(await operator.approvals.get('approval-0001'))).toContain('Canary');
  await operator.erase({ order: 'A1' });
  expect(await operator.approvals.get('approval-0001')).toMatchObject({ state: 'rejected', reason: null });
  await operator.approvals.request('payout-0002', { payout: payoutOptions, by });
  const payout = await operator.approvals.approve('payout-0002', { by: second });
  shop.sandbox.decidePayout(payout.transactionNumber ?? '', 'approve', { callback: 'never' });
  await operator.payouts.sync('payout-0002');
  await operator.erase({ payout: 'payout-0002' });
  const texts = (await operator.payouts.timeline('payout-0002')).map(({ text }) => text);
  expect(texts.join()).not.toMatch(/Aina|Ben/);
});

it('the entry of an erasure has the name of the person, once for two calls, and is kept', async () => {
  const reference = await openUsedShop();
  const { operator } = shop.checkout;
  await operator.payouts.sync(payoutId);
  const ofAina = operator.as('Aina');
  const read = async () => [
    ...((await operator.payments.inspect(reference))?.timeline ?? []),
    ...(await operator.payouts.timeline(payoutId)),
  ];
  for (const subject of [{ order: 'A1' }, { payout: payoutId }] as const) {
    await Promise.all([ofAina.erase(subject), ofAina.erase(subject)]);
    await operator.as('Ben').erase(subject);
  }
  const erasures = (await read()).filter(({ kind }) => kind === 'personal-data-erased');
  expect(erasures.map(({ text }) => text)).toEqual([
    'Aina: Names, numbers, texts and messages were erased.',
    'Aina: Names, numbers, texts and messages were erased.',
  ]);
});

/** Runs `pgw-express erase`. */
async function runErase(argv: readonly string[], confirm?: Terminal['confirm']) {
  const output = { text: '' };
  const write = (text: string) => (output.text += text);
  const { payments, operator } = shop.checkout;
  const checkout = { payments, operator, ready: Promise.resolve(), close: () => Promise.resolve() };
  const code = await run(['erase', '--checkout', 'shop.js', ...argv], {
    program: 'pgw-express',
    stdout: { write },
    stderr: { write },
    load: () => Promise.resolve({ checkout }),
    confirm,
    readVersion: () => '1.2.3',
  });
  return { code, ...output };
}

it('pgw-express erase erases an order after a confirmation, and a payout with --yes', async () => {
  const reference = await openUsedShop();
  await shop.checkout.operator.payouts.sync(payoutId);
  expect(await runErase(['--order', 'A1'], () => Promise.resolve(false))).toEqual({ code: 1, text: '' });
  expect(await readAll(reference)).toMatch(/Canary cake/);
  expect(await runErase(['--order', 'A1'], () => Promise.resolve(true))).toEqual({
    code: 0,
    text: expect.stringContaining('Erased: payments 1, refunds, captures and payouts 1.'),
  });
  expect((await runErase(['--payout', payoutId, '--yes'])).code).toBe(0);
  expect(await readAll(reference)).not.toMatch(/Canary/);
});

it('pgw-express erase refuses what the operator refuses, and says why', async () => {
  const reference = await openUsedShop();
  const { reference: open } = await shop.startPayment({ order: 'A2', attempt: 'another-attempt' });
  const { operator } = shop.checkout;
  for (const [argv, text] of [
    [['--order', 'A2'], `payment ${open} is open`],
    [['--payout', payoutId], `payout ${payoutId} is processing`],
  ] as const) {
    expect(await runErase([...argv, '--yes'])).toEqual({ code: 1, text: expect.stringContaining(text) });
    await expect(
      operator.erase(argv[0] === '--order' ? { order: 'A2' } : { payout: payoutId }),
    ).rejects.toThrow(text);
  }
  expect(await readAll(reference)).toMatch(/Canary/);
});

it.each([
  [['--order', 'A1'], 2, 'Without a terminal, erase needs --yes.'],
  [['--yes'], 2, 'erase needs --order <id> or --payout <id>, and not both.'],
  [['--order', 'A1', '--payout', 'p', '--yes'], 2, 'and not both'],
  [['--order', 'A9', '--yes'], 1, 'the store has no payment of this order'],
])('pgw-express erase %j exits %i', async (argv, code, text) => {
  shop = await openShop();
  await shop.checkout.ready;
  expect(await runErase(argv)).toEqual({ code, text: expect.stringContaining(text) });
});
