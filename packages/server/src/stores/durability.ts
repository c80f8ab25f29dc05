import { statfs } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { PgwError } from '@pgw/protocol';
import { sql } from 'kysely';
import type { DurabilityFinding } from '../model/ports/store.ts';
import type { Connection } from './sql/connection.ts';

const damage =
  'A power failure can damage the database. Set it to on in postgresql.conf, and reload the server';

/** The settings of PostgreSQL whose value `off` is a risk, with what can happen and what to do. */
const postgresSettings: Readonly<Record<string, string>> = {
  fsync: damage,
  full_page_writes: damage,
  synchronous_commit:
    'A power failure can lose payments that are already confirmed. Set it to on where it is off: in postgresql.conf, for the database or role, or in the options of the pool',
};

/** Reads the settings as they hold for a connection of the pool, with those of its role and database. */
async function readPostgresSettings(connection: Connection): Promise<ReadonlyMap<string, string>> {
  const names = [...Object.keys(postgresSettings), 'server_encoding'];
  const { rows } = await connection.run((db) =>
    sql<{ name: string; setting: string }>`
      select name, setting from pg_catalog.pg_settings where name in (${sql.join(names)})`.execute(db),
  );
  return new Map(rows.map(({ name, setting }) => [name, setting]));
}

/** Finds settings of PostgreSQL that are off. Other databases with its protocol may lack a setting. */
export async function findPostgresRisks(connection: Connection): Promise<DurabilityFinding[]> {
  const settings = await readPostgresSettings(connection);
  return Object.entries(postgresSettings)
    .filter(([name]) => settings.get(name) === 'off')
    .map(([name, text]) => ({ level: 'error', message: `PostgreSQL runs with ${name} = off. ${text}.` }));
}

/**
 * Refuses a database that cannot store every text.
 *
 * @throws PgwError `invalid-configuration` when the encoding of the database is not UTF8.
 */
export async function requireUtf8(connection: Connection): Promise<void> {
  const encoding = (await readPostgresSettings(connection)).get('server_encoding') ?? 'UTF8';
  if (/^(?:utf-?8|unicode)$/i.test(encoding)) return;
  throw new PgwError(
    'invalid-configuration',
    `The database of the payment store has the encoding ${encoding}, which cannot store every order id and name. ` +
      "Create a database with the encoding UTF8 (create database shop encoding 'UTF8' template template0), and set the pool to it.",
  );
}

/** The file systems that do not keep a file, or that other machines write, by the magic numbers of Linux (statfs(2)). */
const fileSystems = new Map<
  number,
  { readonly name: string; readonly kind: 'memory' | 'network' | 'overlay' }
>([
  [0x01021994, { name: 'tmpfs', kind: 'memory' }],
  [0x858458f6, { name: 'ramfs', kind: 'memory' }],
  [0x6969, { name: 'NFS', kind: 'network' }],
  [0x517b, { name: 'SMB', kind: 'network' }],
  [0xfe534d42, { name: 'SMB', kind: 'network' }],
  [0xff534d42, { name: 'CIFS', kind: 'network' }],
  [0x00c36400, { name: 'Ceph', kind: 'network' }],
  [0x0bd00bd0, { name: 'Lustre', kind: 'network' }],
  [0x01021997, { name: '9p', kind: 'network' }],
  [0x794c7630, { name: 'overlay', kind: 'overlay' }],
]);

const fileSystemEffects = {
  memory: 'The payments are lost when the machine stops. Use a file on a disk',
  network:
    'SQLite needs file locks and synchronized writes that such a file system may not have: payments can be lost and the file damaged. Use a local disk, or PostgreSQL',
  overlay: 'It belongs to a container: the payments are lost with the container. Use a file on a volume',
};

/** Reads the type of the file system of a file, as statfs(2) returns it. */
export type ReadFileSystem = (file: string) => Promise<{ readonly type: number }>;

/** Finds a file system that does not keep the database. On systems other than Linux, there are no findings. */
export async function findFileSystemRisks(
  file: string,
  readFileSystem: ReadFileSystem = statfs,
): Promise<DurabilityFinding[]> {
  if (process.platform !== 'linux') return [];
  const { type } = await readFileSystem(file);
  // Node returns the magic numbers above 2 ** 31 as negative numbers on some architectures.
  const fileSystem = fileSystems.get(type >>> 0);
  if (fileSystem === undefined) return [];
  const { name, kind } = fileSystem;
  return [
    {
      level: kind === 'overlay' ? 'warn' : 'error',
      message:
        `The payment store ${file} is on a file system of the type ${name}. ${fileSystemEffects[kind]}. ` +
        'If the platform keeps this file, set hasLastingDisk: true.',
    },
  ];
}

/** Finds settings of the connection with which SQLite confirms a commit before it is on the disk. */
export function findSqliteRisks(database: DatabaseSync): DurabilityFinding[] {
  const read = (pragma: 'synchronous' | 'journal_mode'): string =>
    String(database.prepare(`pragma ${pragma}`).get()?.[pragma]);
  const synchronous = read('synchronous');
  const journalMode = read('journal_mode');
  // 2 is full and 3 is extra. `delete`, `truncate` and `persist` are as safe as `wal`.
  if (['2', '3'].includes(synchronous) && !['off', 'memory'].includes(journalMode)) return [];
  const message =
    `SQLite runs with synchronous = ${synchronous} and journal_mode = ${journalMode}. A power failure can lose payments and callbacks ` +
    'that are already confirmed. Do not change these settings of the store in another program.';
  return [{ level: 'error', message }];
}
