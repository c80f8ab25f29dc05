import type { DatabaseSync } from 'node:sqlite';
import { canonicalJson, foldReference } from '@pgw/protocol';
import type { Misbehaviour, Scenario } from '../scenarios.ts';
import { CallbackTable } from './callback-table.ts';
import { transaction } from './database.ts';
import { PaymentTable } from './payment-table.ts';
import type { Ordered, Payment, Session } from './rows.ts';
import { SessionTable } from './session-table.ts';

export interface LedgerOptions {
  readonly database: DatabaseSync;
  readonly misbehaviour: Misbehaviour;
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
  /** Called after a change that may bring a deadline or a callback nearer. */
  readonly onChange: () => void;
}

/** What a merchant asked for, before it has a number. */
export type Order = Omit<Ordered, 'status' | 'createdAt' | 'referenceKey'>;

export interface Decision {
  readonly status: number;
  /** Scenarios that this payment meets from now on, besides the sandbox's own. */
  readonly misbehaviour?: readonly string[];
  /** Wait before the callback, in milliseconds; default 0. */
  readonly callbackDelayMs?: number;
}

const pending = 0;
const success = 1;
const cancelled = 3;
const authorized = 9;
const expired = 10;

/** The rules: which payment may become what, and which callback that causes. Each step is one transaction. */
export class Ledger {
  readonly payments: PaymentTable;
  readonly sessions: SessionTable;
  readonly callbacks: CallbackTable;
  readonly #options: LedgerOptions;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.payments = new PaymentTable(options.database);
    this.sessions = new SessionTable(options.database);
    this.callbacks = new CallbackTable(options.database);
  }

  /** Opens a payment; undefined when this merchant used the reference before, in any letter case. */
  openPayment(order: Order): Payment | undefined {
    return this.#claim(order, () =>
      this.#insertPayment(order, { sessionNumber: null, isHosted: order.channelId === null }),
    );
  }

  /** Opens a hosted session; undefined when this merchant used the reference before. */
  openSession(order: Order): Session | undefined {
    return this.#claim(order, () => {
      const session: Session = { ...this.#opened(order), sessionNumber: this.#number('2037', 10) };
      this.sessions.insert(session);
      return session;
    });
  }

  /** Opens the next attempt of a session. An attempt that is still open gives way to it. */
  openAttempt(session: Session, chosen: Pick<Order, 'channelId' | 'providerChannelId'>): Payment {
    return transaction(this.#options.database, () => {
      const payment = this.#insertPayment(
        { ...session, ...chosen },
        { sessionNumber: session.sessionNumber, isHosted: true },
      );
      this.#supersede(session.sessionNumber, payment.transactionNumber);
      return payment;
    });
  }

  /** The payment as it stands now: one past its deadline has expired. */
  findPayment(transactionNumber: string): Payment | undefined {
    this.expireOverdue();
    return this.payments.find(transactionNumber);
  }

  /** The session as it stands now. */
  findSession(sessionNumber: string): Session | undefined {
    this.expireOverdue();
    return this.sessions.find(sessionNumber);
  }

  /** Gives a pending payment its outcome. False when it has one already. */
  decide(transactionNumber: string, decision: Decision): boolean {
    this.expireOverdue();
    return this.#move(transactionNumber, decision, (status) => status === pending);
  }

  /** Changes the status of any payment, decided or not, as a provider does that thinks again. */
  change(transactionNumber: string, decision: Decision): boolean {
    return this.#move(transactionNumber, decision, (status) => status !== decision.status);
  }

  /** Ends an open session with a status; false when it has ended already. */
  endSession(sessionNumber: string, status: number): boolean {
    const isEnded = transaction(this.#options.database, () => {
      const session = this.sessions.find(sessionNumber);
      if (session === undefined || !this.sessions.move(sessionNumber, pending, status)) return false;
      this.payments.endOpenAttempts(sessionNumber, { status, decidedAt: this.#options.now() });
      // An attempt that ran out together with its session has told so already.
      if (status === expired && this.payments.attemptOfSession(sessionNumber)?.status === expired)
        return true;
      this.#queue(session, this.recordOf({ ...session, status }), { delayMs: 0, own: [] });
      return true;
    });
    this.#options.onChange();
    return isEnded;
  }

  /** Moves whatever is past its deadline to Expired, with its callback. */
  expireOverdue(): void {
    const now = this.#options.now();
    for (const payment of this.payments.overdue(now)) {
      this.#move(payment.transactionNumber, { status: expired }, (status) => status === pending);
    }
    for (const session of this.sessions.overdue(now)) this.endSession(session.sessionNumber, expired);
  }

  /**
   * What a query says of a session: its last attempt under the session's own status. Without an attempt the session's
   * number stands as the transaction number.
   */
  recordOf(session: Session): Payment {
    const last = this.payments.attemptOfSession(session.sessionNumber);
    return {
      transactionNumber: session.sessionNumber,
      providerTransactionNumber: null,
      isHosted: true,
      misbehaviour: [],
      decidedAt: null,
      ...session,
      ...last,
      status: session.status === success ? (last?.status ?? success) : session.status,
    };
  }

  #claim<Opened>(order: Order, open: () => Opened): Opened | undefined {
    const opened = transaction(this.#options.database, () =>
      this.sessions.claimReference(order.tenantId, foldReference(order.referenceCode)) ? open() : undefined,
    );
    this.#options.onChange();
    return opened;
  }

  #opened(order: Order): Ordered {
    return {
      ...order,
      referenceKey: foldReference(order.referenceCode),
      status: pending,
      createdAt: this.#options.now(),
    };
  }

  #insertPayment(order: Order, own: Pick<Payment, 'sessionNumber' | 'isHosted'>): Payment {
    const payment: Payment = {
      ...this.#opened(order),
      ...own,
      transactionNumber: this.#number('2005', 9),
      providerTransactionNumber: null,
      misbehaviour: [],
      decidedAt: null,
    };
    this.payments.insert(payment);
    return payment;
  }

  #move(transactionNumber: string, decision: Decision, mayMove: (status: number) => boolean): boolean {
    const isMoved = transaction(this.#options.database, () => {
      const payment = this.payments.find(transactionNumber);
      if (payment === undefined || !mayMove(payment.status)) return false;
      const own = decision.misbehaviour ?? payment.misbehaviour;
      const status = this.#options.misbehaviour.ofStatus(own)[0]?.status ?? decision.status;
      const decided: Payment = {
        ...payment,
        status,
        providerTransactionNumber: payment.providerTransactionNumber ?? this.#number('P', 6),
      };
      this.payments.update(decided, {
        from: payment.status,
        misbehaviour: own,
        decidedAt: this.#options.now(),
      });
      this.#settleSession(decided);
      this.#queue(decided, decided, { delayMs: decision.callbackDelayMs ?? 0, own });
      return true;
    });
    this.#options.onChange();
    return isMoved;
  }

  #settleSession({ sessionNumber, transactionNumber, status }: Payment): void {
    if (sessionNumber === null || (status !== success && status !== authorized)) return;
    this.sessions.move(sessionNumber, pending, success);
    this.#supersede(sessionNumber, transactionNumber);
  }

  #queue(
    { callbackUrl, tenantId }: Ordered,
    record: Payment,
    { delayMs, own }: { delayMs: number; own: readonly string[] },
  ): void {
    if (callbackUrl === null) return;
    const met: Scenario[] = this.#options.misbehaviour.ofCallback(own);
    if (met.some((scenario) => scenario.callback === 'never')) return;
    const lateMs = met.find((scenario) => scenario.callback === 'late')?.delayMs ?? 0;
    const callback = {
      transactionNumber: record.transactionNumber,
      tenantId,
      url: callbackUrl,
      body: callbackText(record),
      status: record.status,
      isWronglySigned: met.some((scenario) => scenario.callback === 'wrongly-signed'),
      dueAt: this.#options.now() + delayMs + lateMs,
    };
    this.callbacks.insert(callback);
    if (met.some((scenario) => scenario.callback === 'twice')) this.callbacks.insert(callback);
  }

  /** Another attempt took over: those still open are cancelled, and nobody is told. */
  #supersede(sessionNumber: string, kept: string): void {
    this.payments.endOpenAttempts(sessionNumber, { kept, status: cancelled, decidedAt: this.#options.now() });
  }

  #number(prefix: string, randomBytes: number): string {
    return prefix + Buffer.from(this.#options.random(randomBytes)).toString('hex').toUpperCase();
  }
}

/** The body of a callback (observed C); properties without a value are left out. */
function callbackText(payment: Payment): string {
  return canonicalJson({
    amount: payment.amount,
    channelId: payment.channelId,
    currencyCode: payment.currencyCode,
    referenceCode: payment.referenceCode,
    status: payment.status,
    transactionNumber: payment.transactionNumber,
    paymentSessionNumber: payment.sessionNumber,
    providerTransactionNumber: payment.providerTransactionNumber,
  });
}
