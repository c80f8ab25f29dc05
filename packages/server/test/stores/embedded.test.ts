import { commitUpdate } from './contract/writes.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { fromSources } from '../../../../scripts/from-sources.mjs';
import type { Note } from '../../src/model/payments/timeline.ts';
import { embeddedStore, type EmbeddedTransaction } from '../../src/stores/embedded.ts';
import { createPaidHook } from '../../src/model/hook.ts';
import { samplePayment } from './contract/sample-payment.ts';
import { insertDuePayment } from './contract/samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'pgw-embedded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const writerProgram = fileURLToPath(new URL('embedded-writer.ts', import.meta.url));

const note: Note = {
  reference: 'RC-1',
  at: 1_000,
  source: 'start',
  kind: 'payment-created',
  text: 'Stored.',
};

/** Starts a process that stores payments until it is killed. Collects the references that it has stored. */
function startWriter(file: string, prefix: string): { child: ChildProcess; acknowledged: string[] } {
  const child = spawn(process.execPath, [...fromSources, writerProgram, file, prefix], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: string[] = [];
  createInterface({ input: child.stdout! }).on('line', (line) => acknowledged.push(line));
  return { child, acknowledged };
}

/** Returns the references that the store in the file does not have. */
async function findMissing(file: string, references: readonly string[]): Promise<string[]> {
  const store = embeddedStore({ file });
  await store.open();
  const payments = await Promise.all(references.map((reference) => store.find('payment', reference)));
  await store.close();
  return references.filter((_reference, index) => payments[index] === undefined);
}

it('the embedded store has every acknowledged payment after five processes were killed while they stored payments', async () => {
  const file = join(folder, 'killed.db');
  const acknowledged: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const writer = startWriter(file, `K${round}`);
    // Each process is killed after another number of payments.
    await expect.poll(() => writer.acknowledged.length).toBeGreaterThan(20 + round * 7);
    writer.child.kill('SIGKILL');
    await once(writer.child, 'close');
    acknowledged.push(...writer.acknowledged);
  }
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(await findMissing(file, acknowledged)).toEqual([]);
  const check = new DatabaseSync(file).prepare('pragma integrity_check').get();
  expect(check).toEqual({ integrity_check: 'ok' });
});

it('two processes that open a new file at the same time lose no row of the embedded store', async () => {
  const file = join(folder, 'shared.db');
  const writers = [startWriter(file, 'A'), startWriter(file, 'B')];
  for (const { acknowledged } of writers) {
    await expect.poll(() => acknowledged.length).toBeGreaterThan(50);
  }
  for (const { child } of writers) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  expect(
    await findMissing(
      file,
      writers.flatMap(({ acknowledged }) => acknowledged),
    ),
  ).toEqual([]);
});

it('the embedded store commits the writes of onPaid and the fulfillment together or not at all', async () => {
  const file = join(folder, 'together.db');
  const store = embeddedStore({ file });
  await store.open();
  const database = new DatabaseSync(file);
  database.exec('create table ledger (reference text)');
  const readLedger = (): unknown[] => database.prepare('select reference from ledger').all();
  const duePayment = samplePayment({ state: 'paid', fulfillment: { state: 'due' } });
  await insertDuePayment(store, duePayment, 0);
  const failing = store.runHook(createPaidHook(duePayment, 0), {
    note,
    needsOrder: false,
    work: (payment, { tx }) => {
      tx.run('insert into ledger values (?)', payment.reference);
      throw new Error('no stock');
    },
  });
  await expect(failing).rejects.toThrow('no stock');
  expect(readLedger()).toEqual([]);
  const fulfill = (): Promise<boolean> =>
    store.runHook(createPaidHook(duePayment, 0), {
      note,
      needsOrder: false,
      work: (payment, { tx }) => {
        expect(tx.run('insert into ledger values (?)', payment.reference)).toBe(1);
        expect(tx.all('select count(*) as n from ledger')).toEqual([{ n: 1 }]);
      },
    });
  expect([await fulfill(), await fulfill()]).toEqual([true, false]);
  expect(readLedger()).toEqual([{ reference: 'RC-1' }]);
  database.close();
  await store.close();
});

it('if handlers do not use tx, the embedded store commits each fulfillment before the next handler runs', async () => {
  const file = join(folder, 'outside.db');
  const store = embeddedStore({ file });
  await store.open();
  const payments = Array.from({ length: 20 }, (_, n) =>
    samplePayment({ reference: `R${n}`, orderId: `order-${n}` }),
  );
  for (const payment of payments) await store.insert('payment', { payment, note });
  const reader = new DatabaseSync(file, { readOnly: true });
  const countDone = reader.prepare("select count(*) as n from pgw_payments where fulfillment_state = 'done'");
  const doneBeforeWork: unknown[] = [];
  const work = (): void => void doneBeforeWork.push(countDone.get()?.['n']);
  const change = { state: 'paid', fulfillment: { state: 'due' } } as const;
  await Promise.all(
    payments.map((payment) =>
      commitUpdate(store, {
        payment,
        change,
        notes: [],
        callbacks: [],
        hook: { due: createPaidHook(payment, 0), work: { note, needsOrder: false, work } },
      }),
    ),
  );
  expect(doneBeforeWork).toEqual(payments.map((_, n) => n));
  reader.close();
  await store.close();
});

it('the embedded store refuses statements with tx after onPaid has ended', async () => {
  const file = join(folder, 'late.db');
  const store = embeddedStore({ file });
  await store.open();
  const duePayment = samplePayment({ state: 'paid', fulfillment: { state: 'due' } });
  await insertDuePayment(store, duePayment, 0);
  const captured: { tx?: EmbeddedTransaction } = {};
  await store.runHook(createPaidHook(duePayment, 0), {
    note,
    needsOrder: false,
    work: (_payment, { tx }) => void (captured.tx = tx),
  });
  expect(() => captured.tx?.run('delete from pgw_payments')).toThrow('The transaction has ended');
  expect(() => captured.tx?.all('select 1')).toThrow('The transaction has ended');
  await store.close();
});

it('the error of an embedded store that cannot be opened names the path and the fix', async () => {
  const plainFile = join(folder, 'a-file');
  writeFileSync(plainFile, '');
  const store = embeddedStore({ file: join(plainFile, 'payments.db') });
  await expect(store.open()).rejects.toThrow(/cannot open .*a-file.payments\.db.*Use a path/);
});

it('the error of a damaged database file reports the damage, and recommends no other path or permission', async () => {
  const file = join(folder, 'damaged.db');
  const store = embeddedStore({ file });
  await store.open();
  for (let n = 0; n < 200; n += 1)
    await store.insert('payment', {
      payment: samplePayment({ reference: `R${n}`, attempt: `attempt-${n}` }),
      note,
    });
  await store.close();
  const bytes = readFileSync(file);
  const pageBytes = 4096;
  const createGarbage = (length: number): Buffer => Buffer.alloc(length, 0xa5);
  // The first page, which has the header, is intact. The other pages are overwritten.
  writeFileSync(file, Buffer.concat([bytes.subarray(0, pageBytes), createGarbage(bytes.length - pageBytes)]));
  const damaged = embeddedStore({ file });
  const failure = await damaged.open().then(
    () => damaged.search('payments', {}).catch((error: unknown) => error),
    (error: unknown) => error,
  );
  expect(String(failure)).toContain('database file is damaged');
  expect(String(failure)).toContain('https://pgw-js.github.io/pgw/restoring');
  expect(String(failure)).not.toMatch(/Use a path|created: /);
  // The header is overwritten as well.
  writeFileSync(file, createGarbage(5 * pageBytes));
  rmSync(`${file}-wal`, { force: true });
  const replaced = embeddedStore({ file }).open();
  await expect(replaced).rejects.toThrow(`the database file is damaged (${file}`);
  await expect(replaced).rejects.not.toThrow(/Use a path|created: /);
});

it('the embedded store refuses a file that is not a database', async () => {
  const file = join(folder, 'text.db');
  writeFileSync(file, 'This file is not a database. '.repeat(100));
  chmodSync(file, 0o600);
  await expect(embeddedStore({ file }).open()).rejects.toMatchObject({ code: 'invalid-configuration' });
});
