import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { fileHistoryMark } from '../../src/model/ports/history-mark.ts';
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

test.each([
  ['file:/data/shop.db', 'is a URL (file:)'],
  ['~/shop.db', 'begins with ~'],
  [':memory:', 'begins with a colon'],
  ['data/', 'ends with a slash'],
])('the file %j is refused before the store is created', (file, problem) => {
  expect(() => embeddedStore({ file })).toThrow(`embeddedStore: file ${problem}`);
  expect(() => fileHistoryMark(file)).toThrow(`fileHistoryMark: file ${problem}`);
});

test('a file of another program keeps its mode and its content', skipBecause(onWindows), async () => {
  const file = join(await createFolder(), 'guests.txt');
  await writeFile(file, 'A list of guests.\n');
  await chmod(file, 0o644);
  await expect(embeddedStore({ file }).open()).rejects.toThrow(
    /guests\.txt: file is not a database\)\. If it is the file of another program, set another path: it was not changed/,
  );
  expect([await readMode(file), await readFile(file, 'utf8'), await readdir(dirname(file))]).toEqual([
    '644',
    'A list of guests.\n',
    ['guests.txt'],
  ]);
});

test(
  'a shop and the store have one database, whose tables are kept, also with an id of its own that was set later',
  skipBecause(onWindows),
  async () => {
    const file = join(await createFolder(), 'shop.db');
    const database = new DatabaseSync(file);
    onTestFinished(() => database.close());
    database.exec('create table orders (id text); insert into orders values (1)');
    for (const id of [0, 7]) {
      database.exec(`pragma application_id = ${id}`);
      const store = embeddedStore({ file });
      await store.open();
      await store.close();
    }
    expect(database.prepare('select id from orders').all()).toHaveLength(1);
    expect(database.prepare('pragma application_id').get()).toEqual({ application_id: 7 });
  },
);

test.each([
  ['an id of SQLite’s list (GeoPackage)', 0x47504b47],
  ['a small id', 7],
  ['a negative id', -1],
])(
  'the database of another program with %s is refused, with its path, before anything is changed',
  skipBecause(onWindows),
  async (_kind, id) => {
    const file = join(await createFolder(), 'map.gpkg');
    const database = new DatabaseSync(file);
    database.exec(`pragma application_id = ${id}; create table places (id text)`);
    database.close();
    await chmod(file, 0o644);
    const bytes = await readFile(file);
    await expect(embeddedStore({ file }).open()).rejects.toThrow(
      new RegExp(
        `map\\.gpkg: it is the database of another program \\(application_id ${id}\\), and was not changed`,
      ),
    );
    expect([await readMode(file), await readdir(dirname(file))]).toEqual(['644', ['map.gpkg']]);
    expect(await readFile(file)).toEqual(bytes);
  },
);

test('through a link, the database and its mark are beside each other', skipBecause(onWindows), async () => {
  const folder = await createFolder();
  await mkdir(join(folder, 'first'));
  await mkdir(join(folder, 'second'));
  await symlink(join(folder, 'first'), join(folder, 'current'));
  const store = embeddedStore({ file: join(folder, 'current', 'payments.db') });
  await store.open();
  // A new release changes the link while the process runs.
  await rm(join(folder, 'current'));
  await symlink(join(folder, 'second'), join(folder, 'current'));
  await store.historyMark?.write('mark');
  await store.close();
  expect(await readdir(join(folder, 'first'))).toEqual(['payments.db', 'payments.db.mark']);
  expect(await readdir(join(folder, 'second'))).toEqual([]);
});

test('a relative path is that of the folder in which the store was created', async () => {
  const folder = await createFolder();
  const cwd = process.cwd();
  const file = relative(cwd, join(folder, 'payments.db'));
  const store = embeddedStore({ file });
  onTestFinished(() => process.chdir(cwd));
  process.chdir(tmpdir());
  await store.open();
  await store.historyMark?.write('mark');
  await store.close();
  expect(await readdir(folder)).toEqual(['payments.db', 'payments.db.mark']);
});

test('a history mark neither reads nor replaces a named pipe', skipBecause(onWindows), async () => {
  const file = join(await createFolder(), 'pgw.mark');
  execFileSync('mkfifo', [file]);
  const mark = fileHistoryMark(file);
  await expect(mark.read()).rejects.toThrow(`The history mark cannot use ${file}: it is a named pipe`);
  await expect(mark.write('mark')).rejects.toThrow('it is a named pipe');
  expect((await stat(file)).isFIFO()).toBe(true);
});
