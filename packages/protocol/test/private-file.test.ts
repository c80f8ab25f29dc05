import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { followLinks, openPrivateDatabase, parsePath, requireRegularFile } from '../src/private-file.ts';
import { onWindows, skipBecause } from '../../../scripts/skip-because.ts';

const option = 'embeddedStore: file';

describe('a text that programs read differently is refused, with the option and what to set', () => {
  test.each([
    [
      'file:/data/shop.db',
      'is a URL (file:). Set it to the path of a file without file:, such as /data/shop.db',
    ],
    ['file:///data/shop.db', 'such as /data/shop.db'],
    ['file://localhost/data/shop.db', 'such as /data/shop.db'],
    ['file:./dev.db?mode=ro&authToken=secret', 'such as ./dev.db'],
    ['FILE:shop.db', 'such as shop.db'],
    ['file::memory:', 'is a URL'],
    ['file:', 'is a URL'],
    ['sqlite:///data/shop.db', 'begins with sqlite:'],
    ['libsql://shop.turso.io', 'begins with libsql:'],
    ['postgres://user:secret@host/shop', 'begins with postgres:'],
    ['https://shop.example/db', 'begins with https:'],
    [':memory:', 'begins with a colon, such as :memory:'],
    ['', 'is empty'],
    ['   ', 'is empty'],
    [' /data/shop.db', 'a space at its beginning'],
    ['/data/shop.db\n', 'has a line break'],
    ['/data/shop\u0000.db', 'a control character'],
    ['~', 'begins with ~'],
    ['~/shop.db', 'begins with ~ (~/shop.db), which only a shell replaces'],
    ['~shop/shop.db', 'begins with ~'],
    ['/data/', 'ends with a slash'],
    ['data/payments.db/', 'ends with a slash'],
  ])('%j', (text, problem) => {
    const parse = () => parsePath(text, { option });
    expect(parse).toThrow(problem);
    expect(parse).toThrow(expect.objectContaining({ code: 'invalid-configuration' }));
    expect(parse).toThrow(/^embeddedStore: file /);
    expect(parse).not.toThrow(/secret/);
  });

  test.each(['C:\\data\\shop.db', 'c:/data/shop.db', '\\\\server\\share\\shop.db'])(
    'the Windows path %j, on another system',
    skipBecause(onWindows),
    (text) => expect(() => parsePath(text, { option })).toThrow('is a path of Windows'),
  );
});

test.each([
  ['/data/shop.db', '/data/shop.db'],
  ['/data/../data/./shop.db', '/data/shop.db'],
  ['shop.db', resolve('shop.db')],
  ['./~/shop.db', resolve('~/shop.db')],
  ['data/a:b.db', resolve('data/a:b.db')],
  ['data/Großer Laden #1?.db', resolve('data/Großer Laden #1?.db')],
])('the path %j becomes %j', skipBecause(onWindows), (text, path) => {
  expect(parsePath(text, { option })).toBe(path);
});

test('the path of a folder may end with a slash', () => {
  expect(parsePath('data/', { option: 'data', isFolder: true })).toBe(resolve('data'));
});

function createFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pgw-files-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const open = (path: string) => new DatabaseSync(path);
const readMode = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);

describe('a target that is no database is refused before anything is changed', () => {
  const text = 'A list of guests that is longer than the header of a database.\n';
  const targets: readonly (readonly [string, string, (path: string) => unknown])[] = [
    ['a text file', 'file is not a database', (path) => writeFileSync(path, text)],
    ['a short text file', 'file is not a database', (path) => writeFileSync(path, 'hi')],
    ['a folder', 'it is a folder', (path) => mkdirSync(path)],
    ['a named pipe', 'it is a named pipe', (path) => execFileSync('mkfifo', [path])],
    [
      'a link to a text file',
      'file is not a database',
      (path) => {
        writeFileSync(`${path}.txt`, text);
        symlinkSync(`${path}.txt`, path);
      },
    ],
    ['a link to a folder', 'it is a folder', (path) => symlinkSync(tmpdir(), path)],
    ['a link to a device', 'it is a device', (path) => symlinkSync('/dev/null', path)],
    [
      'a link to nothing',
      'a link to a file that does not exist',
      (path) => symlinkSync(`${path}.missing`, path),
    ],
  ];
  test.each(targets)('%s', skipBecause(onWindows), (_title, problem, create) => {
    const path = join(createFolder(), 'payments.db');
    create(path);
    const target = statSync(path, { throwIfNoEntry: false });
    // A device of the machine must never be changed, so its mode is not set here.
    if (target?.isFile() === true || target?.isFIFO() === true) chmodSync(path, 0o644);
    const before = describeTarget(path);
    expect(() => openPrivateDatabase(path, open)).toThrow(problem);
    expect(describeTarget(path)).toEqual(before);
  });

  test('a socket', skipBecause(onWindows), async () => {
    const path = join(createFolder(), 'payments.db');
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((resolvePromise) => server.listen(path, resolvePromise));
    const before = readMode(path);
    expect(() => openPrivateDatabase(path, open)).toThrow('it is a socket');
    expect(readMode(path)).toBe(before);
  });

  test('the device /dev/null keeps its mode', skipBecause(onWindows), () => {
    const before = readMode('/dev/null');
    expect(() => requireRegularFile('/dev/null')).toThrow('it is a device, and was not changed');
    expect(readMode('/dev/null')).toBe(before);
  });
});

function describeTarget(path: string): unknown {
  const stats = statSync(path, { throwIfNoEntry: false });
  const names = ['', '-wal', '-shm', '-journal'].filter(
    (suffix) => lstatSync(path + suffix, { throwIfNoEntry: false }) !== undefined,
  );
  const content = stats?.isFile() === true ? readFileSync(path, 'latin1') : undefined;
  return { mode: stats?.mode, size: stats?.isFile() === true ? stats.size : undefined, names, content };
}

test('a log file that is a link is not changed', skipBecause(onWindows), () => {
  const folder = createFolder();
  const path = join(folder, 'payments.db');
  const other = join(folder, 'other.txt');
  writeFileSync(other, '');
  chmodSync(other, 0o644);
  symlinkSync(other, `${path}-journal`);
  open(path).close();
  try {
    openPrivateDatabase(path, open).close();
  } catch {
    // SQLite may refuse the link.
  }
  expect(readMode(other)).toBe('644');
});

test('through links of folders and files, the path is that of the real file', skipBecause(onWindows), () => {
  const folder = createFolder();
  mkdirSync(join(folder, 'real'));
  symlinkSync(join(folder, 'real'), join(folder, 'current'));
  expect(followLinks(join(folder, 'current', 'payments.db'))).toBe(join(folder, 'real', 'payments.db'));
  expect(followLinks(join(folder, 'current', 'new', 'payments.db'))).toBe(
    join(folder, 'real', 'new', 'payments.db'),
  );
  writeFileSync(join(folder, 'real', 'payments.db'), '');
  symlinkSync(join(folder, 'real', 'payments.db'), join(folder, 'link.db'));
  expect(followLinks(join(folder, 'link.db'))).toBe(join(folder, 'real', 'payments.db'));
});
