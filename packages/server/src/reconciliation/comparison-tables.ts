import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { normalizeReference } from '@pgw/protocol';
import { requireNodeWithSqlite } from '@pgw/protocol/internal';
import type { Side, SettlementRecord } from './settlement-record.ts';

const tableDefinitions = `
  CREATE TABLE records (
    kind TEXT NOT NULL, transaction_key TEXT NOT NULL, reference_key TEXT, transaction_number TEXT NOT NULL, reference TEXT,
    amount INTEGER NOT NULL, currency TEXT NOT NULL, status INTEGER, is_of_other_shop INTEGER NOT NULL, match INTEGER
  );
  CREATE TABLE shop_rows (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, transaction_key TEXT, reference_key TEXT, transaction_number TEXT, reference TEXT,
    amount INTEGER NOT NULL, currency TEXT NOT NULL, state TEXT NOT NULL, unique_key TEXT NOT NULL, expectation TEXT NOT NULL,
    UNIQUE (kind, unique_key)
  );
`;
const indexDefinitions = `
  CREATE INDEX records_transaction ON records (kind, transaction_key);
  CREATE INDEX shop_rows_transaction ON shop_rows (kind, transaction_key);
  CREATE INDEX shop_rows_reference ON shop_rows (kind, reference_key);
`;

export interface ShopRow extends Side {
  readonly kind: SettlementRecord['kind'];
  readonly state: string;
  /** Identifies the row. Only the first row with this value is stored. */
  readonly uniqueKey: string;
  /**
   * `required`: a record must match the row. `optional`: a record may match it. `possibly-earlier`: the payment
   * was created before the period and settled in it, so the record may be in the previous period.
   */
  readonly expectation: 'required' | 'optional' | 'possibly-earlier';
}

export type Row = Record<string, SQLOutputValue>;

/** The number of writes in one transaction. A larger number would not be faster. */
const writesPerTransaction = 5_000;

/** Opens a temporary database on disk with these tables, in a transaction. */
export function openTemporaryDatabase(tables: string): DatabaseSync {
  requireNodeWithSqlite('@pgw/server');
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  // With an empty name SQLite makes a temporary file.
  const database = new DatabaseSync('');
  // A temporary database needs no journal. The cache has 8,000 KiB.
  database.exec(`PRAGMA journal_mode = off; PRAGMA cache_size = -8000; ${tables} BEGIN;`);
  return database;
}

/**
 * Stores the two sides of a comparison in a temporary database on disk, so that the memory use is constant. A
 * transaction is always open, because SQLite writes single rows slowly.
 */
export class ComparisonTables {
  readonly #database: DatabaseSync;
  readonly #insertRecord;
  readonly #insertShopRow;
  #writes = 0;

  constructor() {
    this.#database = openTemporaryDatabase(tableDefinitions);
    this.#insertRecord = this.#database.prepare(
      'INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)',
    );
    this.#insertShopRow = this.#database.prepare(
      'INSERT OR IGNORE INTO shop_rows VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
  }

  /** Adds a record of the gateway. `isOfOtherShop`: its reference has the mark of another shop. */
  addRecord(record: SettlementRecord, { isOfOtherShop }: { readonly isOfOtherShop: boolean }): void {
    const { kind, transactionNumber, reference, amount, currencyCode, status } = record;
    const keys = [normalizeReference(transactionNumber), foldNullable(reference)];
    const values = [transactionNumber, reference, amount, currencyCode.toUpperCase(), status];
    this.#insertRecord.run(kind, ...keys, ...values, Number(isOfOtherShop));
    this.#countWrite();
  }

  addShopRow({
    kind,
    transactionNumber,
    reference,
    amount,
    currencyCode,
    state,
    uniqueKey,
    expectation,
  }: ShopRow): void {
    const keys = [foldNullable(transactionNumber), foldNullable(reference)];
    const currency = currencyCode.toUpperCase();
    this.#insertShopRow.run(
      kind,
      ...keys,
      transactionNumber,
      reference,
      amount,
      currency,
      state,
      uniqueKey,
      expectation,
    );
    this.#countWrite();
  }

  /** Call it after most rows were inserted. */
  createIndexes(): void {
    this.#database.exec(`COMMIT; ${indexDefinitions} BEGIN`);
  }

  /** Yields the references of payment records that no row of the shop has, in pages of at most `pageSize`. */
  *listUnmatchedReferences(pageSize: number): Generator<readonly string[], void, undefined> {
    // Without an index, SQLite reads the rows in the order of rowid and does not sort them for each page.
    const page = this.#database.prepare(
      `SELECT rowid AS id, reference FROM records NOT INDEXED WHERE rowid > ? AND kind = 'payment' AND reference IS NOT NULL AND NOT EXISTS
         (SELECT 1 FROM shop_rows WHERE shop_rows.kind = 'payment' AND shop_rows.reference_key = records.reference_key) ORDER BY rowid LIMIT ?`,
    );
    for (let lastId = 0; ;) {
      const rows = page.all(lastId, pageSize);
      const last = rows.at(-1);
      if (last === undefined) return;
      lastId = Number(last['id']);
      yield rows.map(({ reference }) => String(reference));
    }
  }

  /** Deletes the records of other shops that match no row of the shop. Returns their number. */
  deleteRecordsOfOtherShops(): number {
    const { changes } = this.#database
      .prepare('DELETE FROM records WHERE is_of_other_shop = 1 AND match IS NULL')
      .run();
    return Number(changes);
  }

  /**
   * Matches by transaction number first, and then the rest by reference. A payment of the shop must then have no
   * number. Among several refunds of one payment, one with the same amount is preferred.
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

  readRows(sql: string): IterableIterator<Row> {
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

function foldNullable(text: string | null): string | null {
  return text === null ? null : normalizeReference(text);
}
