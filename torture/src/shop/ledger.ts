import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunStatement } from './stock.ts';

/**
 * Where the shop's handler writes its effects: in the checkout's database transaction, or in a file without
 * transactions.
 */
export type LedgerKind =
  | {
      readonly kind: 'tx';
      /** True if the hooks also sell and release items: see stock.ts. */
      readonly hasStock?: boolean;
    }
  | { readonly kind: 'file'; readonly file: string };

/** Returns the entry of an account in a ledger of several ones. Its keys are those of a checkout with one account. */
export function toAccountEntry(account: string | undefined, key: string): string {
  return account === undefined ? key : `${account} | ${key.replace(/^\d+:/, '')}`;
}

/** The ledger that the handler writes. It has no unique keys, so a repeated effect has two entries. */
export interface Ledger {
  /** Writes the effect of one call of the handler. */
  write(key: string, tx: unknown, durationMs: number): Promise<void>;
  /** Returns the function that runs statements in a transaction. Undefined for a file. */
  readonly createRun?: (tx: unknown) => RunStatement;
  /** Called when the checkout reports that this payment is fulfilled. */
  recordFulfillment(key: string): void;
}

/**
 * A line of the ledger file. `begin` and `end`: the start and the end of a handler. `fulfilled`: the
 * fulfillment was committed. `killed`: a process will be killed.
 */
export interface LedgerLine {
  readonly event: 'begin' | 'end' | 'fulfilled' | 'killed';
  readonly key: string;
  readonly pid: number;
}

/**
 * Appends a line to the ledger file of all processes. Each line is one write, so the lines are in the order
 * of the events.
 */
export function appendLedgerLine(file: string, { event, key, pid }: LedgerLine): void {
  appendFileSync(file, `${event} ${key} ${pid}\n`);
}

export function readLedgerLines(file: string): LedgerLine[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [event = '', key = '', pid = ''] = line.split(' ');
    // Only `appendLedgerLine` writes this file.
    return { event: event as LedgerLine['event'], key, pid: Number(pid) };
  });
}

/** Creates a ledger in a file. No transaction can roll back its lines. */
export function createFileLedger(file: string): Ledger {
  const { pid } = process;
  return {
    write: async (key, _tx, durationMs) => {
      appendLedgerLine(file, { event: 'begin', key, pid });
      await wait(durationMs);
      appendLedgerLine(file, { event: 'end', key, pid });
    },
    recordFulfillment: (key) => appendLedgerLine(file, { event: 'fulfilled', key, pid }),
  };
}
