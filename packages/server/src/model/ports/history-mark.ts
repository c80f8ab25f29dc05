import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  followLinks,
  parsePath,
  privateModes,
  requireRegularFile,
  endSentence,
  getErrorMessage,
} from '@pgw/protocol/internal';

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
 *
 * @throws PgwError `invalid-configuration` when the text is not a path, such as a URL or a path with `~`.
 */
export function fileHistoryMark(file: string): HistoryMark {
  const path = parsePath(file, { option: 'fileHistoryMark: file' });
  return historyMarkAt(() => followLinks(path));
}

/** The writes of all marks of this process, so that two checkouts with one file use different temporary names. */
let markWrites = 0;

/** Creates a history mark in the file at this path, which is read before each use. */
export function historyMarkAt(getPath: () => string): HistoryMark {
  const requireFile = (): string => {
    const path = getPath();
    try {
      // Reading a pipe would not end, and writing would replace a device.
      requireRegularFile(path);
    } catch (cause) {
      throw new Error(`The history mark cannot use ${path}: ${endSentence(getErrorMessage(cause))}`, {
        cause,
      });
    }
    return path;
  };
  return {
    read: async () => {
      try {
        return await readFile(requireFile(), 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    write: async (text) => {
      const file = requireFile();
      const temporary = `${file}.${process.pid}-${(markWrites += 1)}.tmp`;
      await mkdir(dirname(file), { recursive: true, mode: privateModes.folder });
      await writeFile(temporary, text, { flush: true, mode: privateModes.file });
      await rename(temporary, file);
    },
  };
}
