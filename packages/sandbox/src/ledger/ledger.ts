import { normalizeReference } from '@pgw/protocol';
import { runAs } from '../activity/actor.ts';
import { paymentStatusNumber } from './status-numbers.ts';
import { CallbackQueue } from './callbacks/callback-queue.ts';
import { CallbackTable } from './callbacks/callback-table.ts';
import { Captures, type Capture, type CaptureRequest } from './payments/captures.ts';
import { runInTransaction } from './database.ts';
import { isPending, selectDecision, type Decision, type StatusCheck } from './payments/decision.ts';
import { findNextDeadline } from './deadlines.ts';
import { createIdentifiers, type Identifiers } from './identifiers.ts';
import { Journal } from './wallets/journal.ts';
import type { LedgerOptions } from './ledger-options.ts';
import type { LedgerServices } from './services.ts';
import { PaymentBookkeeping } from './payments/payment-bookkeeping.ts';
import { PaymentTable } from './payments/payment-table.ts';
import { PayoutTable } from './wallets/payout-table.ts';
import { Payouts } from './wallets/payouts.ts';
import { RefundTable } from './refunds/refund-table.ts';
import { Refunds } from './refunds/refunds.ts';
import { initialPaymentFields, type OrderFields, type Payment, type Session } from './rows.ts';
import { SavedCards } from './payments/saved-cards.ts';
import { SessionTable } from './payments/session-table.ts';
import { Wallets } from './wallets/wallets.ts';
import { createWireStatus } from './payments/wire-status.ts';

/** The data of a requested payment or session, before it gets a number. */
export type Order = Omit<OrderFields, 'status' | 'createdAt' | 'referenceKey'>;

const { pending, success, canceled, authorized, expired } = paymentStatusNumber;

/** The rules of payments and sessions. Each change is one database transaction. */
export class Ledger {
  readonly payments: PaymentTable;
  readonly sessions: SessionTable;
  readonly callbacks: CallbackTable;
  readonly journal: Journal;
  readonly wallets: Wallets;
  readonly refunds: Refunds;
  readonly refundTable: RefundTable;
  readonly payouts: Payouts;
  readonly payoutTable: PayoutTable;
  readonly captures: Captures;
  readonly savedCards: SavedCards;
  readonly toWireStatus: LedgerServices['toWireStatus'];
  readonly #options: LedgerOptions;
  readonly #identifiers: Identifiers;
  readonly #bookkeeping: PaymentBookkeeping;
  readonly #queue: CallbackQueue;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#identifiers = createIdentifiers(options);
    const { database, scenarios, now, onChange } = options;
    this.payments = new PaymentTable(database);
    this.sessions = new SessionTable(database);
    this.callbacks = new CallbackTable(database);
    this.journal = new Journal(database, now);
    this.wallets = new Wallets(database, this.journal, now);
    this.refundTable = new RefundTable(database);
    this.payoutTable = new PayoutTable(database);
    this.#bookkeeping = new PaymentBookkeeping(this.journal, this.refundTable);
    this.toWireStatus = createWireStatus(this, options.preset);
    this.#queue = new CallbackQueue(this.callbacks, { scenarios, now, toWireStatus: this.toWireStatus });
    const services: LedgerServices = {
      database,
      scenarios,
      now,
      onChange,
      journal: this.journal,
      wallets: this.wallets,
      payments: this.payments,
      sessions: this.sessions,
      refunds: this.refundTable,
      bookkeeping: this.#bookkeeping,
      queue: this.#queue,
      toWireStatus: this.toWireStatus,
      ...this.#identifiers,
    };
    this.refunds = new Refunds(services, options.refundDelayMs ?? 5000);
    this.payouts = new Payouts(this.payoutTable, services, options.payoutDelayMs);
    this.captures = new Captures(services);
    this.savedCards = new SavedCards(services);
  }

  /** Opens a payment. Returns undefined when the merchant has already used the reference. */
  openPayment(order: Order): Payment | undefined {
    return this.#openWithReference(order, () =>
      this.#insertPayment(order, { sessionNumber: null, isHosted: order.channelId === null }),
    );
  }

  /** Opens a hosted session. Returns undefined when the merchant has already used the reference. */
  openSession(order: Order): Session | undefined {
    return this.#openWithReference(order, () => {
      const session: Session = {
        ...this.#toOrderFields(order),
        sessionNumber: this.#identifiers.issueNumber('session'),
      };
      this.sessions.insert(session);
      return session;
    });
  }

  /** Opens the next attempt of a session, and cancels an attempt that is still open. */
  openAttempt(session: Session, channel: Pick<Order, 'channelId' | 'providerChannelId'>): Payment {
    return runInTransaction(this.#options.database, () => {
      const payment = this.#insertAttempt(session, channel);
      this.#cancelOtherAttempts(session.sessionNumber, payment.transactionNumber);
      return payment;
    });
  }

  /** Finds a payment, after the automatic changes that are due. */
  findPayment(transactionNumber: string): Payment | undefined {
    this.applyDueChanges();
    return this.payments.find(transactionNumber);
  }

  /** Finds a session, after the automatic changes that are due. */
  findSession(sessionNumber: string): Session | undefined {
    this.applyDueChanges();
    return this.sessions.find(sessionNumber);
  }

  /** Sets the outcome of a pending payment. Returns false when the payment was not pending or stays pending. */
  decide(transactionNumber: string, outcome: Decision): boolean {
    this.applyDueChanges();
    const decision = { ...outcome, mayHaveTestAmount: true };
    return this.#runChange(() => this.#applyDecision(transactionNumber, decision, isPending));
  }

  /**
   * Changes the status of any payment, also of a decided one, as some providers do. Returns false when the
   * payment already has that status.
   */
  changeStatus(transactionNumber: string, decision: Decision): boolean {
    return this.#runChange(() =>
      this.#applyDecision(transactionNumber, decision, (old) => old !== decision.status),
    );
  }

  /**
   * Captures a part of an authorized payment. The last capture makes the payment paid, and sends a callback.
   * Returns undefined when the payment is not authorized, or when the amount is above the held amount.
   */
  capture(transactionNumber: string, request: CaptureRequest): Capture | undefined {
    return this.#runChange(() => {
      const capture = this.captures.capturePart(transactionNumber, request);
      if (capture !== undefined && request.isLast)
        this.#applyDecision(transactionNumber, { ...request, status: success, hasJournalEntries: true });
      return capture;
    });
  }

  /**
   * Ends an authorization and releases the held amount. The payment gets the status of the decision, or
   * status 1 (success) when a part was captured. Returns false when the payment is not authorized.
   */
  endAuthorization(transactionNumber: string, decision: Decision): boolean {
    return this.#runChange(() => {
      const payment = this.payments.find(transactionNumber);
      if (payment?.status !== authorized) return false;
      this.payments.setSums(transactionNumber, this.#bookkeeping.release(payment));
      const status = payment.paidAmount > 0 ? success : decision.status;
      return this.#applyDecision(transactionNumber, { ...decision, status, hasJournalEntries: true });
    });
  }

  /** Ends an open session with a status. Returns false when the session has already ended. */
  endSession(sessionNumber: string, status: number): boolean {
    return this.#runChange(() => {
      const session = this.sessions.find(sessionNumber);
      if (session === undefined || !this.sessions.changeStatus(sessionNumber, pending, status)) return false;
      this.#endAttempt(session, status);
      return true;
    });
  }

  /** Finds the time of the next automatic change, in milliseconds since the epoch. */
  findNextDeadline(): number | undefined {
    return findNextDeadline(this.#options.database);
  }

  /**
   * Makes all automatic changes that are due, with their callbacks. They are expiries, ends of
   * authorizations, results of refunds, and decisions of payouts.
   */
  applyDueChanges(): void {
    runAs('gateway', () => {
      const now = this.#options.now();
      this.refunds.resolveDue(now);
      this.payouts.decideDue(now);
      for (const payment of this.payments.findOverdue(now))
        this.#runChange(() => this.#applyDecision(payment.transactionNumber, { status: expired }, isPending));
      for (const payment of this.payments.findExpiredAuthorizations(now))
        this.endAuthorization(payment.transactionNumber, { status: expired });
      for (const session of this.sessions.findOverdue(now)) this.endSession(session.sessionNumber, expired);
    });
  }

  /** Runs a change in a database transaction, and then calls `onChange`. */
  #runChange<Result>(change: () => Result): Result {
    const result = runInTransaction(this.#options.database, change);
    this.#options.onChange();
    return result;
  }

  /** Calls `open` if the merchant has not used the reference before, in any letter case. */
  #openWithReference<Opened>(order: Order, open: () => Opened): Opened | undefined {
    const reference = normalizeReference(order.referenceCode);
    return this.#runChange(() =>
      this.sessions.claimReference(order.tenantId, reference) ? open() : undefined,
    );
  }

  #toOrderFields(order: Order): OrderFields {
    return {
      ...order,
      referenceKey: normalizeReference(order.referenceCode),
      status: pending,
      createdAt: this.#options.now(),
    };
  }

  #insertPayment(order: Order, fields: Pick<Payment, 'sessionNumber' | 'isHosted'>): Payment {
    const payment: Payment = {
      ...this.#toOrderFields(order),
      ...fields,
      transactionNumber: this.#identifiers.issueNumber('payment'),
      ...initialPaymentFields,
    };
    this.payments.insert(payment);
    return payment;
  }

  /**
   * Ends the open attempt of a session. Without one, a canceled session gets a canceled transaction.
   */
  #endAttempt(session: Session, status: number): void {
    const lastAttempt = this.payments.findBySession(session.sessionNumber);
    const isOpen = lastAttempt?.status === pending;
    if (!isOpen && status === expired) return;
    const attempt = isOpen ? lastAttempt : this.#insertAttempt(session, session);
    this.#applyDecision(attempt.transactionNumber, { status });
  }

  #insertAttempt(session: Session, channel: Pick<Order, 'channelId' | 'providerChannelId'>): Payment {
    const { channelId, providerChannelId } = channel;
    return this.#insertPayment(
      { ...session, channelId, providerChannelId },
      { sessionNumber: session.sessionNumber, isHosted: true },
    );
  }

  /**
   * Changes the status within the caller's database transaction. Returns false when the payment does not
   * exist, or when its current status does not allow the change.
   */
  #applyDecision(
    transactionNumber: string,
    decision: Decision,
    isAllowed: StatusCheck = () => true,
  ): boolean {
    const payment = this.payments.find(transactionNumber);
    if (payment === undefined || !isAllowed(payment.status)) return false;
    const selected = selectDecision(payment, decision, this.#options.scenarios);
    if (selected === undefined) return false;
    const { status, scenarios } = selected;
    const hasEntries = decision.hasJournalEntries === true;
    const { paidAmount, heldAmount } = hasEntries ? payment : this.#bookkeeping.applyStatus(payment, status);
    const now = this.#options.now();
    const endOfHold = now + (this.#options.authorizationLifetimeMs ?? 7 * 86_400_000);
    const changedPayment: Payment = {
      ...payment,
      status,
      heldUntil: payment.heldUntil ?? (status === authorized ? endOfHold : null),
      paidAmount,
      heldAmount,
      providerTransactionNumber:
        payment.providerTransactionNumber ?? this.#identifiers.createProviderNumber(),
    };
    this.payments.update(changedPayment, { from: payment.status, scenarios, decidedAt: now });
    this.#settleSession(changedPayment);
    this.#queue.add(changedPayment, changedPayment, { delayMs: decision.callbackDelayMs ?? 0, scenarios });
    return true;
  }

  /** Sets the status of a session to paid after its payment is paid or authorized. */
  #settleSession({ sessionNumber, transactionNumber, status }: Payment): void {
    if (sessionNumber === null || (status !== success && status !== authorized)) return;
    this.sessions.changeStatus(sessionNumber, pending, success);
    this.#cancelOtherAttempts(sessionNumber, transactionNumber);
  }

  /** Cancels the other open attempts of a session, without callbacks. */
  #cancelOtherAttempts(sessionNumber: string, excludedNumber: string): void {
    const decidedAt = this.#options.now();
    this.payments.endOpenAttempts(sessionNumber, { excludedNumber, status: canceled, decidedAt });
  }
}
