import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOrderDesk } from '../../src/failures/order-desk.ts';
import { createNote, createOpenPayment, createTransaction } from '../../src/gateway/payments.ts';
import { appendLedgerLine, type LedgerLine } from '../../src/shop/ledger.ts';
import type { ItemState } from '../../src/shop/stock.ts';
import { createLedger, openStorage, type StorageSettings } from '../../src/shop/storage.ts';
import { checkRun, type RunCheck } from '../../src/failures/run-check.ts';

const { reference, transactionNumber } = createTransaction(1);
const { orderId } = createOpenPayment(createTransaction(1));
const acknowledged = new Map([[reference, 1]]);
const ends = { paid: new Set([reference]), failedPayments: 0, items: new Map<string, 'sold' | 'released'>() };
let folder: string;
let storage: StorageSettings;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pgw-torture-run-check-'));
  storage = { kind: 'embedded', file: join(folder, 'payments.db') };
  await createLedger(storage);
  const { store } = await openStorage(storage, { kind: 'tx' });
  await store.open();
  await store.insert('payment', {
    payment: createOpenPayment(createTransaction(1)),
    note: createNote(reference),
  });
  const callback = { transactionNumber, status: 1, rawBody: '{}', signature: '', receivedAt: 1 };
  const dueAt = 2;
  await store.insertCallback({ reference, ...callback }, dueAt);
  await store.close();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Finds the failures of a run whose ledger file has these lines. Each line is `<event> <pid>`. */
async function findFailures(lines: readonly string[]): Promise<readonly string[]> {
  return (await checkLines(lines)).failures;
}

async function checkLines(lines: readonly string[]): Promise<RunCheck> {
  const file = join(folder, 'ledger');
  for (const line of lines) {
    const [event, pid] = line.split(' ');
    appendLedgerLine(file, { event: event as LedgerLine['event'], key: reference, pid: Number(pid) });
  }
  return checkRun({ storage, ledger: { kind: 'file', file }, acknowledged, ends });
}

test('a handler that is called again after its process was killed is not a failure', async () => {
  expect(await findFailures(['begin 1', 'killed 1', 'begin 2', 'end 2', 'fulfilled 2'])).toEqual([]);
});

test('two handlers of one payment at the same time are a failure', async () => {
  expect(await findFailures(['begin 1', 'begin 2', 'end 1', 'end 2'])).toEqual([
    expect.stringContaining('two handlers of a payment ran at the same time'),
  ]);
});

test('a handler that is called again after success is a failure', async () => {
  expect(await findFailures(['begin 1', 'end 1', 'fulfilled 1', 'begin 2', 'end 2'])).toEqual([
    expect.stringContaining('again after success'),
  ]);
});

test('a repeated call of a handler is counted for the process that was killed', async () => {
  const check = await checkLines(['begin 1', 'end 1', 'killed 1', 'begin 2', 'end 2', 'fulfilled 2']);
  expect(check).toMatchObject({
    failures: [],
    figures: {
      'handlers called again because their process was killed': 1,
      'maximum of repeated handlers for one killed process': 1,
    },
  });
});

test('a handler that is called again although no process was killed is a failure', async () => {
  expect(await findFailures(['begin 1', 'end 1', 'begin 1', 'end 1', 'fulfilled 1'])).toEqual([
    expect.stringContaining('although its process was not killed'),
  ]);
});

test('an acknowledged payment without effect, and an acknowledged callback that is not in the inbox, are failures', async () => {
  const twice = new Map([[reference, 2]]);
  const { failures } = await checkRun({ storage, ledger: { kind: 'tx' }, acknowledged: twice, ends });
  expect(failures).toEqual([
    expect.stringContaining('not in the inbox'),
    expect.stringContaining('has no effect'),
  ]);
});

test('an item that is released while its order must be sold, and an item without an end, are failures', async () => {
  const desk = await openOrderDesk(storage);
  await desk.holdItems();
  const check = (item: ItemState) =>
    checkRun({
      storage,
      ledger: { kind: 'tx', hasStock: true },
      acknowledged: new Map(),
      ends: { paid: new Set(), failedPayments: 0, items: new Map([[orderId, item]]) },
    });
  expect((await check('released')).failures).toEqual([expect.stringContaining('held, not released')]);
  await desk.release(orderId);
  expect((await check('released')).failures).toEqual([]);
  expect((await check('sold')).failures).toEqual([expect.stringContaining('released, not sold')]);
  await desk.release(orderId);
  await desk.holdAgain(orderId);
  expect((await check('released')).failures).toEqual([expect.stringContaining('held 2, released 1')]);
  await desk.close();
});
