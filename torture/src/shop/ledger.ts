import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Where the shop's handler writes its effects: in the checkout's database transaction, or in a file without transactions. */
export type LedgerKind = { readonly kind: 'tx' } | { readonly kind: 'file'; readonly file: string };

/** The ledger that the handler writes. It has no unique keys, so a repeated effect has two entries. */
export interface Entries {
  /** Writes the effect of one call of the handler. */
  write(key: string, tx: unknown, takesMs: number): Promise<void>;
  /** Called when the checkout reports that this payment is fulfilled. */
  kept(key: string): void;
}

/** A line of the file: `begin` and `end` of a handler, `kept` after the fulfilment is committed, `killed` before a process is killed. */
export interface Line {
  readonly word: 'begin' | 'end' | 'kept' | 'killed';
  readonly key: string;
  readonly pid: number;
}

/** Appends a line to the file of all processes. Each line is one write, so the lines are in the order of their events. */
export function appendLine(file: string, { word, key, pid }: Line): void {
  appendFileSync(file, `${word} ${key} ${pid}\n`);
}

export function readLines(file: string): Line[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [word = '', key = '', pid = ''] = line.split(' ');
    // Only `appendLine` writes this file.
    return { word: word as Line['word'], key, pid: Number(pid) };
  });
}

/** Writes entries to a file: no transaction can roll them back. */
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
