import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Where the shop's handler notes what it did: with the transaction it was handed, or in a file that knows no transaction. */
export type LedgerKind = { readonly kind: 'tx' } | { readonly kind: 'file'; readonly file: string };

/** What the handler writes. Nothing here is unique: what happens twice is there twice. */
export interface Entries {
  /** The effect of one call of the handler. */
  write(key: string, tx: unknown, takesMs: number): Promise<void>;
  /** The checkout says that this payment is fulfilled. */
  kept(key: string): void;
}

/** One line of the file: `begin` and `end` of a handler, `kept` once it is committed, `killed` before a process is. */
export interface Line {
  readonly word: 'begin' | 'end' | 'kept' | 'killed';
  readonly key: string;
  readonly pid: number;
}

/** A file that every process appends to. A line is one write, so lines stand in the order in which they happened. */
export function appendLine(file: string, { word, key, pid }: Line): void {
  appendFileSync(file, `${word} ${key} ${pid}\n`);
}

export function readLines(file: string): Line[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [word = '', key = '', pid = ''] = line.split(' ');
    // Written by appendLine alone.
    return { word: word as Line['word'], key, pid: Number(pid) };
  });
}

/** Entries in a file: an effect that no transaction takes back. */
export function fileEntries(file: string): Entries {
  const { pid } = process;
  return {
    write: async (key, _tx, takesMs) => {
      appendLine(file, { word: 'begin', key, pid });
      await wait(takesMs);
      appendLine(file, { word: 'end', key, pid });
    },
    kept: (key) => appendLine(file, { word: 'kept', key, pid }),
  };
}
