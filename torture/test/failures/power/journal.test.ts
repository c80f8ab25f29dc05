import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import {
  createMark,
  readJournal,
  SimulatedDisk,
  type Survivors,
} from '../../../src/failures/power/journal.ts';
import { createRandom } from '../../../src/random.ts';

const folder = mkdtempSync(join(tmpdir(), 'pgw-journal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const base = join(folder, 'base');
beforeEach(() => {
  rmSync(base, { recursive: true, force: true });
  mkdirSync(base);
  writeFileSync(join(base, 'log'), 'aaaa');
});

/** A record as `record-writes.c` writes it. */
function createRecord(kind: string, path: string, { offset = 0, data = '', number = 0 } = {}): Buffer {
  const header = Buffer.alloc(25);
  header.write(kind, 'latin1');
  header.writeBigUInt64LE(BigInt(number), 1);
  header.writeBigUInt64LE(BigInt(offset), 9);
  header.writeUInt32LE(Buffer.byteLength(path), 17);
  header.writeUInt32LE(Buffer.byteLength(data), 21);
  return Buffer.concat([header, Buffer.from(path), Buffer.from(data)]);
}

const sync = (path: string, number = 1): Buffer[] => [
  createRecord('b', path, { number }),
  createRecord('s', path, { number }),
];

/** Returns the files after a power failure at the end of the records. */
function failPower(records: readonly Buffer[], survivors: Survivors, seed = 1): Record<string, string> {
  const file = join(folder, 'journal');
  writeFileSync(file, Buffer.concat(records));
  const journal = readJournal(file);
  const disk = new SimulatedDisk(base, journal);
  disk.advance(journal.length);
  const target = join(folder, 'after');
  rmSync(target, { recursive: true, force: true });
  disk.write(target, survivors, createRandom(seed));
  return Object.fromEntries(
    readdirSync(target).map((name) => [name, readFileSync(join(target, name), 'utf8')]),
  );
}

it.each([
  [
    'a write that is synchronized is kept',
    [createRecord('w', 'log', { offset: 2, data: 'bb' }), ...sync('log')],
    { log: 'aabb' },
  ],
  ['a write that is not synchronized is lost', [createRecord('w', 'log', { data: 'bb' })], { log: 'aaaa' }],
  [
    'the synchronization of another file keeps no write',
    [createRecord('w', 'log', { data: 'bb' }), ...sync('other')],
    { log: 'aaaa' },
  ],
  [
    'a write during a synchronization is lost',
    [
      createRecord('b', 'log', { number: 1 }),
      createRecord('w', 'log', { data: 'bb' }),
      createRecord('s', 'log', { number: 1 }),
    ],
    { log: 'aaaa' },
  ],
  [
    'a synchronization that has not ended keeps nothing',
    [createRecord('w', 'log', { data: 'bb' }), createRecord('b', 'log')],
    { log: 'aaaa' },
  ],
  [
    'a truncation that is synchronized is kept',
    [createRecord('t', 'log', { offset: 1 }), ...sync('log')],
    { log: 'a' },
  ],
  [
    'a new file that is not synchronized is lost',
    [createRecord('c', 'new'), createRecord('w', 'new', { data: 'x' })],
    { log: 'aaaa' },
  ],
  [
    'a new file that is synchronized is kept',
    [createRecord('c', 'new'), createRecord('w', 'new', { data: 'x' }), ...sync('new')],
    { log: 'aaaa', new: 'x' },
  ],
  [
    'a rename is kept by the synchronization of its folder',
    [createRecord('r', 'log', { data: 'old' }), ...sync('')],
    { old: 'aaaa' },
  ],
  ['a rename that is not synchronized is lost', [createRecord('r', 'log', { data: 'old' })], { log: 'aaaa' }],
  ['a removed file that is synchronized is gone', [createRecord('u', 'log'), ...sync('')], {}],
  [
    'a file keeps its synchronized content under its new name',
    [
      createRecord('w', 'log', { data: 'bb' }),
      ...sync('log', 1),
      createRecord('r', 'log', { data: 'old' }),
      ...sync('', 2),
    ],
    { old: 'bbaa' },
  ],
] as const)('%s, if no other write survives', (_title, records, expected) => {
  expect(failPower(records, 'none')).toEqual(expected);
});

it('all writes can survive', () => {
  const records = [createRecord('w', 'log', { data: 'bb' }), createRecord('r', 'log', { data: 'old' })];
  expect(failPower(records, 'all')).toEqual({ old: 'bbaa' });
});

it('some writes survive, in each combination, and a synchronized one always does', () => {
  const records = [
    createRecord('w', 'log', { offset: 0, data: 'b' }),
    ...sync('log'),
    createRecord('w', 'log', { offset: 1, data: 'c' }),
    createRecord('w', 'log', { offset: 2, data: 'd' }),
  ];
  const contents = Array.from({ length: 60 }, (_, seed) => failPower(records, 'some', seed)['log']);
  expect(new Set(contents)).toEqual(new Set(['baaa', 'bcaa', 'bada', 'bcda']));
});

it('a mark has its text, and a record that was cut off is left out', () => {
  const file = join(folder, 'journal');
  writeFileSync(
    file,
    Buffer.concat([createMark('RC-1'), createRecord('w', 'log', { data: 'x' }).subarray(0, 20)]),
  );
  expect(readJournal(file)).toMatchObject([{ kind: '!', path: 'RC-1' }]);
});
