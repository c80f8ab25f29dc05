import type { DatabaseSync } from 'node:sqlite';
import { paymentStatusNumber, refundStatusNumber } from '../status-numbers.ts';
import { countPayments, searchPayments, type PaymentSearch } from './payment-search.ts';
import { toInsertStatement, paymentRow, type MaskedCard, type Payment, type PaymentSums } from '../rows.ts';

const { pending, success, authorized } = paymentStatusNumber;
const { notAccepted: _notAccepted, ...statusesAfterRefund } = refundStatusNumber;
/** The statuses of payments that were paid or authorized, including those of refunded payments. */
const paidStatuses = [success, authorized, ...Object.values(statusesAfterRefund)];

/**
 * The database table of payments. An outcome is written only if the status of the payment has not changed
 * since it was read.
 */
export class PaymentTable {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  insert(payment: Payment): void {
    this.#database.prepare(toInsertStatement('payments', paymentRow)).run({
      ...payment,
      isHosted: payment.isHosted ? 1 : 0,
      hiddenChannels: JSON.stringify(payment.hiddenChannels),
      scenarios: JSON.stringify(payment.scenarios),
    });
  }

  /** Finds a payment by its number, in any letter case. */
  find(transactionNumber: string): Payment | undefined {
    return this.#findOne(
      'SELECT * FROM payments WHERE transactionNumber = ?',
      transactionNumber.toUpperCase(),
    );
  }

  /**
   * Finds the newest payment with this normalized reference (see `normalizeReference`). Without `tenantId`, searches
   * the payments of all merchants.
   */
  findByReference(referenceKey: string, tenantId: string | null = null): Payment | undefined {
    const row = this.#database
      .prepare(
        `SELECT * FROM payments WHERE referenceKey = :referenceKey AND (:tenantId IS NULL OR tenantId = :tenantId)
         ORDER BY createdAt DESC, rowid DESC LIMIT 1`,
      )
      .get({ referenceKey, tenantId });
    return row === undefined ? undefined : paymentRow.parse(row);
  }

  /**
   * Finds the attempt that paid a session, even if that attempt was refunded later. If no attempt has paid
   * the session, finds the newest attempt.
   */
  findBySession(sessionNumber: string): Payment | undefined {
    return this.#findOne(
      `SELECT * FROM payments WHERE sessionNumber = ?
       ORDER BY status IN (${paidStatuses.join(', ')}) DESC, createdAt DESC, rowid DESC LIMIT 1`,
      sessionNumber,
    );
  }

  /** Lists the newest payments, newest first. */
  list(limit: number): Payment[] {
    return this.#database
      .prepare('SELECT * FROM payments ORDER BY createdAt DESC, rowid DESC LIMIT ?')
      .all(limit)
      .map((row) => paymentRow.parse(row));
  }

  /** Finds a page of the matching payments, newest first. */
  search(conditions: PaymentSearch, page: { readonly limit: number; readonly offset: number }): Payment[] {
    return searchPayments(this.#database, conditions, page);
  }

  /** Counts the matching payments. */
  count(conditions: PaymentSearch): number {
    return countPayments(this.#database, conditions);
  }

  /**
   * Reads the payments with a paid amount that were decided in a period, oldest first. Yields one row at a
   * time.
   */
  *iteratePaidBetween(from: number, to: number): Generator<Payment> {
    const rows = this.#database
      .prepare(
        'SELECT * FROM payments WHERE paidAmount > 0 AND decidedAt >= ? AND decidedAt < ? ORDER BY decidedAt, rowid',
      )
      .iterate(from, to);
    for (const row of rows) yield paymentRow.parse(row);
  }

  /** Finds the pending payments that expire at or before this time. */
  findOverdue(time: number): Payment[] {
    return this.#database
      .prepare(`SELECT * FROM payments WHERE status = ${pending} AND expiresAt <= ?`)
      .all(time)
      .map((row) => paymentRow.parse(row));
  }

  /** Finds the authorized payments whose authorization ends at or before this time. */
  findExpiredAuthorizations(time: number): Payment[] {
    return this.#database
      .prepare(`SELECT * FROM payments WHERE status = ${authorized} AND heldUntil <= ?`)
      .all(time)
      .map((row) => paymentRow.parse(row));
  }

  /** Writes the outcome of a payment if its status is still `from`. */
  update(
    { transactionNumber, status, providerTransactionNumber, paidAmount, heldAmount, heldUntil }: Payment,
    change: { from: number; scenarios: readonly string[]; decidedAt: number },
  ): void {
    this.#database
      .prepare(
        `UPDATE payments SET status = :status, decidedAt = :decidedAt, scenarios = :scenarios,
           providerTransactionNumber = :providerTransactionNumber, paidAmount = :paidAmount,
           heldAmount = :heldAmount, heldUntil = :heldUntil
         WHERE transactionNumber = :transactionNumber AND status = :from`,
      )
      .run({
        transactionNumber,
        status,
        providerTransactionNumber,
        paidAmount,
        heldAmount,
        heldUntil,
        from: change.from,
        decidedAt: change.decidedAt,
        scenarios: JSON.stringify(change.scenarios),
      });
  }

  /** Sets the status after a refund. The time of the payment's own outcome does not change. */
  setStatus(transactionNumber: string, status: number): void {
    this.#database
      .prepare('UPDATE payments SET status = ? WHERE transactionNumber = ?')
      .run(status, transactionNumber);
  }

  /** Sets the paid amount and the held amount. */
  setSums(transactionNumber: string, { paidAmount, heldAmount }: PaymentSums): void {
    this.#database
      .prepare('UPDATE payments SET paidAmount = ?, heldAmount = ? WHERE transactionNumber = ?')
      .run(paidAmount, heldAmount, transactionNumber.toUpperCase());
  }

  /** Stores the card of the latest attempt to pay. It replaces the card of an earlier attempt. */
  setCard(
    transactionNumber: string,
    card: MaskedCard & Pick<Payment, 'providerMessage' | 'challengeType' | 'paymentToken'>,
  ): void {
    this.#database
      .prepare(
        `UPDATE payments SET cardBrand = :cardBrand, cardLastDigits = :cardLastDigits,
           providerMessage = :providerMessage, challengeType = :challengeType, paymentToken = :paymentToken
         WHERE transactionNumber = :transactionNumber`,
      )
      .run({ transactionNumber, ...card });
  }

  /** Sets the channel and the bank of a pending payment. */
  setChannel(transactionNumber: string, channelId: number, providerChannelId: string | null): void {
    this.#database
      .prepare(
        `UPDATE payments SET channelId = ?, providerChannelId = ?
         WHERE transactionNumber = ? AND status = ${pending}`,
      )
      .run(channelId, providerChannelId, transactionNumber);
  }

  /** Ends the open attempts of a session, except the one with `excludedNumber`. Sends no callbacks. */
  endOpenAttempts(
    sessionNumber: string,
    end: { readonly excludedNumber: string; readonly status: number; readonly decidedAt: number },
  ): void {
    this.#database
      .prepare(
        `UPDATE payments SET status = :status, decidedAt = :decidedAt
         WHERE sessionNumber = :sessionNumber AND transactionNumber <> :excludedNumber AND status = ${pending}`,
      )
      .run({ sessionNumber, ...end });
  }

  setScenarios(transactionNumber: string, names: readonly string[]): void {
    this.#database
      .prepare('UPDATE payments SET scenarios = ? WHERE transactionNumber = ?')
      .run(JSON.stringify(names), transactionNumber);
  }

  #findOne(sql: string, key: string): Payment | undefined {
    const row = this.#database.prepare(sql).get(key);
    return row === undefined ? undefined : paymentRow.parse(row);
  }
}
