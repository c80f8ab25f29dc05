import { foldReference } from '@pgw/protocol';
import { CallbackQueue } from './callback-queue.ts';
import { CallbackTable } from './callback-table.ts';
import { Captures, type Capture } from './captures.ts';
import { transaction } from './database.ts';
import type { Decision } from './decision.ts';
import { nextDeadline } from './deadlines.ts';
import { issuedNumber } from './issued-number.ts';
import { Journal } from './journal.ts';
import type { LedgerOptions } from './ledger-options.ts';
import type { LedgerParts } from './parts.ts';
import { PaymentMoney } from './payment-money.ts';
import { PaymentTable } from './payment-table.ts';
import { PayoutTable } from './payout-table.ts';
import { Payouts } from './payouts.ts';
import { RefundTable } from './refund-table.ts';
import { Refunds } from './refunds.ts';
import { newPayment, type Ordered, type Payment, type Session } from './rows.ts';
import { sessionRecord } from './session-record.ts';
import { SavedCards } from './saved-cards.ts';
import { SessionTable } from './session-table.ts';
import { Wallets } from './wallets.ts';

/** A payment or session that a merchant requests, before it has a number. */
export type Order = Omit<Ordered, 'status' | 'createdAt' | 'referenceKey'>;

const weekMs = 7 * 86_400_000;
const pending = 0;
const success = 1;
const cancelled = 3;
const authorized = 9;
const expired = 10;

/** The rules of payments and sessions: allowed status changes, and their callbacks. Each change is one database transaction. */
export class Ledger {
  readonly payments: PaymentTable;
  readonly sessions: SessionTable;
  readonly callbacks: CallbackTable;
  readonly journal: Journal;
  readonly wallets: Wallets;
  readonly refunds: Refunds;
  readonly refundTable: RefundTable;
  readonly payouts: Payouts;
  readonly captures: Captures;
  readonly savedCards: SavedCards;
  readonly #options: LedgerOptions;
  readonly #money: PaymentMoney;
  readonly #queue: CallbackQueue;

  constructor(options: LedgerOptions) {
    this.#options = options;
    const { database, scenarios, now, onChange } = options;
    this.payments = new PaymentTable(database);
    this.sessions = new SessionTable(database);
    this.callbacks = new CallbackTable(database);
    this.journal = new Journal(database, now);
    this.wallets = new Wallets(database, this.journal, now);
    this.refundTable = new RefundTable(database);
    this.#money = new PaymentMoney(this.journal, this.refundTable);
    this.#queue = new CallbackQueue(this.callbacks, scenarios, now);
    const parts: LedgerParts = {
      database,
      scenarios,
      now,
      onChange,
      journal: this.journal,
      wallets: this.wallets,
      payments: this.payments,
      sessions: this.sessions,
      refunds: this.refundTable,
      money: this.#money,
      queue: this.#queue,
      issueNumber: (prefix) => this.#issueNumber(prefix),
      randomText: (prefix, size) => this.#randomText(prefix, size),
    };
    this.refunds = new Refunds(parts, options.refundDelayMs ?? 5000);
    this.payouts = new Payouts(new PayoutTable(database), parts, options.payoutDelayMs);
    this.captures = new Captures(parts);
    this.savedCards = new SavedCards(parts);
  }

  /** Opens a payment. Returns undefined when this merchant has already used the reference, in any letter case. */
  openPayment(order: Order): Payment | undefined {
    return this.#claim(order, () =>
      this.#insertPayment(order, { sessionNumber: null, isHosted: order.channelId === null }),
    );
  }

  /** Opens a hosted session. Returns undefined when this merchant has already used the reference. */
  openSession(order: Order): Session | undefined {
    return this.#claim(order, () => {
      const session: Session = { ...this.#newOrder(order), sessionNumber: this.#issueNumber('2037') };
      this.sessions.insert(session);
      return session;
    });
  }

  /** Opens the next attempt of a session, and cancels an attempt that is still open. */
  openAttempt(session: Session, chosen: Pick<Order, 'channelId' | 'providerChannelId'>): Payment {
    return transaction(this.#options.database, () => {
      const payment = this.#insertAttempt(session, chosen);
      this.#supersede(session.sessionNumber, payment.transactionNumber);
      return payment;
    });
  }

  /** Finds a payment, after overdue payments have expired. */
  findPayment(transactionNumber: string): Payment | undefined {
    this.expireOverdue();
    return this.payments.find(transactionNumber);
  }

  /** Finds a session, after overdue sessions have expired. */
  findSession(sessionNumber: string): Session | undefined {
    this.expireOverdue();
    return this.sessions.find(sessionNumber);
  }

  /** Sets the outcome of a pending payment. Returns false when it is not pending. */
  decide(transactionNumber: string, decision: Decision): boolean {
    this.expireOverdue();
    return this.#move(transactionNumber, decision, (status) => status === pending);
  }

  /** Changes the status of any payment, also after its outcome, as some providers do. Returns false when it has that status. */
  change(transactionNumber: string, decision: Decision): boolean {
    return this.#move(transactionNumber, decision, (status) => status !== decision.status);
  }

  /** Captures a part of an authorised payment, which is paid after the last capture. Returns undefined when it holds less. */
  capture(transactionNumber: string, amount: number, isLast: boolean): Capture | undefined {
    const captured = transaction(this.#options.database, () => {
      const capture = this.captures.take(transactionNumber, amount, isLast);
      if (capture !== undefined && isLast)
        this.#moveWithin(transactionNumber, { status: success, isBooked: true }, () => true);
      return capture;
    });
    this.#options.onChange();
    return captured;
  }

  /**
   * Ends an authorisation and releases the held amount. The payment gets the given status, or status 1 when a part was captured.
   * Returns false when it is not authorised.
   */
  endAuthorization(transactionNumber: string, decision: Decision): boolean {
    const isEnded = transaction(this.#options.database, () => {
      const payment = this.payments.find(transactionNumber);
      if (payment?.status !== authorized) return false;
      this.payments.setSums(transactionNumber, this.#money.release(payment));
      const status = payment.paidAmount > 0 ? success : decision.status;
      return this.#moveWithin(transactionNumber, { ...decision, status, isBooked: true }, () => true);
    });
    this.#options.onChange();
    return isEnded;
  }

  /** Ends an open session with a status. Returns false when it has already ended. */
  endSession(sessionNumber: string, status: number): boolean {
    const isEnded = transaction(this.#options.database, () => {
      const session = this.sessions.find(sessionNumber);
      if (session === undefined || !this.sessions.move(sessionNumber, pending, status)) return false;
      this.#endAttempt(session, status);
      return true;
    });
    this.#options.onChange();
    return isEnded;
  }

  /** The time of the next automatic change in milliseconds since the epoch; undefined when there is none. */
  nextDeadline(): number | undefined {
    return nextDeadline(this.#options.database);
  }

  /** Makes all automatic changes that are due, with their callbacks: expiries, ends of authorisations, refunds and payouts. */
  expireOverdue(): void {
    const now = this.#options.now();
    this.refunds.resolveDue(now);
    this.payouts.decideDue(now);
    for (const payment of this.payments.overdue(now)) {
      this.#move(payment.transactionNumber, { status: expired }, (status) => status === pending);
    }
    for (const payment of this.payments.findExpiredAuthorizations(now))
      this.endAuthorization(payment.transactionNumber, { status: expired });
    for (const session of this.sessions.overdue(now)) this.endSession(session.sessionNumber, expired);
  }

  /** The payment that the pages show for a session: its last attempt, with the status of the session. */
  recordOf(session: Session): Payment {
    return sessionRecord(session, this.payments.findBySession(session.sessionNumber));
  }

  #claim<Opened>(order: Order, open: () => Opened): Opened | undefined {
    const opened = transaction(this.#options.database, () =>
      this.sessions.claimReference(order.tenantId, foldReference(order.referenceCode)) ? open() : undefined,
    );
    this.#options.onChange();
    return opened;
  }

  #newOrder(order: Order): Ordered {
    return {
      ...order,
      referenceKey: foldReference(order.referenceCode),
      status: pending,
      createdAt: this.#options.now(),
    };
  }

  #insertPayment(order: Order, fields: Pick<Payment, 'sessionNumber' | 'isHosted'>): Payment {
    const payment: Payment = {
      ...this.#newOrder(order),
      ...fields,
      transactionNumber: this.#issueNumber('2005'),
      ...newPayment,
    };
    this.payments.insert(payment);
    return payment;
  }

  /**
   * Ends the open attempt of a session with the session's status. Without an open attempt, a cancelled session gets a cancelled
   * transaction. An expired session gets none, because the shopper has not tried to pay.
   */
  #endAttempt(session: Session, status: number): void {
    const last = this.payments.findBySession(session.sessionNumber);
    const isOpen = last?.status === pending;
    if (!isOpen && status === expired) return;
    const attempt = isOpen ? last : this.#insertAttempt(session, session);
    this.#moveWithin(attempt.transactionNumber, { status }, () => true);
  }

  #insertAttempt(session: Session, chosen: Pick<Order, 'channelId' | 'providerChannelId'>): Payment {
    const { channelId, providerChannelId } = chosen;
    return this.#insertPayment(
      { ...session, channelId, providerChannelId },
      { sessionNumber: session.sessionNumber, isHosted: true },
    );
  }

  #move(transactionNumber: string, decision: Decision, mayMove: (status: number) => boolean): boolean {
    const isMoved = transaction(this.#options.database, () =>
      this.#moveWithin(transactionNumber, decision, mayMove),
    );
    this.#options.onChange();
    return isMoved;
  }

  /** Changes the status within the caller's database transaction. */
  #moveWithin(transactionNumber: string, decision: Decision, mayMove: (status: number) => boolean): boolean {
    const payment = this.payments.find(transactionNumber);
    if (payment === undefined || !mayMove(payment.status)) return false;
    const scenarios = decision.scenarios ?? payment.scenarios;
    const status = this.#options.scenarios.ofStatus(scenarios)[0]?.status ?? decision.status;
    const sums = decision.isBooked === true ? payment : this.#money.follow(payment, status);
    const { paidAmount, heldAmount } = sums;
    const now = this.#options.now();
    const heldUntil = now + (this.#options.authorizationLifetimeMs ?? weekMs);
    const decided: Payment = {
      ...payment,
      status,
      heldUntil: status === authorized ? (payment.heldUntil ?? heldUntil) : payment.heldUntil,
      paidAmount,
      heldAmount,
      providerTransactionNumber: payment.providerTransactionNumber ?? this.#randomText('P', 6),
    };
    this.payments.update(decided, { from: payment.status, scenarios, decidedAt: now });
    this.#settleSession(decided);
    this.#queue.add(decided, decided, { delayMs: decision.callbackDelayMs ?? 0, scenarios });
    return true;
  }

  #settleSession({ sessionNumber, transactionNumber, status }: Payment): void {
    if (sessionNumber === null || (status !== success && status !== authorized)) return;
    this.sessions.move(sessionNumber, pending, success);
    this.#supersede(sessionNumber, transactionNumber);
  }

  /** Cancels the other open attempts of a session, without callbacks. */
  #supersede(sessionNumber: string, kept: string): void {
    this.payments.endOpenAttempts(sessionNumber, { kept, status: cancelled, decidedAt: this.#options.now() });
  }

  #issueNumber(prefix: string): string {
    const { numberLength: length = 25, now, random } = this.#options;
    return issuedNumber(prefix, { length, now: now(), random });
  }

  #randomText(prefix: string, randomBytes: number): string {
    return prefix + Buffer.from(this.#options.random(randomBytes)).toString('hex').toUpperCase();
  }
}
