import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Table } from '../../database/table.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../catalogue/status-numbers.ts';
import { paymentTable, type OrderFields, type Payment } from '../tables.ts';

const { success, authorized } = paymentStatusNumber;
const { notAccepted: _notAccepted, ...statusesAfterRefund } = refundStatusNumber;
/** The statuses of payments that were paid or authorized, including those of refunded payments. */
const paidStatuses = [success, authorized, ...Object.values(statusesAfterRefund)];
const newestFirst = 'createdAt DESC, rowid DESC';

/** The values of a new payment. */
export const initialPaymentFields: Omit<
  Payment,
  keyof OrderFields | 'transactionNumber' | 'sessionNumber' | 'isHosted'
> = {
  providerTransactionNumber: null,
  scenarios: [],
  decidedAt: null,
  paidAmount: 0,
  heldAmount: 0,
  cardBrand: null,
  cardLastDigits: null,
  providerMessage: null,
  challengeType: null,
  paymentToken: null,
  heldUntil: null,
};

/** The conditions of a search. A payment must match both. */
export interface PaymentSearch {
  /** Undefined for any status. */
  readonly statuses: readonly number[] | undefined;
  /** Part of a transaction number or reference, in any letter case; empty for any. */
  readonly text: string;
}

const matchesSearch = `(:statuses IS NULL OR status IN (SELECT value FROM json_each(:statuses)))
  AND (:text = '' OR instr(lower(transactionNumber || ' ' || referenceCode), lower(:text)) > 0)`;

/** The payments, with the searches for them. */
export class PaymentTable extends Table<(typeof paymentTable)['row']> {
  constructor(database: DatabaseSync) {
    super(database, paymentTable);
  }

  /** Finds the newest payment with this normalized reference, of one merchant or of all. */
  findByReference(referenceKey: string, tenantId: string | null = null): Payment | undefined {
    return this.findFirst(
      `referenceKey = :referenceKey AND (:tenantId IS NULL OR tenantId = :tenantId) ORDER BY ${newestFirst}`,
      { referenceKey, tenantId },
    );
  }

  /** Finds the attempt that paid a session, even if it was refunded later, or else the newest attempt. */
  findBySession(sessionNumber: string): Payment | undefined {
    return this.findFirst(
      `sessionNumber = :sessionNumber ORDER BY status IN (${paidStatuses.join(', ')}) DESC, ${newestFirst}`,
      { sessionNumber },
    );
  }

  override listNewest(limit: number): Payment[] {
    return this.search({ statuses: undefined, text: '' }, { limit, offset: 0 });
  }

  /** Finds a page of the matching payments, newest first. */
  search(search: PaymentSearch, page: { readonly limit: number; readonly offset: number }): Payment[] {
    return this.list(`${matchesSearch} ORDER BY ${newestFirst} LIMIT :limit OFFSET :offset`, {
      ...toParameters(search),
      ...page,
    });
  }

  countMatches(search: PaymentSearch): number {
    return this.count(matchesSearch, toParameters(search));
  }
}

function toParameters({ statuses, text }: PaymentSearch): Record<string, SQLInputValue> {
  return { statuses: statuses === undefined ? null : JSON.stringify(statuses), text };
}
