import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { onWindows, skipBecause } from '../../../../scripts/skip-because.ts';

async function createFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'pgw-modes-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function readMode(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

test('only the user of the process can read the database', skipBecause(onWindows), async () => {
  const path = join(await createFolder(), 'data');
  const store = embeddedStore({ file: join(path, 'payments.db') });
  await store.open();
  await store.historyMark?.write('mark');
  const modes = [];
  for (const name of ['.', 'payments.db', 'payments.db-wal', 'payments.db-shm', 'payments.db.mark'])
    modes.push([name, await readMode(join(path, name))]);
  await store.close();
  expect(modes).toEqual([
    ['.', '700'],
    ['payments.db', '600'],
    ['payments.db-wal', '600'],
    ['payments.db-shm', '600'],
    ['payments.db.mark', '600'],
  ]);
});

test(
  'a database that the shop has opened before the store becomes private, with its logs',
  skipBecause(onWindows),
  async () => {
    const folder = await createFolder();
    const file = join(folder, 'shop.db');
    const database = new DatabaseSync(file);
    onTestFinished(() => database.close());
    database.exec('pragma journal_mode = wal; create table orders (id text)');
    const names = ['shop.db', 'shop.db-wal', 'shop.db-shm'];
    // The modes of the usual umask 022.
    for (const name of names) await chmod(join(folder, name), 0o644);
    const store = embeddedStore({ file });
    await store.open();
    expect(await Promise.all(names.map((name) => readMode(join(folder, name))))).toEqual([
      '600',
      '600',
      '600',
    ]);
    await store.close();
  },
);

test(
  'a database file to which a person has given access of a group keeps its file mode',
  skipBecause(onWindows),
  async () => {
    const file = join(await createFolder(), 'payments.db');
    await writeFile(file, '');
    await chmod(file, 0o640);
    const store = embeddedStore({ file });
    await store.open();
    await store.close();
    expect(await readMode(file)).toBe('640');
  },
);
