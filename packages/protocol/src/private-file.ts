import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** Modes of what holds payments: for the user of the process alone. Windows ignores them. */
export const privateModes = { file: 0o600, folder: 0o700 } as const;

/**
 * Makes a file, and its folders, that only the user of this process can read. What exists already keeps its modes: they are its
 * owner's choice. SQLite gives its log files the mode of the database.
 */
export function createPrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: privateModes.folder });
  closeSync(openSync(path, 'a', privateModes.file));
}
