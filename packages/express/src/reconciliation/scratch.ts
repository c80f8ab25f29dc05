import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { foldReference } from '@pgw/protocol';
import { requireNodeWithSqlite } from '@pgw/protocol/internal';
import type { Side, SettlementRecord } from './settlement-record.ts';

const tables = `
  CREATE TABLE records (
    kind TEXT NOT NULL, transaction_key TEXT NOT NULL, reference_key TEXT, transaction_number TEXT NOT NULL, reference TEXT,
    amount INTEGER NOT NULL, currency TEXT NOT NULL, status INTEGER, match INTEGER
  );
  CREATE TABLE shop_rows (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, transaction_key TEXT, reference_key TEXT, transaction_number TEXT, reference TEXT,
    amount INTEGER NOT NULL, currency TEXT NOT NULL, state TEXT NOT NULL, group_key TEXT NOT NULL, expected INTEGER NOT NULL,
    UNIQUE (kind, group_key)
  );
`;
const indexes = `
  CREATE INDEX records_transaction ON records (kind, transaction_key);
  CREATE INDEX shop_rows_transaction ON shop_rows (kind, transaction_key);
  CREATE INDEX shop_rows_reference ON shop_rows (kind, reference_key);
`;

/** A payment, refund or payout of the shop in the comparison. */
export interface ShopRow extends Side {
  readonly kind: SettlementRecord['kind'];
  readonly state: string;
  /** Identifies the row. Only the first row with this value is stored. */
  readonly groupKey: string;
  /**
   * 1: a record must match the row. 0: a record may match it. 2: the payment was created before the period
   * and settled in it, so the record may be in the previous period.
   */
  readonly expected: 0 | 1 | 2;
}

/** A row of a query. */
export type Row = Record<string, SQLOutputValue>;

/** The number of writes in one transaction. A larger number would not be faster. */
const writesPerTransaction = 5_000;

/**
 * Stores the two sides of a comparison in a temporary database on disk, so that the memory use is constant.
 * SQLite deletes the database when it is closed, or when the process ends.
 */
export class Scratch {
  readonly #database: DatabaseSync;
  readonly #insertRecord;
  readonly #insertShopRow;
  #writes = 0;

  constructor() {
    requireNodeWithSqlite('@pgw/express');
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    // With an empty name SQLite makes a temporary file.
    this.#database = new DatabaseSync('');
    this.#database.exec(`PRAGMA journal_mode = off; PRAGMA cache_size = -8000; ${tables} BEGIN;`);
    this.#insertRecord = this.#database.prepare('INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)');
    this.#insertShopRow = this.#database.prepare(
      'INSERT OR IGNORE INTO shop_rows VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
  }

  addRecord({ kind, transactionNumber, reference, amount, currencyCode, status }: SettlementRecord): void {
    const keys = [foldReference(transactionNumber), reference === null ? null : foldReference(reference)];
    const currency = currencyCode.toUpperCase();
    this.#insertRecord.run(kind, ...keys, transactionNumber, reference, amount, currency, status);
    this.#countWrite();
  }

  addShopRow({
    kind,
    transactionNumber,
    reference,
    amount,
    currencyCode,
    state,
    groupKey,
    expected,
  }: ShopRow): void {
    const key = (text: string | null): string | null => (text === null ? null : foldReference(text));
    const keys = [key(transactionNumber), key(reference)];
    const currency = currencyCode.toUpperCase();
    this.#insertShopRow.run(
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
    this.#countWrite();
  }

  /** Creates the indexes. Call it after most rows were inserted. */
  createIndexes(): void {
    this.#database.exec(`COMMIT; ${indexes} BEGIN`);
  }

  /** Finds the first payment record after the record `id` whose reference no row of the shop has. */
  nextUnmatched(id: number): { readonly id: number; readonly reference: string } | undefined {
    const row = this.#database
      .prepare(
        `SELECT rowid AS id, reference FROM records WHERE rowid > ? AND kind = 'payment' AND reference IS NOT NULL AND NOT EXISTS
           (SELECT 1 FROM shop_rows WHERE shop_rows.kind = 'payment' AND shop_rows.reference_key = records.reference_key) ORDER BY rowid LIMIT 1`,
      )
      .get(id);
    return row && { id: Number(row['id']), reference: String(row['reference']) };
  }

  /**
   * Matches every record with a row of the shop. First, the transaction numbers are compared. Then a record
   * without a match is compared by reference, with rows that have no number (refunds and payouts: any number)
   * and no match. Among several refunds of one payment, a refund with the same amount is preferred.
   */
  match(): void {
    this.#database.exec(`
      UPDATE records SET match =
        (SELECT id FROM shop_rows WHERE shop_rows.kind = records.kind AND shop_rows.transaction_key = records.transaction_key LIMIT 1);
      CREATE TABLE matched_by_number AS SELECT DISTINCT match AS id FROM records WHERE match IS NOT NULL;
      CREATE INDEX matched_by_number_id ON matched_by_number (id);
      UPDATE records SET match =
        (SELECT id FROM shop_rows WHERE shop_rows.kind = records.kind AND shop_rows.reference_key = records.reference_key
         AND (shop_rows.transaction_key IS NULL OR shop_rows.kind <> 'payment') AND shop_rows.id NOT IN (SELECT id FROM matched_by_number)
         ORDER BY shop_rows.amount <> records.amount LIMIT 1)
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

  #countWrite(): void {
    this.#writes += 1;
    if (this.#writes % writesPerTransaction === 0) this.#database.exec('COMMIT; BEGIN');
  }
}
