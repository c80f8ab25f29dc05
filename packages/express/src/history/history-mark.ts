import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { privateModes } from '@pgw/protocol/internal';

/**
 * Stores one short text outside of the store: the position of the store's history. A store that is older than its mark was restored from a
 * backup, or its newest writes are missing. Store the mark where a backup does not restore an old one.
 */
export interface HistoryMark {
  /** Resolves with the text that was last written; undefined when there is none. */
  read(): string | undefined | Promise<string | undefined>;
  /** Replaces the text, which has fewer than 1,000 characters. Called at most once a second in each process. */
  write(text: string): void | Promise<void>;
}

/** A history mark in a file, replaced as a whole. The default of the embedded store, beside its database: `payments.db.mark`. */
export function historyMarkFile(file: string): HistoryMark {
  let writes = 0;
  return {
    read: async () => {
      try {
        return await readFile(file, 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    write: async (text) => {
      const temporary = `${file}.${process.pid}-${(writes += 1)}.tmp`;
      await mkdir(dirname(file), { recursive: true, mode: privateModes.folder });
      await writeFile(temporary, text, { flush: true, mode: privateModes.file });
      await rename(temporary, file);
    },
  };
}
