import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { foldReference } from '@pgw/protocol';
import { requireNodeWithSqlite } from '@pgw/protocol/internal';
import type { Side, SettlementRecord } from './settlement-record.ts';

const tables = `
  CREATE TABLE records (
    kind TEXT NOT NULL, transaction_key TEXT NOT NULL, reference_key TEXT, transaction_number TEXT NOT NULL, reference TEXT,
    amount INTEGER NOT NULL, currency TEXT NOT NULL, status INTEGER, match INTEGER
  );
  CREATE TABLE ours (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, transaction_key TEXT, reference_key TEXT, transaction_number TEXT, reference TEXT,
    amount INTEGER NOT NULL, currency TEXT NOT NULL, state TEXT NOT NULL, group_key TEXT NOT NULL, is_expected INTEGER NOT NULL,
    UNIQUE (kind, group_key)
  );
`;
const indexes = `
  CREATE INDEX records_transaction ON records (kind, transaction_key);
  CREATE INDEX ours_transaction ON ours (kind, transaction_key);
  CREATE INDEX ours_reference ON ours (kind, reference_key);
`;

/** A row of the shop for the comparison. */
export interface OwnRow extends Side {
  readonly kind: SettlementRecord['kind'];
  readonly state: string;
  /** Identifies the row: rows with the same id are stored once. */
  readonly groupKey: string;
  /** 1: a record must match it. 2: at the edge of the period. 0: a record may match it. */
  readonly expected: 0 | 1 | 2;
}

/** A row of the scratch database. */
export type Row = Record<string, SQLOutputValue>;

/** The number of writes in one transaction: more would not be faster. */
const writesPerTransaction = 5_000;

/**
 * The two sides of a comparison in a temporary database on disk, so that the memory use is constant. SQLite
 * deletes it when it is closed, or when the process ends.
 */
export class Scratch {
  readonly #database: DatabaseSync;
  readonly #insertRecord;
  readonly #insertOwn;
  #writes = 0;

  constructor() {
    requireNodeWithSqlite('@pgw/express');
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    // With an empty name SQLite makes a temporary file.
    this.#database = new DatabaseSync('');
    this.#database.exec(`PRAGMA journal_mode = off; PRAGMA cache_size = -8000; ${tables} BEGIN;`);
    this.#insertRecord = this.#database.prepare('INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)');
    this.#insertOwn = this.#database.prepare(
      'INSERT OR IGNORE INTO ours VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
  }

  addRecord({ kind, transactionNumber, reference, amount, currencyCode, status }: SettlementRecord): void {
    const keys = [foldReference(transactionNumber), reference === null ? null : foldReference(reference)];
    const currency = currencyCode.toUpperCase();
    this.#insertRecord.run(kind, ...keys, transactionNumber, reference, amount, currency, status);
    this.#written();
  }

  addOwn({
    kind,
    transactionNumber,
    reference,
    amount,
    currencyCode,
    state,
    groupKey,
    expected,
  }: OwnRow): void {
    const key = (text: string | null): string | null => (text === null ? null : foldReference(text));
    const keys = [key(transactionNumber), key(reference)];
    const currency = currencyCode.toUpperCase();
    this.#insertOwn.run(
      kind,
      ...keys,
      transactionNumber,
      reference,
      amount,
      currency,
      state,
      groupKey,
      expected,
    );
    this.#written();
  }

  /** Creates the indexes. Call it when most rows are inserted. */
  index(): void {
    this.#database.exec(`COMMIT; ${indexes} BEGIN`);
  }

  /** The first payment record after the record `id` whose reference is not among the shop's rows. */
  nextUnmatched(id: number): { readonly id: number; readonly reference: string } | undefined {
    const row = this.#database
      .prepare(
        `SELECT rowid AS id, reference FROM records WHERE rowid > ? AND kind = 'payment' AND reference IS NOT NULL AND NOT EXISTS
           (SELECT 1 FROM ours WHERE ours.kind = 'payment' AND ours.reference_key = records.reference_key) ORDER BY rowid LIMIT 1`,
      )
      .get(id);
    return row && { id: Number(row['id']), reference: String(row['reference']) };
  }

  /**
   * Matches every record with a row of the shop: by transaction number, otherwise by reference. By reference,
   * only if the row has no other number and was not matched by its number. Of several refunds of one payment,
   * a refund with the same amount is preferred.
   */
  match(): void {
    this.#database.exec(`
      UPDATE records SET match =
        (SELECT id FROM ours WHERE ours.kind = records.kind AND ours.transaction_key = records.transaction_key LIMIT 1);
      CREATE TABLE numbered AS SELECT DISTINCT match AS id FROM records WHERE match IS NOT NULL;
      CREATE INDEX numbered_id ON numbered (id);
      UPDATE records SET match =
        (SELECT id FROM ours WHERE ours.kind = records.kind AND ours.reference_key = records.reference_key
         AND (ours.transaction_key IS NULL OR ours.kind <> 'payment') AND ours.id NOT IN (SELECT id FROM numbered)
         ORDER BY ours.amount <> records.amount LIMIT 1)
      WHERE match IS NULL;
      CREATE INDEX records_match ON records (match);
      COMMIT; BEGIN;`);
  }

  /** Reads the rows of a query one by one. */
  rows(sql: string): IterableIterator<Row> {
    return this.#database.prepare(sql).iterate();
  }

  close(): void {
    this.#database.close();
  }

  #written(): void {
    this.#writes += 1;
    if (this.#writes % writesPerTransaction === 0) this.#database.exec('COMMIT; BEGIN');
  }
}
