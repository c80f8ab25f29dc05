import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { privateModes } from '@pgw/protocol/internal';

/**
 * Keeps a short text outside of the store: the newest known position of the store's history. When the store
 * is older than its mark, it was restored from a backup or has lost its newest writes. Keep the mark in a
 * place that is not restored together with the store.
 */
export interface HistoryMark {
  /** Resolves with the text that was last written, or with undefined when there is none. */
  read(): string | undefined | Promise<string | undefined>;
  /**
   * Replaces the text, which has fewer than 1,000 characters. Called at most once a second in each process.
   */
  write(text: string): void | Promise<void>;
}

/**
 * Creates a history mark in a file. Each write replaces the whole file. By default, the embedded store keeps
 * a mark in the folder of its database: `payments.db.mark`.
 */
export function fileHistoryMark(file: string): HistoryMark {
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
