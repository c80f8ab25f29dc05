import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { PgwError } from './errors.ts';

/** File modes for payment data. Only the user of the process has access. Windows ignores the modes. */
export const privateModes = { file: 0o600, folder: 0o700 } as const;

/**
 * Parses the text of an option as a path, and returns the absolute path. SQLite, Node, a shell and other programs read some
 * texts differently, such as URLs and `~`, so that they would use different files. These texts are refused.
 *
 * @throws PgwError `invalid-configuration` with the option, the problem and what to set.
 */
export function parsePath(
  text: string,
  { option, isFolder = false }: { readonly option: string; readonly isFolder?: boolean | undefined },
): string {
  const problem = findPathProblem(text, { isFolder, isWindows: process.platform === 'win32' });
  if (problem === undefined) return resolve(text);
  throw new PgwError('invalid-configuration', `${option} ${problem}`);
}

function findPathProblem(
  text: unknown,
  { isFolder, isWindows }: { readonly isFolder: boolean; readonly isWindows: boolean },
): string | undefined {
  const kind = isFolder ? 'folder' : 'file';
  // Code in JavaScript has no types.
  if (typeof text !== 'string') return `must be the path of a ${kind}, a text.`;
  if (text.trim() === '') return `is empty. Set it to the path of a ${kind}.`;
  if (text !== text.trim() || /\p{Cc}/u.test(text))
    return 'has a line break, a space at its beginning or end, or a control character. Remove it.';
  if (text.startsWith(':'))
    return `begins with a colon, such as :memory:, so it is no path. Set it to the path of a ${kind}; a path can begin with ./`;
  const drive = /^[a-z]:(?=[\\/])/i.exec(text)?.[0] ?? '';
  if (!isWindows && (drive !== '' || text.startsWith('\\\\')))
    return `is a path of Windows (${text}), and this system is not Windows. Set it to a path of this system.`;
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(text.slice(drive.length))?.[0];
  if (scheme !== undefined) return describeUrl(text, { scheme, kind });
  if (isWindows && text.slice(drive.length).includes(':'))
    return 'has a colon, which Windows does not allow in a name.';
  if (/^~[^/\\]*([/\\]|$)/.test(text))
    return `begins with ~ (${text}), which only a shell replaces. Set it to the whole path; a path can begin with ./`;
  if (!isFolder && /[/\\]$/.test(isWindows ? text : text.replaceAll('\\', '')))
    return `ends with a slash (${text}), so it is the path of a folder. Add the name of a file.`;
  return undefined;
}

/** Describes a URL. Only the path of `file:` is quoted, because a URL of a database may have a password. */
function describeUrl(
  text: string,
  { scheme, kind }: { readonly scheme: string; readonly kind: string },
): string {
  if (scheme.toLowerCase() !== 'file:')
    return `begins with ${scheme}, so it is a URL or has a colon in its first name. Set it to the path of a ${kind}; a path can begin with ./`;
  const [path = ''] = text
    .slice(scheme.length)
    .replace(/^\/\/(localhost)?(?=\/)/, '')
    .split(/[?#]/);
  const suggestion = path === '' ? '' : `, such as ${path}`;
  return `is a URL (file:). Set it to the path of a ${kind} without file:${suggestion}`;
}

/** Resolves links: SQLite puts its log files beside the file that a link points to, and other files of pgw must be there too. */
export function followLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const parent = dirname(path);
    if (readCode(error) !== 'ENOENT' || parent === path) return path;
    return join(followLinks(parent), basename(path));
  }
}

/** Throws unless a regular file or nothing is at the path. The message continues the path. */
export function requireRegularFile(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined && lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    throw new Error('it is a link to a file that does not exist. Create the file, or remove the link');
  if (stats !== undefined && !stats.isFile())
    throw new Error(`it is ${describeKind(stats)}, and was not changed. Set the path of a regular file`);
}

function describeKind(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}

interface Database {
  exec(sql: string): void;
  prepare(sql: string): { get(): unknown };
  close(): void;
}

/**
 * Opens a SQLite database, and creates its file and folders when they are missing, private to this user. An existing database
 * that every user can read becomes private too: the shop may have opened it first, with the default mode. Other modes were
 * chosen by a person, and are kept.
 *
 * @throws Error before anything is changed, when the path is not that of a regular file, or the file is not a database, or one
 * of another program.
 */
export function openPrivateDatabase<Opened extends Database>(
  path: string,
  open: (path: string) => Opened,
): Opened {
  requireRegularFile(path);
  mkdirSync(dirname(path), { recursive: true, mode: privateModes.folder });
  createFile(path);
  const database = open(path);
  try {
    // The timeout is set first, so that two processes that open the file at the same time wait for each other. The
    // constructor has an option for the timeout, but Node ignores it before version 22.16.
    database.exec('PRAGMA busy_timeout = 10000');
    // SQLite itself reads the header, because closing a second descriptor of the file would release its locks.
    database.exec('PRAGMA schema_version');
    requireNoOtherProgram(database);
    for (const suffix of ['', '-wal', '-shm', '-journal']) makePrivate(`${path}${suffix}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Throws for the database of a program that has registered its `application_id`, unless tables of pgw are in it. A shop has
 * its orders and the payments in one database, which has no such id.
 */
function requireNoOtherProgram(database: Database): void {
  const query = `SELECT application_id AS id FROM pragma_application_id
    WHERE NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE name GLOB 'pgw_*')`;
  const row = database.prepare(query).get();
  const id = typeof row === 'object' && row !== null && 'id' in row ? Number(row.id) : 0;
  if (id === 0) return;
  throw new Error(
    `it is the database of another program (application_id ${id}), and was not changed. Set the path of another file. If it is the database of ` +
      'the shop itself, remove the id by PRAGMA application_id = 0',
  );
}

/** Creates an empty file, which SQLite accepts as a database. */
function createFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', privateModes.file));
  } catch (error) {
    if (readCode(error) !== 'EEXIST') throw error;
  }
}

const rightsOfOthers = 0o007;

function makePrivate(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || (stats.mode & rightsOfOthers) === 0) return;
  try {
    chmodSync(path, privateModes.file);
  } catch (error) {
    // Only the owner can change the mode. Another process may just have deleted a log file.
    if (!['EPERM', 'ENOENT'].includes(readCode(error) ?? '')) throw error;
  }
}

function readCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
