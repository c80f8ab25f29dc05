import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** File modes for data of payments: only the user of the process has access. Windows ignores them. */
export const privateModes = { file: 0o600, folder: 0o700 } as const;

/**
 * Creates a file and its folders with access only for the user of this process. Existing files and folders keep their modes. SQLite
 * gives its log files the mode of the database.
 */
export function createPrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: privateModes.folder });
  closeSync(openSync(path, 'a', privateModes.file));
}
