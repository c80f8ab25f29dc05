import { GatewayFaultError, isSameReference, paymentStatus } from '@pgw/protocol';
import { transactionNotFoundCode } from '@pgw/protocol/internal';
import type { PaymentContext } from '../engine/payment-context.ts';
import { isUndecided, type Operation } from '../model/operations/operation.ts';
import { isEndedState } from '../model/payments/payment-state.ts';
import { type Payment } from '../model/payments/payment.ts';
import type { NoteSource } from '../model/payments/timeline.ts';
import type { DueCallback } from '../model/ports/callbacks.ts';
import { isPaidByCapture } from './decisions/captures.ts';
import { hasFailed } from './decisions/discrepancies.ts';
import { hasOtherPrice } from './decisions/price.ts';
import {
  combineReports,
  isAboutRefund,
  isRefundStatus,
  isSameNumber,
  toRefundReports,
  type RefundReport,
} from './decisions/refund-reports.ts';
import { mayHaveWithheldCalls } from './decisions/withheld-calls.ts';
import { isPayoutChannel, queryRecord, type PaymentRecord } from './gateway-record.ts';
import { hasOperations, plan, selectKind, type PlanRules, type Reports, type Stored } from './plan.ts';
import { findPayingPayment } from './second-payment.ts';

/** Why a payment is synced, and what is read for it. */
export interface SyncRequest {
  /** What caused the sync: a callback, a return, the sweep and so on. Written to the timeline. */
  readonly source: NoteSource;
  /**
   * What is queried. `record` (the default): the record of the payment, and its refunds if the record or a callback reports
   * one. `refunds`: the refunds, and the record if they differ from the stored ones or cannot be queried. `all`: both.
   */
  readonly reads?: 'record' | 'refunds' | 'all';
  /**
   * An unverified transaction number. It is queried when no number is stored, or when the gateway has no
   * record for the stored one. It is used only if the record has the reference of the payment.
   */
  readonly unverifiedNumber?: string | undefined;
  /** See {@link Reports}. */
  readonly received?: readonly DueCallback[];
  /** See {@link Reports}. */
  readonly leased?: readonly DueCallback[];
  /** Called when the gateway has responded to the first query. */
  readonly onResponse?: () => void;
}

/** What was read for a plan. */
export interface Read {
  readonly stored: Stored;
  readonly reports: Reports;
}

/**
 * Reads what a plan needs. What the store has is read before the query about it: a row that changes during the query is not
 * overwritten by an older report.
 *
 * @throws PgwError when the gateway cannot be queried or the store fails.
 */
export async function read(context: PaymentContext, payment: Payment, request: SyncRequest): Promise<Read> {
  const { source, reads = 'record', received = [], leased = [] } = request;
  const inbox = { source, received, leased };
  const compared = reads === 'record' ? undefined : await readRefunds(context, payment);
  if (reads === 'refunds' && compared?.refunds.queried !== undefined) {
    const { operations, refunds } = compared;
    const onlyRefunds: Read = {
      stored: { payment, operations, payingPayment: undefined },
      reports: { ...inbox, refunds, record: undefined, payoutNumber: undefined },
    };
    if (!hasOperations(plan(onlyRefunds.stored, onlyRefunds.reports, getRules(context)))) return onlyRefunds;
  }
  const { record, payoutNumber } = await readRecord(context, payment, request);
  const isOfPayment = record !== null && isSameReference(record.referenceCode, payment.reference);
  if (isOfPayment) await context.onRecord(payment, record);
  const reported =
    compared ?? (isOfPayment ? await readReported(context, payment, { record, ...inbox }) : undefined);
  const mayBePaid = record !== null && paymentStatus(record.status).outcome === 'paid';
  const mayBeSecond = mayBePaid && context.getPrice === undefined && hasOtherPrice(payment);
  const payingPayment = mayBeSecond ? await findPayingPayment(context.store, payment) : undefined;
  const hasCalls = mayBePaid && mayHaveWithheldCalls(payment);
  const calls = hasCalls ? await context.store.list('hooks', payment.reference) : undefined;
  return {
    stored: { payment, operations: reported?.operations, payingPayment, calls },
    reports: { ...inbox, record, payoutNumber, refunds: reported?.refunds },
  };
}

/** Returns what a plan depends on besides what was read. */
export function getRules({ hooks, getPrice, now }: PaymentContext): PlanRules {
  return { hooks, getPrice, now: now() };
}

/** Queries the record of a payment. Null if the gateway has none, or one of another payment or of a payout. */
async function readRecord(
  context: PaymentContext,
  payment: Payment,
  { unverifiedNumber, onResponse }: SyncRequest,
): Promise<{ readonly record: PaymentRecord | null; readonly payoutNumber?: string }> {
  const { transactionNumber, reference } = payment;
  const number = transactionNumber ?? unverifiedNumber;
  if (number === undefined) return { record: null };
  let record = await queryStored(context, payment, number);
  // The stored number may be a session number.
  const isOther = unverifiedNumber !== undefined && !isSameReference(unverifiedNumber, number);
  if (record === undefined && isOther) {
    const other = await queryRecord(context, unverifiedNumber);
    record = other !== undefined && isSameReference(other.referenceCode, reference) ? other : undefined;
  }
  onResponse?.();
  if (record === undefined) return { record: null };
  if (isPayoutChannel(context, record)) return { record: null, payoutNumber: record.transactionNumber };
  const isOfOther = transactionNumber === null && !isSameReference(record.referenceCode, reference);
  return { record: isOfOther ? null : record };
}

/**
 * Queries by the stored number. It is that of a session until a transaction of the session is paid; see
 * `chooseTransactionNumber`. A session without an attempt has no transaction.
 */
async function queryStored(
  context: PaymentContext,
  { channel, transactionNumber, state, gatewayStatus }: Payment,
  number: string,
): Promise<PaymentRecord | undefined> {
  const { endpoint } = context.gateway.profile.hostedPage;
  if (channel !== null || transactionNumber === null || endpoint === 'requestPayment')
    return queryRecord(context, number);
  const isSession = state === 'open' || isEndedState(state);
  const [first, second] = [isSession ? { sessionNumber: number } : number, isSession ? number : undefined];
  const record = await queryRecord(context, first);
  return (
    record ?? (gatewayStatus === null || second === undefined ? undefined : queryRecord(context, second))
  );
}

/** The stored operations of a payment, and the gateway's refunds. */
interface ComparedOperations {
  readonly operations: readonly Operation[];
  readonly refunds?: NonNullable<Reports['refunds']> | undefined;
}

/** Reads the operations of a payment if its record or a callback may be about them. */
async function readReported(
  context: PaymentContext,
  payment: Payment,
  { record, received, leased }: Pick<Reports, 'received' | 'leased'> & { readonly record: PaymentRecord },
): Promise<ComparedOperations | undefined> {
  const { gatewayStatus, capturedAmount, reference } = payment;
  const { status } = record;
  const hasChanged = status !== gatewayStatus;
  const isReported =
    [...received, ...leased].some(isAboutRefund) ||
    (hasChanged && (isRefundStatus(status) || isRefundStatus(gatewayStatus)));
  const mayHaveRefunds = hasChanged && hasFailed(status);
  const mayHaveCaptures = capturedAmount !== null || isPaidByCapture(payment, status);
  if (!isReported && !mayHaveRefunds && !mayHaveCaptures) return undefined;
  const operations = await context.store.list('operations', reference);
  // A payment that ends without money may have been paid: it has refunds, or a refund decides about a capture.
  const mayBePaid = operations.some(
    (operation) => operation.kind === 'refund' || (operation.kind === 'capture' && isUndecided(operation)),
  );
  const isCompared = isReported || (mayHaveRefunds && mayBePaid);
  if (!isCompared) return { operations };
  const transactionNumber = payment.transactionNumber ?? record.transactionNumber;
  return readRefunds(context, { ...payment, transactionNumber }, operations);
}

/** Queries the refunds of a payment. Refunds whose number is not in the record are queried by their number. */
async function readRefunds(
  context: PaymentContext,
  { reference, transactionNumber }: Pick<Payment, 'reference' | 'transactionNumber'>,
  listedOperations?: readonly Operation[],
): Promise<Required<ComparedOperations> & { readonly refunds: NonNullable<Reports['refunds']> }> {
  const operations = listedOperations ?? (await context.store.list('operations', reference));
  const reports = transactionNumber === null ? [] : await queryRefunds(context, transactionNumber);
  if (reports === undefined) return { operations, refunds: { queried: undefined } };
  const list = [...reports];
  for (const { transactionNumber: number } of selectKind(operations, 'refund')) {
    if (number === null || reports.some((report) => isSameNumber(report.transactionNumber, number))) continue;
    const ownReports = (await queryRefunds(context, number)) ?? [];
    list.push(...ownReports.filter((report) => isSameNumber(report.transactionNumber, number)));
  }
  return { operations, refunds: { queried: combineReports(list) } };
}

/** Codes with which the gateway refuses a refund query for a channel (interface document, "Errors"). */
const notQueryableCodes: readonly number[] = [2043, 2130];

/**
 * Queries the gateway's record of the refunds of a payment, or of one refund. Resolves with an empty list when
 * the gateway has none, and with undefined when the channel has no refund queries.
 */
async function queryRefunds(
  { gateway }: PaymentContext,
  transactionNumber: string,
): Promise<readonly RefundReport[] | undefined> {
  try {
    return toRefundReports(await gateway.queryRefund({ transactionNumber }));
  } catch (error) {
    if (!(error instanceof GatewayFaultError)) throw error;
    if (error.fault.code === transactionNotFoundCode) return [];
    if (notQueryableCodes.includes(error.fault.code)) return undefined;
    throw error;
  }
}
