import { walletEntryType, walletType } from '@pgw/protocol';
import { findRefundPolicy, type RefundPolicy } from '../../catalogue/refund-policies.ts';
import { scenarios as allScenarios, type Scenario } from '../../scenarios/scenarios.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../catalogue/status-numbers.ts';
import { runInTransaction } from '../../database/database.ts';
import type { CallbackOptions } from '../callback-queue.ts';
import { accounts } from '../wallets/journal.ts';
import type { LedgerServices, LedgerRefusal } from '../services.ts';
import { isAllowedChange, toPaymentStatus, refundFaults, findRefundProblem } from './refund-rules.ts';
import type { Payment, Refund } from '../tables.ts';

/** The data of a refund that a merchant requests. */
export interface RefundRequest {
  readonly tenantId: string;
  readonly transactionNumber: string;
  /** Minor units; undefined for the whole remaining amount. */
  readonly amount: number | undefined;
  readonly reason: string;
  /** Returns true when two times are on the same day in the merchant's time zone. */
  readonly isSameDay: (a: number, b: number) => boolean;
  /** Options of the first callback. Default: it is sent now. */
  readonly callbackOptions?: CallbackOptions;
}

const { notAccepted, refunded, processing, failed, refundedWithCharges, reversed, voided } =
  refundStatusNumber;

/** The charge of the scenario `refund-with-charges` in minor units, for channels that deduct no charge. */
const defaultCharge = 50;

/** Which refunds are allowed, their statuses, and their journal entries. Each change is one transaction. */
export class Refunds {
  readonly #services: LedgerServices;

  constructor(services: LedgerServices) {
    this.#services = services;
  }

  /** Opens a refund, or returns the reason of a refusal. */
  request(request: RefundRequest): Refund | LedgerRefusal {
    const { database, payments, onChange } = this.#services;
    const result = runInTransaction(database, () => {
      const payment = payments.find(request.transactionNumber);
      if (payment === undefined || payment.tenantId !== request.tenantId)
        return { code: refundFaults.notFound, message: 'Transaction Not Found' };
      return this.#open(payment, request);
    });
    onChange();
    return result;
  }

  /** The number is that of the payment or of one refund. Returns the reason when the query is refused. */
  query(tenantId: string, number: string): { payment: Payment; refunds: Refund[] } | LedgerRefusal {
    const { payments, refunds, scenarios } = this.#services;
    const refund = refunds.find(number);
    const payment = payments.find(refund?.transactionNumber ?? number);
    if (payment === undefined || payment.tenantId !== tenantId)
      return { code: refundFaults.notFound, message: 'Transaction Not Found' };
    if (scenarios.isOn('refund-misconfigured', payment))
      return allScenarios['refund-misconfigured'].refundFault;
    const policy = findRefundPolicy(payment.channelId);
    if (!policy.isSupported)
      return { code: refundFaults.notSupported, message: 'Channel Not Support Refund' };
    if (!policy.isQueryable)
      return {
        code: refundFaults.queryFailed,
        message: 'Failed To Refund Query: the provider does not support queries.',
      };
    const acceptedRefunds = (
      refund === undefined ? refunds.listBy({ transactionNumber: payment.transactionNumber }) : [refund]
    ).filter(({ status }) => status !== notAccepted);
    if (acceptedRefunds.length === 0)
      return {
        code: refundFaults.notFound,
        message: 'Transaction Not Found: no refund has been processed yet.',
      };
    return { payment, refunds: acceptedRefunds };
  }

  /** Sets the next status of a refund. Returns false when the change is not allowed. */
  decide(refundNumber: string, status: number, callbackOptions: CallbackOptions): boolean {
    const { database, refunds, onChange } = this.#services;
    const isChanged = runInTransaction(database, () => {
      const refund = refunds.find(refundNumber);
      if (refund === undefined || !isAllowedChange(refund.status, status)) return false;
      this.#applyStatus(refund, { status, resolvesTo: null, callbackOptions });
      return true;
    });
    onChange();
    return isChanged;
  }

  /** Sets the final status of the refunds that are due. */
  resolveDue(time: number): void {
    const callbackOptions = { delayMs: 0, scenarios: [] };
    const due = this.#services.refunds.list('dueAt <= :time ORDER BY dueAt, rowid', { time });
    for (const { refundNumber, resolvesTo } of due) {
      if (resolvesTo !== null) this.decide(refundNumber, resolvesTo, callbackOptions);
    }
  }

  #open(payment: Payment, request: RefundRequest): Refund | LedgerRefusal {
    const { refunds, bookkeeping, scenarios } = this.#services;
    const policy = findRefundPolicy(payment.channelId);
    const refundableAmount = bookkeeping.computeRefundableAmount(payment);
    const earlierRefunds = refunds.listBy({ transactionNumber: payment.transactionNumber });
    const problem = findRefundProblem({
      payment,
      isInSuccess: this.#services.toWireStatus(payment) === paymentStatusNumber.success,
      policy,
      earlierRefunds,
      refundableAmount,
      requestedAmount: request.amount,
    });
    if (problem !== undefined) return problem;
    const fault = scenarios.use('refundFault', payment)[0]?.refundFault;
    if (fault !== undefined && fault.isProcessed !== true) return fault;
    const scenario = fault === undefined ? scenarios.use('refund', payment)[0]?.refund : undefined;
    const refund = this.#createRefund(payment, request, {
      amount: request.amount ?? refundableAmount,
      policy,
    });
    const debitRefusal = this.#debitMerchant(refund, payment);
    if (debitRefusal !== undefined) return debitRefusal;
    refunds.insert(refund);
    // The provider accepted the refund, and its response was lost. The refund gets its result after the
    // delay.
    if (fault !== undefined) {
      refunds.change(refund.refundNumber, { resolvesTo: refunded, dueAt: this.#toResultTime() });
      return fault;
    }
    return this.#applyStatus(refund, {
      ...this.#selectStatuses(payment, refund, { policy, scenario, request }),
      callbackOptions: request.callbackOptions ?? { delayMs: 0, scenarios: [] },
    });
  }

  /** Selects the status that the provider gives a refund now, and the status that follows automatically. */
  #selectStatuses(
    payment: Payment,
    { amount }: Refund,
    {
      policy,
      scenario,
      request,
    }: { policy: RefundPolicy; scenario: Scenario['refund']; request: RefundRequest },
  ): { status: number; resolvesTo: number | null } {
    if (scenario !== undefined) return { status: scenario.status, resolvesTo: scenario.resolvesTo ?? null };
    const isWhole = amount === payment.paidAmount;
    const paidAt = payment.decidedAt ?? payment.createdAt;
    if (policy.voidsSameDay && isWhole && request.isSameDay(paidAt, this.#services.now()))
      return { status: voided, resolvesTo: null };
    return { status: policy.status, resolvesTo: policy.status === processing ? refunded : null };
  }

  #createRefund(
    payment: Payment,
    { reason }: RefundRequest,
    { amount, policy }: { amount: number; policy: RefundPolicy },
  ): Refund {
    const { tenantId, transactionNumber, currencyCode } = payment;
    const wallet =
      policy.paidFrom === 'wallet'
        ? this.#services.wallets.findByType(tenantId, walletType.basic, currencyCode)
        : undefined;
    return {
      refundNumber: this.#services.issueNumber('refund'),
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
      createdAt: this.#services.now(),
      decidedAt: null,
    };
  }

  /** Moves the amount from the merchant to the provider. Returns the reason when the balance is too low. */
  #debitMerchant(refund: Refund, payment: Payment): LedgerRefusal | undefined {
    const { amount, reason: description } = refund;
    const entry = { kind: 'refund', type: walletEntryType.refund, amount: -amount, description };
    if (this.#addToMerchant(refund, payment, entry)) return undefined;
    const message = 'Failed To Request Refund: the balance of the wallet is lower than the amount.';
    return { code: refundFaults.failed, message };
  }

  /** Adds an amount to the wallet or the pay-ins of the merchant. Returns false when the balance would be negative. */
  #addToMerchant(
    { walletId, tenantId, refundNumber: transactionNumber, currencyCode }: Refund,
    { channelId, referenceCode }: Payment,
    entry: {
      readonly kind: string;
      readonly type: number;
      readonly amount: number;
      readonly description: string;
    },
  ): boolean {
    const { wallets, journal } = this.#services;
    const { kind, type, amount, description } = entry;
    const from = accounts.clearing(channelId);
    if (walletId !== null) {
      const walletEntry = { type, amount, description, transactionNumber, referenceCode };
      return wallets.addEntryInTransaction(walletId, { ...walletEntry, oppositeAccount: from });
    }
    const to = accounts.receivable(tenantId);
    journal.transfer({ kind, transactionNumber, currencyCode, from, to, amount });
    return true;
  }

  #applyStatus(
    previous: Refund,
    next: { status: number; resolvesTo: number | null; callbackOptions: CallbackOptions },
  ): Refund {
    const { payments, refunds, bookkeeping, queue, now } = this.#services;
    const payment = payments.find(previous.transactionNumber);
    if (payment === undefined) throw new Error(`Refund ${previous.refundNumber} has no payment.`);
    const { status, resolvesTo } = next;
    const policy = findRefundPolicy(payment.channelId);
    const charge =
      status === refundedWithCharges
        ? Math.min(policy.charge || defaultCharge, previous.amount)
        : previous.charge;
    const dueAt = resolvesTo === null ? null : this.#toResultTime();
    const change = { status, charge, resolvesTo, dueAt, decidedAt: now() };
    const refund: Refund = { ...previous, ...change };
    this.#postEntries(refund, payment);
    refunds.change(refund.refundNumber, change);
    const paymentStatus = toPaymentStatus(payment, refund, bookkeeping.computeRefundableAmount(payment));
    if (paymentStatus !== payment.status)
      payments.change(payment.transactionNumber, { status: paymentStatus });
    const payload = { ...payment, status, refund };
    queue.add(payment, payload, {
      ...next.callbackOptions,
      scenarios: [...payment.scenarios, ...next.callbackOptions.scenarios],
    });
    return refund;
  }

  /** Returns the time at which a refund in progress gets its result. */
  #toResultTime(): number {
    const { now, refundDelayMs = 5000 } = this.#services;
    return now() + refundDelayMs;
  }

  #postEntries(refund: Refund, payment: Payment): void {
    const { journal } = this.#services;
    const { refundNumber: transactionNumber, status, charge, currencyCode, amount } = refund;
    const clearing = accounts.clearing(payment.channelId);
    const customerPostings = [
      { account: clearing, amount: -amount },
      { account: accounts.customers, amount: amount - charge },
      { account: accounts.fees, amount: charge },
    ];
    const isRefunded = status === refunded || status === refundedWithCharges || status === voided;
    if (isRefunded)
      journal.post({ kind: 'refunded', transactionNumber, currencyCode, postings: customerPostings });
    if (status === reversed) {
      const postings = customerPostings.map((posting) => ({ ...posting, amount: -posting.amount }));
      journal.post({ kind: 'refund-reversed', transactionNumber, currencyCode, postings });
    }
    if (status !== failed && status !== reversed) return;
    this.#addToMerchant(refund, payment, {
      kind: 'refund-returned',
      type: walletEntryType.reverse,
      amount,
      description: 'The refund failed or was reversed',
    });
  }
}
