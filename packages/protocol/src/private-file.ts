import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** File modes for payment data. Only the user of the process has access. Windows ignores the modes. */
export const privateModes = { file: 0o600, folder: 0o700 } as const;

/**
 * Creates the file of a SQLite database and its folders. Only the user of this process has access to them. SQLite creates
 * its log files with the mode of the database file. If every user of the machine has access to an existing file, it becomes
 * private too: the shop may have opened it first, with the default mode. Other modes were chosen by a person, and are
 * kept. Existing folders keep their modes.
 */
export function createPrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: privateModes.folder });
  closeSync(openSync(path, 'a', privateModes.file));
  for (const suffix of ['', '-wal', '-shm', '-journal']) makePrivate(`${path}${suffix}`);
}

/** The rights of users who are neither the owner nor in the group of a file. */
const rightsOfOthers = 0o007;

function makePrivate(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & rightsOfOthers) === 0) return;
  try {
    chmodSync(path, privateModes.file);
  } catch (error) {
    // Only the owner can change the mode. Another process may just have deleted a log file.
    if (!(error instanceof Error && 'code' in error && ['EPERM', 'ENOENT'].includes(String(error.code))))
      throw error;
  }
}
