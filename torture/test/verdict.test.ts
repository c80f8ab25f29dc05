import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noteOf, openPayment, transactionOf } from '../src/payments.ts';
import { appendLine, type Line } from '../src/shop/ledger.ts';
import { createLedger, openStorage, type StorageSettings } from '../src/shop/storage.ts';
import { verdictOf, type Verdict } from '../src/verdict.ts';

const { reference, transactionNumber } = transactionOf(1);
const acknowledged = new Map([[reference, 1]]);
let folder: string;
let storage: StorageSettings;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pgw-torture-verdict-'));
  storage = { kind: 'embedded', file: join(folder, 'payments.db') };
  await createLedger(storage);
  const { store } = await openStorage(storage, { kind: 'tx' });
  await store.open();
  await store.insertPayment(openPayment(transactionOf(1)), noteOf(reference));
  const callback = { transactionNumber, status: 1, rawBody: '{}', signature: '', receivedAt: 1 };
  await store.insertCallback({ reference, ...callback }, 2);
  await store.close();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The failures that the verdict finds for a ledger file with these lines, each `word pid`. */
async function failuresOf(lines: readonly string[]): Promise<readonly string[]> {
  return (await verdictOn(lines)).failures;
}

async function verdictOn(lines: readonly string[]): Promise<Verdict> {
  const file = join(folder, 'ledger');
  for (const line of lines) {
    const [word, pid] = line.split(' ');
    appendLine(file, { word: word as Line['word'], key: reference, pid: Number(pid) });
  }
  return verdictOf({ storage, ledger: { kind: 'file', file }, acknowledged });
}

test('a handler that is called again after its process was killed is not a failure', async () => {
  expect(await failuresOf(['begin 1', 'killed 1', 'begin 2', 'end 2', 'kept 2'])).toEqual([]);
});

test('two handlers of one payment at the same time are a failure', async () => {
  expect(await failuresOf(['begin 1', 'begin 2', 'end 1', 'end 2'])).toEqual([
    expect.stringContaining('two handlers of a payment ran at the same time'),
  ]);
});

test('a handler that is called again after success is a failure', async () => {
  expect(await failuresOf(['begin 1', 'end 1', 'kept 1', 'begin 2', 'end 2'])).toEqual([
    expect.stringContaining('again after success'),
  ]);
});

test('a handler that is called again is counted for the process that was killed', async () => {
  const ofKill = await verdictOn(['begin 1', 'end 1', 'killed 1', 'begin 2', 'end 2', 'kept 2']);
  expect(ofKill).toMatchObject({
    failures: [],
    counted: {
      'handlers called again because their process was killed': 1,
      'the most of these for one killed process': 1,
    },
  });
});

test('a handler that is called again although no process was killed is a failure', async () => {
  expect(await failuresOf(['begin 1', 'end 1', 'begin 1', 'end 1', 'kept 1'])).toEqual([
    expect.stringContaining('its process was not killed'),
  ]);
});

test('a payment without effect, and a callback that is not in the inbox, are failures', async () => {
  const twice = new Map([[reference, 2]]);
  const { failures } = await verdictOf({ storage, ledger: { kind: 'tx' }, acknowledged: twice });
  expect(failures).toEqual([
    expect.stringContaining('not in the inbox'),
    expect.stringContaining('has no effect'),
  ]);
});
