import { walletEntryType, walletType } from '@pgw/protocol';
import { refundPolicy, type RefundPolicy } from '../catalogue/refund-policies.ts';
import type { Scenario } from '../scenarios.ts';
import { transaction } from './database.ts';
import type { CallbackOptions } from './callback-queue.ts';
import { accounts } from './journal.ts';
import { isRefusal, type LedgerParts, type LedgerRefusal } from './parts.ts';
import { mayBecome, paymentStatusAfter, refundFaults, refundProblem } from './refund-rules.ts';
import type { Refund } from './refund-table.ts';
import type { Payment } from './rows.ts';

export interface RefundRequest {
  readonly tenantId: string;
  readonly transactionNumber: string;
  /** Minor units; undefined for the whole remaining amount. */
  readonly amount: number | undefined;
  readonly reason: string;
  /** Whether two times are on the same day in the merchant's time zone. */
  readonly isSameDay: (a: number, b: number) => boolean;
}

const processing = 12;
const notAccepted = 0;

/** The rules of refunds: which are allowed, their statuses, and their journal entries. Each change is one database transaction. */
export class Refunds {
  readonly #parts: LedgerParts;
  readonly #delayMs: number;

  constructor(parts: LedgerParts, delayMs: number) {
    this.#parts = parts;
    this.#delayMs = delayMs;
  }

  /** Opens a refund, or returns the reason of a refusal. */
  request(requested: RefundRequest): Refund | LedgerRefusal {
    const { database, payments, onChange } = this.#parts;
    const result = transaction(database, () => {
      const payment = payments.find(requested.transactionNumber);
      if (payment === undefined || payment.tenantId !== requested.tenantId)
        return { code: refundFaults.notFound, message: 'Transaction Not Found' };
      return this.#open(payment, requested);
    });
    onChange();
    return result;
  }

  /** The refunds of a payment, oldest first, by the number of the payment or of one refund; or the reason of a refusal. */
  query(tenantId: string, number: string): { payment: Payment; refunds: Refund[] } | LedgerRefusal {
    const { payments, refunds, scenarios } = this.#parts;
    const one = refunds.find(number);
    const payment = payments.find(one?.transactionNumber ?? number);
    if (payment === undefined || payment.tenantId !== tenantId)
      return { code: refundFaults.notFound, message: 'Transaction Not Found' };
    const fault = scenarios.ofRefundQuery(payment.scenarios);
    if (fault !== undefined) return fault;
    const policy = refundPolicy(payment.channelId);
    if (!policy.isSupported)
      return { code: refundFaults.notSupported, message: 'Channel Not Support Refund' };
    if (!policy.isQueryable)
      return {
        code: refundFaults.queryFailed,
        message: 'Failed To Refund Query: the provider does not support queries.',
      };
    const listed = (one === undefined ? refunds.of(payment.transactionNumber) : [one]).filter(
      ({ status }) => status !== notAccepted,
    );
    if (listed.length === 0)
      return {
        code: refundFaults.notFound,
        message: 'Transaction Not Found: no refund has been processed yet.',
      };
    return { payment, refunds: listed };
  }

  /** Sets the next status of a refund. Returns false when that change is not allowed. */
  decide(refundNumber: string, status: number, callback: CallbackOptions): boolean {
    const { database, refunds, onChange } = this.#parts;
    const isMoved = transaction(database, () => {
      const refund = refunds.find(refundNumber);
      if (refund === undefined || !mayBecome(refund.status, status)) return false;
      this.#changeTo(refund, { status, resolvesTo: null, callback });
      return true;
    });
    onChange();
    return isMoved;
  }

  /** Resolves the refunds that are due. */
  resolveDue(time: number): void {
    const callback = { delayMs: 0, scenarios: [] };
    for (const { refundNumber, resolvesTo } of this.#parts.refunds.due(time)) {
      if (resolvesTo !== null) this.decide(refundNumber, resolvesTo, callback);
    }
  }

  #open(payment: Payment, requested: RefundRequest): Refund | LedgerRefusal {
    const { refunds, money, scenarios } = this.#parts;
    const policy = refundPolicy(payment.channelId);
    const remaining = money.remaining(payment);
    const earlier = refunds.of(payment.transactionNumber);
    const problem = refundProblem({ payment, policy, earlier, remaining, requested: requested.amount });
    if (problem !== undefined) return problem;
    const fault = scenarios.ofRefundFault(payment.scenarios);
    if (fault !== undefined && fault.code !== refundFaults.timedOut) return fault;
    const scenario = fault === undefined ? scenarios.ofRefund(payment.scenarios) : undefined;
    const refund = this.#newRefund(payment, requested, { amount: requested.amount ?? remaining, policy });
    const paid = this.#debitMerchant(refund, payment);
    if (isRefusal(paid)) return paid;
    refunds.insert(refund);
    const callback = { delayMs: 0, scenarios: payment.scenarios };
    // The provider accepted the refund and its response was lost. The refund is done after the delay.
    if (fault !== undefined) {
      refunds.update({ ...refund, resolvesTo: 11, dueAt: this.#parts.now() + this.#delayMs });
      return fault;
    }
    return this.#changeTo(refund, {
      ...this.#nextStatuses(payment, refund, { policy, scenario, requested }),
      callback,
    });
  }

  /** The status that the provider gives a refund now, and the one that follows automatically. */
  #nextStatuses(
    payment: Payment,
    { amount }: Refund,
    {
      policy,
      scenario,
      requested,
    }: { policy: RefundPolicy; scenario: Scenario['refund']; requested: RefundRequest },
  ): { status: number; resolvesTo: number | null } {
    if (scenario !== undefined) return { resolvesTo: null, ...scenario };
    const isWhole = amount === payment.paidAmount;
    const paidAt = payment.decidedAt ?? payment.createdAt;
    if (policy.voidsSameDay && isWhole && requested.isSameDay(paidAt, this.#parts.now()))
      return { status: 18, resolvesTo: null };
    return { status: policy.status, resolvesTo: policy.status === processing ? 11 : null };
  }

  #newRefund(
    payment: Payment,
    { reason }: RefundRequest,
    { amount, policy }: { amount: number; policy: RefundPolicy },
  ): Refund {
    const { tenantId, transactionNumber, currencyCode } = payment;
    const wallet =
      policy.paidFrom === 'wallet'
        ? this.#parts.wallets
            .list(tenantId)
            .find((one) => one.walletType === walletType.basic && one.currencyCode === currencyCode)
        : undefined;
    return {
      refundNumber: this.#parts.issueNumber('2011'),
      tenantId,
      transactionNumber,
      amount,
      charge: 0,
      currencyCode,
      reason,
      status: notAccepted,
      walletId: wallet?.id ?? null,
      resolvesTo: null,
      dueAt: null,
      createdAt: this.#parts.now(),
      decidedAt: null,
    };
  }

  /** Moves the amount from the merchant to the provider. */
  #debitMerchant(refund: Refund, payment: Payment): LedgerRefusal | Refund {
    const { wallets, journal } = this.#parts;
    const { walletId, amount, refundNumber, currencyCode, reason } = refund;
    const clearing = accounts.clearing(payment.channelId);
    if (walletId === null) {
      const from = accounts.receivable(refund.tenantId);
      journal.move({
        kind: 'refund',
        transactionNumber: refundNumber,
        currencyCode,
        from,
        to: clearing,
        amount,
      });
      return refund;
    }
    const isBooked = wallets.book(walletId, {
      type: walletEntryType.refund,
      amount: -amount,
      transactionNumber: refundNumber,
      referenceCode: payment.referenceCode,
      description: reason,
      against: clearing,
    });
    if (isBooked) return refund;
    const message = 'Failed To Request Refund: the balance of the wallet is lower than the amount.';
    return { code: refundFaults.failed, message };
  }

  #changeTo(
    before: Refund,
    next: { status: number; resolvesTo: number | null; callback: CallbackOptions },
  ): Refund {
    const { payments, refunds, money, queue, now } = this.#parts;
    const payment = payments.find(before.transactionNumber);
    if (payment === undefined) throw new Error(`Refund ${before.refundNumber} has no payment.`);
    const { status, resolvesTo } = next;
    const policy = refundPolicy(payment.channelId);
    const charge = status === 16 ? Math.min(policy.charge || 50, before.amount) : before.charge;
    const dueAt = resolvesTo === null ? null : now() + this.#delayMs;
    const refund: Refund = { ...before, status, charge, resolvesTo, dueAt, decidedAt: now() };
    this.#book(before, refund, payment);
    refunds.update(refund);
    const follows = paymentStatusAfter(payment, refund, money.remaining(payment));
    if (follows !== payment.status) payments.setStatus(payment.transactionNumber, follows);
    const payload = { ...payment, status, refund };
    queue.add(payment, payload, {
      ...next.callback,
      scenarios: [...payment.scenarios, ...next.callback.scenarios],
    });
    return refund;
  }

  #book(before: Refund, { status, charge, ...refund }: Refund, payment: Payment): void {
    const { journal } = this.#parts;
    const { refundNumber: transactionNumber, currencyCode, amount } = refund;
    const clearing = accounts.clearing(payment.channelId);
    const toCustomer = [
      { account: clearing, amount: -amount },
      { account: accounts.customers, amount: amount - charge },
      { account: accounts.fees, amount: charge },
    ];
    const isGiven = status === 11 || status === 16 || status === 18;
    if (isGiven) journal.post({ kind: 'refunded', transactionNumber, currencyCode, postings: toCustomer });
    if (status === 17) {
      const postings = toCustomer.map((posting) => ({ ...posting, amount: -posting.amount }));
      journal.post({ kind: 'refund-reversed', transactionNumber, currencyCode, postings });
    }
    if (status === 13 || status === 17) this.#creditMerchant(before, payment);
  }

  /** Returns the amount to the merchant. */
  #creditMerchant(
    { walletId, amount, refundNumber, currencyCode, tenantId }: Refund,
    payment: Payment,
  ): void {
    const { wallets, journal } = this.#parts;
    const clearing = accounts.clearing(payment.channelId);
    if (walletId === null) {
      const to = accounts.receivable(tenantId);
      journal.move({
        kind: 'refund-returned',
        transactionNumber: refundNumber,
        currencyCode,
        from: clearing,
        to,
        amount,
      });
      return;
    }
    wallets.book(walletId, {
      type: walletEntryType.reverse,
      amount,
      transactionNumber: refundNumber,
      referenceCode: payment.referenceCode,
      description: 'The refund failed or was reversed',
      against: clearing,
    });
  }
}
