import { normalizeReference } from '@pgw/protocol';
import { runAs } from '../activity/actor.ts';
import { runInTransaction } from '../database/database.ts';
import { isPending, selectDecision, type Decision, type StatusCheck } from './payments/decision.ts';
import { initialPaymentFields } from './payments/payment-table.ts';
import { SavedCards } from './payments/saved-cards.ts';
import { Refunds } from './refunds/refunds.ts';
import { createServices, type LedgerOptions, type LedgerServices } from './services.ts';
import { paymentStatusNumber } from '../catalogue/status-numbers.ts';
import type { Capture, OrderFields, Payment, QueuedCallback, Session } from './tables.ts';
import { Payouts } from './wallets/payouts.ts';

/** The data of a requested payment or session, before it gets a number. */
export type Order = Omit<OrderFields, 'status' | 'createdAt' | 'referenceKey'>;

/** A capture that a merchant requests, with the options of its callback. */
export interface CaptureRequest extends Pick<Decision, 'scenarios' | 'callbackDelayMs'> {
  /** Minor units. */
  readonly amount: number;
  /** True to release the rest of the held amount after this capture. */
  readonly isLast: boolean;
}

const { pending, success, canceled, authorized, expired } = paymentStatusNumber;

/** The rules of payments and sessions. Each change is one database transaction. */
export class Ledger {
  readonly payments: LedgerServices['payments'];
  readonly sessions: LedgerServices['sessions'];
  readonly callbacks: LedgerServices['callbacks'];
  readonly journal: LedgerServices['journal'];
  readonly wallets: LedgerServices['wallets'];
  readonly bookkeeping: LedgerServices['bookkeeping'];
  readonly refundTable: LedgerServices['refunds'];
  readonly refunds: Refunds;
  readonly payoutTable: LedgerServices['payouts'];
  readonly payouts: Payouts;
  readonly savedCards: SavedCards;
  readonly toWireStatus: LedgerServices['toWireStatus'];
  readonly #services: LedgerServices;

  constructor(options: LedgerOptions) {
    const services = createServices(options);
    this.#services = services;
    this.payments = services.payments;
    this.sessions = services.sessions;
    this.callbacks = services.callbacks;
    this.journal = services.journal;
    this.wallets = services.wallets;
    this.bookkeeping = services.bookkeeping;
    this.refundTable = services.refunds;
    this.refunds = new Refunds(services);
    this.payoutTable = services.payouts;
    this.payouts = new Payouts(services);
    this.savedCards = new SavedCards(services);
    this.toWireStatus = services.toWireStatus;
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
        sessionNumber: this.#services.issueNumber('session'),
      };
      this.sessions.insert(session);
      return session;
    });
  }

  /** Opens the next attempt of a session, and cancels an attempt that is still open. */
  openAttempt(session: Session, channel: Pick<Order, 'channelId' | 'providerChannelId'>): Payment {
    return runInTransaction(this.#services.database, () => {
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

  /** Also changes a decided payment, as some providers do. False when the payment already has that status. */
  changeStatus(transactionNumber: string, decision: Decision): boolean {
    return this.#runChange(() =>
      this.#applyDecision(transactionNumber, decision, (old) => old !== decision.status),
    );
  }

  /** The last capture pays the payment. Undefined when it is not authorized, or for too large an amount. */
  capture(transactionNumber: string, request: CaptureRequest): Capture | undefined {
    return this.#runChange(() => {
      const { amount, isLast } = request;
      const { bookkeeping, captures, issueNumber, now } = this.#services;
      const payment = this.payments.find(transactionNumber);
      if (payment?.status !== authorized || amount > payment.heldAmount || amount <= 0) return undefined;
      const sums = bookkeeping.capture(payment, amount);
      this.payments.change(
        payment.transactionNumber,
        isLast ? bookkeeping.release({ ...payment, ...sums }) : sums,
      );
      const capture: Capture = {
        captureNumber: issueNumber('capture'),
        transactionNumber: payment.transactionNumber,
        amount,
        createdAt: now(),
      };
      captures.insert(capture);
      if (isLast)
        this.#applyDecision(transactionNumber, { ...request, status: success, hasJournalEntries: true });
      return capture;
    });
  }

  /** Releases the held amount. A payment with a captured part gets status 1. False when it is not authorized. */
  endAuthorization(transactionNumber: string, decision: Decision): boolean {
    return this.#runChange(() => {
      const payment = this.payments.find(transactionNumber);
      if (payment?.status !== authorized) return false;
      this.payments.change(payment.transactionNumber, this.bookkeeping.release(payment));
      const status = payment.paidAmount > 0 ? success : decision.status;
      return this.#applyDecision(transactionNumber, { ...decision, status, hasJournalEntries: true });
    });
  }

  /** Ends an open session with a status. Returns false when the session has already ended. */
  endSession(sessionNumber: string, status: number): boolean {
    return this.#runChange(() => {
      const session = this.sessions.find(sessionNumber);
      if (session === undefined || !this.#endPending(session.sessionNumber, status)) return false;
      this.#endAttempt(session, status);
      return true;
    });
  }

  /** Sends a callback again, as a new one with the same body. */
  repeatCallback(callback: QueuedCallback): void {
    this.#services.queue.repeat(callback);
    this.#services.onChange();
  }

  /** Makes all automatic changes that are due, with their callbacks. */
  applyDueChanges(): void {
    runAs('gateway', () => {
      const now = this.#services.now();
      this.refunds.resolveDue(now);
      this.payouts.decideDue(now);
      for (const payment of this.payments.list(`status = ${pending} AND expiresAt <= :now`, { now }))
        this.#runChange(() => this.#applyDecision(payment.transactionNumber, { status: expired }, isPending));
      for (const payment of this.payments.list(`status = ${authorized} AND heldUntil <= :now`, { now }))
        this.endAuthorization(payment.transactionNumber, { status: expired });
      for (const session of this.sessions.list(`status = ${pending} AND expiresAt <= :now`, { now }))
        this.endSession(session.sessionNumber, expired);
    });
  }

  /** Runs a change in a database transaction, and then calls `onChange`. */
  #runChange<Result>(change: () => Result): Result {
    const result = runInTransaction(this.#services.database, change);
    this.#services.onChange();
    return result;
  }

  /** Calls `open` if the merchant has not used the reference before, in any letter case. */
  #openWithReference<Opened>(order: Order, open: () => Opened): Opened | undefined {
    return this.#runChange(() =>
      this.#services.references.claim(order.tenantId, order.referenceCode) ? open() : undefined,
    );
  }

  #toOrderFields(order: Order): OrderFields {
    return {
      ...order,
      referenceKey: normalizeReference(order.referenceCode),
      status: pending,
      createdAt: this.#services.now(),
    };
  }

  #insertPayment(order: Order, fields: Pick<Payment, 'sessionNumber' | 'isHosted'>): Payment {
    const payment: Payment = {
      ...this.#toOrderFields(order),
      ...fields,
      transactionNumber: this.#services.issueNumber('payment'),
      ...initialPaymentFields,
    };
    this.payments.insert(payment);
    return payment;
  }

  /** Ends the open attempt of a session. Without one, a canceled session gets a canceled transaction. */
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

  /** Changes the status within the caller's database transaction. Returns false when the status does not allow it. */
  #applyDecision(
    transactionNumber: string,
    decision: Decision,
    isAllowed: StatusCheck = () => true,
  ): boolean {
    const payment = this.payments.find(transactionNumber);
    if (payment === undefined || !isAllowed(payment.status)) return false;
    const selected = selectDecision(payment, decision, this.#services.scenarios);
    if (selected === undefined) return false;
    const { status } = selected;
    const scenarios = [...selected.scenarios];
    const hasEntries = decision.hasJournalEntries === true;
    const { paidAmount, heldAmount } = hasEntries ? payment : this.bookkeeping.applyStatus(payment, status);
    const now = this.#services.now();
    const endOfHold = now + (this.#services.authorizationLifetimeMs ?? 7 * 86_400_000);
    const change = {
      status,
      scenarios,
      decidedAt: now,
      heldUntil: payment.heldUntil ?? (status === authorized ? endOfHold : null),
      paidAmount,
      heldAmount,
      providerTransactionNumber: payment.providerTransactionNumber ?? this.#services.createProviderNumber(),
    };
    const changedPayment: Payment = { ...payment, ...change };
    this.payments.change(payment.transactionNumber, change);
    this.#settleSession(changedPayment);
    this.#services.queue.add(changedPayment, changedPayment, {
      delayMs: decision.callbackDelayMs ?? 0,
      scenarios,
    });
    return true;
  }

  /** Ends a pending session. Returns false when it is not pending. */
  #endPending(sessionNumber: string, status: number): boolean {
    return this.sessions.change(sessionNumber, { status }, `status = ${pending}`);
  }

  /** Sets the status of a session to paid after its payment is paid or authorized. */
  #settleSession({ sessionNumber, transactionNumber, status }: Payment): void {
    if (sessionNumber === null || (status !== success && status !== authorized)) return;
    this.#endPending(sessionNumber, success);
    this.#cancelOtherAttempts(sessionNumber, transactionNumber);
  }

  /** Cancels the other open attempts of a session, without callbacks. */
  #cancelOtherAttempts(sessionNumber: string, excludedNumber: string): void {
    const decidedAt = this.#services.now();
    for (const { transactionNumber } of this.payments.listBy({ sessionNumber, status: pending }))
      if (transactionNumber !== excludedNumber)
        this.payments.change(transactionNumber, { status: canceled, decidedAt });
  }
}
