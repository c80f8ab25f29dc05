import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StartResponse } from '@pgw/protocol';
import { expect, test } from 'vitest';
import { fromSources } from '../../../../scripts/from-sources.mjs';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { samplePayment } from '../../src/stores/contract/sample-payment.ts';
import { openShop } from '../shop.ts';

const program = fileURLToPath(new URL('poisoned-shop.ts', import.meta.url));

test('a fulfilment whose handler always ends the process is dead after its tries', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-poison-'));
  const file = join(folder, 'payments.db');
  const store = embeddedStore({ file });
  await store.open();
  const due = samplePayment({ state: 'paid', fulfilment: { state: 'due', nextAttemptAt: 0 } });
  await store.insertPayment(due, { reference: 'RC-1', at: 0, source: 'start', text: 'Stored.' });
  const codes: unknown[] = [];
  for (let boots = 1; boots <= 4; boots += 1) {
    const child = spawn(process.execPath, [...fromSources, program, file, String(boots)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    codes.push((await once(child, 'exit'))[0]);
  }
  // Three tries are allowed, and each has ended its process. The fourth process detects that and continues.
  expect(codes).toEqual([7, 7, 7, 0]);
  expect(await store.findPayment('RC-1')).toMatchObject({ fulfilment: { state: 'dead', attempts: 3 } });
  const { text } = (await store.notesOf('RC-1')).at(-1) ?? {};
  expect(text).toContain('the last call did not end');
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a handler that has thrown is not tried again before its time, with any number of sweeps', async () => {
  let late = 0;
  let calls = 0;
  const shop = await openShop({
    now: () => Date.now() + late,
    // The longest wait after the first failure: five seconds.
    random: () => 0.999,
    onPaid: () => {
      calls += 1;
      throw new Error('no stock');
    },
  });
  const { payment } = (await (await shop.start()).json()) as StartResponse;
  const { transactionNumber } = (await shop.checkout.payments.find(payment.reference)) ?? {};
  shop.sandbox.decide(transactionNumber ?? '', 'approve', { callback: 'never' });
  await shop.checkout.payments.settle(payment.reference);
  expect(calls).toBe(1);
  // By the clock of the test, so that a slow machine does not matter.
  late -= 60_000;
  for (let sweeps = 0; sweeps < 5; sweeps += 1) await shop.checkout.payments.sweep();
  expect(calls).toBe(1);
  late += 66_000;
  await shop.checkout.payments.sweep();
  expect(calls).toBe(2);
  await shop.close();
});

test('a handler that throws after a callback is tried again, and every try counts', async () => {
  let late = 0;
  let calls = 0;
  const shop = await openShop({
    now: () => Date.now() + late,
    onPaid: () => {
      calls += 1;
      if (calls < 3) throw new Error('no stock');
    },
  });
  const { payment } = (await (await shop.start()).json()) as StartResponse;
  shop.sandbox.decide(payment.transactionNumber!, 'approve', {});
  const find = () => shop.checkout.payments.find(payment.reference);
  await expect.poll(async () => (await find())?.fulfilment.attempts).toBe(1);
  expect(await find()).toMatchObject({ state: 'paid', fulfilment: { state: 'due' } });
  await shop.checkout.payments.sweep();
  expect(calls).toBe(1);
  late = 6_000;
  await shop.checkout.payments.sweep();
  expect(await find()).toMatchObject({ fulfilment: { state: 'due', attempts: 2 } });
  late = 60_000;
  await shop.checkout.payments.sweep();
  expect(await find()).toMatchObject({ fulfilment: { state: 'done' } });
  const failures = shop.events.filter(({ event }) => event === 'fulfilment-failed');
  expect([calls, failures.length]).toEqual([3, 2]);
  await shop.close();
});
