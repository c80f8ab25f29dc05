import type { GatewayClient } from '@pgw/client';
import { normalizeReference, refundStatus } from '@pgw/protocol';
import { parseInput, parseJson } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';

/** What the gateway reports about one refund. */
export interface RefundReport {
  /** The number of the refund. Null when the record has no number, or only the number of the payment. */
  readonly transactionNumber: string | null;
  /** As received: it may not be an integer. */
  readonly amount: number;
  readonly currencyCode: string;
  /** See `refundStatus` of @pgw/protocol. */
  readonly status: number;
  /** Null or empty when the gateway drops the reason. */
  readonly reason: string | null;
}

type RefundRecord = Awaited<ReturnType<GatewayClient['queryRefund']>>;

/** Returns the refunds of a record. The record itself describes one of them, which the list may not contain. */
export function toRefundReports(record: RefundRecord): readonly RefundReport[] {
  const toNumber = (number: string | null | undefined): string | null =>
    number == null || isSameNumber(number, record.transactionNumber) ? null : number;
  const entries = record.refundPaymentList.map((entry) => ({
    transactionNumber: toNumber(entry.transactionNumber),
    amount: entry.amount,
    currencyCode: entry.currencyCode.toUpperCase(),
    status: entry.refundStatus,
    reason: entry.refundReason ?? null,
  }));
  const own: RefundReport = {
    transactionNumber: toNumber(record.refundTransactionNumber),
    amount: record.amount,
    currencyCode: record.currencyCode.toUpperCase(),
    status: record.refundStatus,
    reason: null,
  };
  if (entries.length === 0) return [own];
  const isListed =
    own.transactionNumber === null ||
    entries.some(({ transactionNumber }) => isSameNumber(transactionNumber, own.transactionNumber));
  return isListed ? entries : [...entries, own];
}

/**
 * Returns one report for each number: the one with the last status. A gateway can list a refund twice, and several
 * callbacks can report the same refund. Reports without a number are kept.
 */
export function combineReports(reports: readonly RefundReport[]): readonly RefundReport[] {
  const byNumber = new Map<string, RefundReport>();
  for (const report of reports) {
    if (report.transactionNumber === null) continue;
    const key = normalizeReference(report.transactionNumber);
    const other = byNumber.get(key);
    if (other === undefined || getProgress(report) >= getProgress(other)) byNumber.set(key, report);
  }
  return reports.filter(
    (report) =>
      report.transactionNumber === null ||
      byNumber.get(normalizeReference(report.transactionNumber)) === report,
  );
}

/** A refund is processed, then returned, then perhaps reversed. A failed refund does not change any more. */
function getProgress({ status }: RefundReport): number {
  const { isFinal, isReturned } = refundStatus(status);
  if (!isFinal) return 0;
  return isReturned ? 1 : 2;
}

/** True if both numbers are present and equal without regard to letter case. */
export function isSameNumber(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && normalizeReference(a) === normalizeReference(b);
}

const callbackRefundSchema = z.looseObject({
  refundTransactionNumber: z.string().min(1).max(100),
  refundAmount: z.number(),
  currencyCode: z.string(),
  status: z.number().int(),
});

/** True for a status that describes a refund. */
export function isRefundStatus(status: number | null): boolean {
  return status !== null && status >= 11 && status <= 18;
}

/** A verified callback, as it was stored. */
export interface CallbackOfRefund {
  readonly status: number;
  readonly rawBody: string;
}

/** True for a callback with a status or a field of a refund. */
export function isAboutRefund({ status, rawBody }: CallbackOfRefund): boolean {
  return isRefundStatus(status) || /"refund(?:TransactionNumber|Amount)"/i.test(rawBody);
}

/**
 * Returns what a verified callback reports about a refund, or undefined. It is used only for channels without
 * refund queries.
 */
export function readCallbackReport({ rawBody }: CallbackOfRefund): RefundReport | undefined {
  const { data } = parseInput(callbackRefundSchema, parseJson(rawBody));
  if (data === undefined || !isRefundStatus(data.status)) return undefined;
  return {
    transactionNumber: data.refundTransactionNumber,
    amount: data.refundAmount,
    currencyCode: data.currencyCode.toUpperCase(),
    status: data.status,
    reason: null,
  };
}
