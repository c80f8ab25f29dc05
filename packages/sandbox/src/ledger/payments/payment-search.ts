import type { DatabaseSync } from 'node:sqlite';
import { paymentRow, type Payment } from '../rows.ts';

/** The conditions of a search. A payment must match both. */
export interface PaymentSearch {
  /** Undefined for any status. */
  readonly statuses: readonly number[] | undefined;
  /** Part of a transaction number or reference, in any letter case; empty for any. */
  readonly text: string;
}

const condition = `(:statuses IS NULL OR status IN (SELECT value FROM json_each(:statuses)))
  AND (:text = '' OR instr(lower(transactionNumber || ' ' || referenceCode), lower(:text)) > 0)`;

/** Finds a page of the matching payments, newest first. */
export function searchPayments(
  database: DatabaseSync,
  search: PaymentSearch,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Payment[] {
  return database
    .prepare(
      `SELECT * FROM payments WHERE ${condition} ORDER BY createdAt DESC, rowid DESC LIMIT :limit OFFSET :offset`,
    )
    .all({ ...toParameters(search), limit, offset })
    .map((row) => paymentRow.parse(row));
}

/** Counts all matching payments. */
export function countPayments(database: DatabaseSync, search: PaymentSearch): number {
  const row = database
    .prepare(`SELECT count(*) AS total FROM payments WHERE ${condition}`)
    .get(toParameters(search));
  return Number(row?.['total'] ?? 0);
}

function toParameters({ statuses, text }: PaymentSearch): { statuses: string | null; text: string } {
  return { statuses: statuses === undefined ? null : JSON.stringify(statuses), text };
}
