import type { DatabaseSync } from 'node:sqlite';
import { countPayments, searchPayments, type PaymentSearch } from './payment-search.ts';
import { insertOf, paymentRow, type CardFacts, type Payment, type PaymentSums } from './rows.ts';

/** The payments on disk. It keeps no rule but one: a status changes only from the one that was read. */
export class PaymentTable {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  insert(payment: Payment): void {
    this.#database.prepare(insertOf('payments', paymentRow)).run({
      ...payment,
      isHosted: payment.isHosted ? 1 : 0,
      hiddenChannels: JSON.stringify(payment.hiddenChannels),
      misbehaviour: JSON.stringify(payment.misbehaviour),
    });
  }

  /** By number, without regard to case. */
  find(transactionNumber: string): Payment | undefined {
    return this.#one('SELECT * FROM payments WHERE transactionNumber = ?', transactionNumber.toUpperCase());
  }

  /** The newest payment with this folded reference at this merchant, or at any when none is named. */
  findByReference(referenceKey: string, tenantId: string | null = null): Payment | undefined {
    const row = this.#database
      .prepare(
        `SELECT * FROM payments WHERE referenceKey = :referenceKey AND (:tenantId IS NULL OR tenantId = :tenantId)
         ORDER BY createdAt DESC, rowid DESC LIMIT 1`,
      )
      .get({ referenceKey, tenantId });
    return row === undefined ? undefined : paymentRow.parse(row);
  }

  /** The attempt that paid a session, refunded or not, else its newest. */
  attemptOfSession(sessionNumber: string): Payment | undefined {
    return this.#one(
      `SELECT * FROM payments WHERE sessionNumber = ?
       ORDER BY status IN (1, 9, 11, 12, 13, 16, 17, 18) DESC, createdAt DESC, rowid DESC LIMIT 1`,
      sessionNumber,
    );
  }

  /** Newest first. */
  list(limit: number): Payment[] {
    return this.#database
      .prepare('SELECT * FROM payments ORDER BY createdAt DESC, rowid DESC LIMIT ?')
      .all(limit)
      .map((row) => paymentRow.parse(row));
  }

  /** A part of the payments that match, newest first, and how many match. */
  search(
    wish: PaymentSearch,
    page: { readonly limit: number; readonly offset: number },
  ): { readonly payments: Payment[]; readonly total: number } {
    const payments = searchPayments(this.#database, wish, page);
    return { payments, total: countPayments(this.#database, wish) };
  }

  /** Payments that were decided in a period and that the merchant has money of, oldest first; read one by one. */
  *paidBetween(from: number, to: number): Generator<Payment> {
    const rows = this.#database
      .prepare(
        'SELECT * FROM payments WHERE paidAmount > 0 AND decidedAt >= ? AND decidedAt < ? ORDER BY decidedAt, rowid',
      )
      .iterate(from, to);
    for (const row of rows) yield paymentRow.parse(row);
  }

  /** Pending payments whose deadline is at or before this time. */
  overdue(time: number): Payment[] {
    return this.#database
      .prepare('SELECT * FROM payments WHERE status = 0 AND expiresAt <= ?')
      .all(time)
      .map((row) => paymentRow.parse(row));
  }

  /** Authorised payments that are held until this time or less. */
  heldTooLong(time: number): Payment[] {
    return this.#database
      .prepare('SELECT * FROM payments WHERE status = 9 AND heldUntil <= ?')
      .all(time)
      .map((row) => paymentRow.parse(row));
  }

  /** Writes the outcome of a payment, provided that its status is still `from`. */
  update(
    { transactionNumber, status, providerTransactionNumber, paidAmount, heldAmount, heldUntil }: Payment,
    change: { from: number; misbehaviour: readonly string[]; decidedAt: number },
  ): void {
    this.#database
      .prepare(
        `UPDATE payments SET status = :status, decidedAt = :decidedAt, misbehaviour = :misbehaviour,
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
        misbehaviour: JSON.stringify(change.misbehaviour),
      });
  }

  /** Follows a refund: no outcome of its own, so the time of its decision stays. */
  setStatus(transactionNumber: string, status: number): void {
    this.#database
      .prepare('UPDATE payments SET status = ? WHERE transactionNumber = ?')
      .run(status, transactionNumber);
  }

  setSums(transactionNumber: string, { paidAmount, heldAmount }: PaymentSums): void {
    this.#database
      .prepare('UPDATE payments SET paidAmount = ?, heldAmount = ? WHERE transactionNumber = ?')
      .run(paidAmount, heldAmount, transactionNumber.toUpperCase());
  }

  /** Notes the card that a payment was tried with, in place of one that was tried before. */
  setCard(
    transactionNumber: string,
    card: CardFacts & Pick<Payment, 'providerMessage' | 'challengeType' | 'paymentToken'>,
  ): void {
    this.#database
      .prepare(
        `UPDATE payments SET cardBrand = :cardBrand, cardLastDigits = :cardLastDigits,
           providerMessage = :providerMessage, challengeType = :challengeType, paymentToken = :paymentToken
         WHERE transactionNumber = :transactionNumber`,
      )
      .run({ transactionNumber, ...card });
  }

  setChannel(transactionNumber: string, channelId: number, providerChannelId: string | null): void {
    this.#database
      .prepare(
        'UPDATE payments SET channelId = ?, providerChannelId = ? WHERE transactionNumber = ? AND status = 0',
      )
      .run(channelId, providerChannelId, transactionNumber);
  }

  /** Ends the attempts of a session that are still open, save one, without telling anybody. */
  endOpenAttempts(
    sessionNumber: string,
    end: { readonly kept?: string; readonly status: number; readonly decidedAt: number },
  ): void {
    this.#database
      .prepare(
        `UPDATE payments SET status = :status, decidedAt = :decidedAt
         WHERE sessionNumber = :sessionNumber AND transactionNumber <> :kept AND status = 0`,
      )
      .run({ sessionNumber, kept: '', ...end });
  }

  setMisbehaviour(transactionNumber: string, names: readonly string[]): void {
    this.#database
      .prepare('UPDATE payments SET misbehaviour = ? WHERE transactionNumber = ?')
      .run(JSON.stringify(names), transactionNumber);
  }

  #one(sql: string, key: string): Payment | undefined {
    const row = this.#database.prepare(sql).get(key);
    return row === undefined ? undefined : paymentRow.parse(row);
  }
}
