import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fromSources } from '../../../../scripts/from-sources.mjs';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { createDuePayment, insertDuePayment } from '../stores/contract/samples.ts';
import { openShop } from '../shop.ts';
import { isNightly } from '../../../../scripts/nightly.ts';

const program = fileURLToPath(new URL('crashing-shop.ts', import.meta.url));

if (isNightly)
  test('a fulfillment is dead after its last attempt when its handler always ends the process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pgw-crash-'));
    const file = join(folder, 'payments.db');
    const store = embeddedStore({ file });
    await store.open();
    await insertDuePayment(store, createDuePayment(), 0);
    const codes: unknown[] = [];
    for (let boots = 1; boots <= 4; boots += 1) {
      const child = spawn(process.execPath, [...fromSources, program, file, String(boots)], {
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      codes.push((await once(child, 'exit'))[0]);
    }
    // Three attempts are allowed, and each of them ends the process with code 7. The fourth process detects
    // this and continues.
    expect(codes).toEqual([7, 7, 7, 0]);
    expect(await store.find('payment', 'RC-1')).toMatchObject({ fulfillment: { state: 'dead' } });
    expect(await store.list('hooks', 'RC-1')).toMatchObject([{ name: 'onPaid', state: 'dead', attempts: 3 }]);
    const { text } = (await store.list('notes', 'RC-1')).at(-1) ?? {};
    expect(text).toContain('the last attempt did not finish');
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

test('a handler that has thrown is not called again before its next attempt is due, with any number of sweeps', async () => {
  let clockOffsetMs = 0;
  let calls = 0;
  const shop = await openShop({
    now: () => Date.now() + clockOffsetMs,
    // With this value the wait after the first failure is the longest one: five seconds.
    random: () => 0.999,
    onPaid: () => {
      calls += 1;
      throw new Error('no stock');
    },
  });
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(payment.reference);
  expect(calls).toBe(1);
  // The clock of the test is set back, so that the next attempt is not due on a slow machine either.
  clockOffsetMs = -60_000;
  for (let sweeps = 0; sweeps < 5; sweeps += 1) await shop.checkout.sweep();
  expect(calls).toBe(1);
  clockOffsetMs = 6_000;
  await shop.checkout.sweep();
  expect(calls).toBe(2);
  await shop.close();
});

test('a handler that throws after a callback is retried, and every call counts as an attempt', async () => {
  let clockOffsetMs = 0;
  let calls = 0;
  const shop = await openShop({
    now: () => Date.now() + clockOffsetMs,
    onPaid: () => {
      calls += 1;
      if (calls < 3) throw new Error('no stock');
    },
  });
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve', {});
  const findPayment = () => shop.checkout.payments.get(payment.reference);
  const listHooks = async () => (await shop.checkout.operator.payments.inspect(payment.reference))?.hooks;
  await expect.poll(listHooks).toMatchObject([{ name: 'onPaid', attempts: 1 }]);
  expect(await findPayment()).toMatchObject({ state: 'paid', fulfillment: { state: 'due' } });
  await shop.checkout.sweep();
  expect(calls).toBe(1);
  // The second attempt is due after at most 5 seconds, and the third one 15 seconds later.
  clockOffsetMs = 6_000;
  await shop.checkout.sweep();
  expect(await listHooks()).toMatchObject([{ name: 'onPaid', state: 'due', attempts: 2 }]);
  clockOffsetMs = 60_000;
  await shop.checkout.sweep();
  expect(await findPayment()).toMatchObject({ fulfillment: { state: 'done' } });
  const failures = shop.eventsNamed('hook-failed');
  expect([calls, failures.length]).toEqual([3, 2]);
  await shop.close();
});
