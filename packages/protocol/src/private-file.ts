import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** File modes for payment data. Only the user of the process has access. Windows ignores the modes. */
export const privateModes = { file: 0o600, folder: 0o700 } as const;

/**
 * Creates a file and its folders. Only the user of this process has access to them. Existing files and
 * folders keep their modes. SQLite creates its log files with the mode of the database file.
 */
export function createPrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: privateModes.folder });
  closeSync(openSync(path, 'a', privateModes.file));
}
