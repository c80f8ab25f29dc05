import { isWithinLast } from '../../model/schedule.ts';
import {
  createSentReason,
  firstQueryDelayMs,
  isImportedWithoutNumber,
  isUndecided,
  mayHaveMovedMoney,
  type Operation,
} from '../../model/operations/operation.ts';
import { isSameNumber, type RefundReport } from './refund-reports.ts';

/** A refund in the store and what the gateway reports about it. */
export interface MatchedRefund {
  readonly operation: Operation;
  readonly report: RefundReport;
}

/** The result of a comparison of refunds. Each refund and each report is in one list only. */
export interface RefundMatch {
  readonly matched: readonly MatchedRefund[];
  /** Reports of refunds that the store does not have. */
  readonly unknown: readonly RefundReport[];
  /** Refunds and reports without a reason that may belong together in more than one way. A person decides. */
  readonly undecided: {
    readonly operations: readonly Operation[];
    readonly reports: readonly RefundReport[];
  };
  /** Reports that a later comparison assigns, because the response to a request may still arrive. */
  readonly postponed: readonly RefundReport[];
  /** Refunds of the store without a report. */
  readonly missing: readonly Operation[];
}

/**
 * Assigns the reports of the gateway to the refunds of the store: by number, then by the short id at the end of
 * the reason. A report without a reason is assigned only if exactly one refund can be meant, the amounts are equal, and the
 * gateway has not kept the reason of another refund. No report is assigned twice.
 */
export function matchRefunds(
  operations: readonly Operation[],
  reports: readonly RefundReport[],
  now: number,
): RefundMatch {
  const matched = new Map<Operation, RefundReport>();
  const rest = new Set(reports);
  const match = (operation: Operation, report: RefundReport | undefined): void => {
    if (report === undefined || matched.has(operation)) return;
    matched.set(operation, report);
    rest.delete(report);
  };
  const find = (condition: (report: RefundReport) => boolean): RefundReport | undefined =>
    [...rest].find(condition);
  for (const operation of operations)
    match(
      operation,
      find((report) => isSameNumber(report.transactionNumber, operation.transactionNumber)),
    );
  for (const operation of operations.filter(({ origin }) => origin === 'shop'))
    match(
      operation,
      find((report) => hasShortId(report, operation)),
    );
  // An imported refund without a number is the only one of its payment. A later report may have its number.
  for (const operation of operations.filter(isImportedWithoutNumber))
    match(
      operation,
      find(({ transactionNumber, amount }) => transactionNumber === null || amount === operation.amount),
    );

  const others = operations.filter((operation) => !matched.has(operation));
  const movedOperations = others.filter(
    (operation) => operation.origin === 'shop' && mayHaveMovedMoney(operation),
  );
  const candidates = movedOperations.filter((operation) =>
    [...rest].some((report) => mayDescribe(report, operation)),
  );
  const unnamed = [...rest].filter((report) =>
    candidates.some((operation) => mayDescribe(report, operation)),
  );
  const unknown = [...rest].filter((report) => !unnamed.includes(report));
  const isInFlight = (operation: Operation): boolean =>
    isUndecided(operation) && isWithinLast(firstQueryDelayMs, operation.createdAt, now);
  const [operation, ...otherCandidates] = candidates;
  const [report, ...otherReports] = unnamed;
  if (operation === undefined || report === undefined) return toResult(matched, { unknown, missing: others });
  // The response to a request may still arrive, and it decides.
  if (candidates.some(isInFlight))
    return { ...toResult(matched, { unknown, missing: others }), postponed: unnamed };
  const isOnlyCandidate = otherCandidates.length === 0 && otherReports.length === 0;
  if (isOnlyCandidate && report.amount === operation.amount && !keepsReasons(operations, reports)) {
    match(operation, report);
    return toResult(matched, { unknown, missing: others.filter((other) => other !== operation) });
  }
  const missing = others.filter((other) => !candidates.includes(other));
  return {
    ...toResult(matched, { unknown, missing }),
    undecided: { operations: candidates, reports: unnamed },
  };
}

function toResult(
  matched: ReadonlyMap<Operation, RefundReport>,
  rest: Pick<RefundMatch, 'unknown' | 'missing'>,
): RefundMatch {
  return {
    matched: [...matched].map(([operation, report]) => ({ operation, report })),
    undecided: { operations: [], reports: [] },
    postponed: [],
    ...rest,
  };
}

/** True if the reason in a report ends with the short id of a refund. */
export function hasShortId(
  { reason }: Pick<RefundReport, 'reason'>,
  { shortId }: Pick<Operation, 'shortId'>,
): boolean {
  return reason?.trim().toLowerCase().endsWith(`#${shortId}`) === true;
}

/** True if the gateway has kept the whole reason of a refund of this program. */
function keepsReasons(operations: readonly Operation[], reports: readonly RefundReport[]): boolean {
  return operations.some((operation) => reports.some((report) => hasShortId(report, operation)));
}

/**
 * True if a report may describe a refund although nothing identifies it: its reason was lost, no more was returned than
 * requested, and the numbers do not contradict each other.
 */
function mayDescribe(report: RefundReport, operation: Operation): boolean {
  const hasFreeNumber = report.transactionNumber === null || operation.transactionNumber === null;
  return hasFreeNumber && report.amount <= operation.requestedAmount && isReasonLost(report, operation);
}

/**
 * True for a report without a reason, or with the cut beginning of the reason that was sent. The whole reason of the
 * operator without the short id was written by a person at the gateway.
 */
function isReasonLost({ reason }: RefundReport, operation: Operation): boolean {
  const text = reason?.trim() ?? '';
  return createSentReason(operation).startsWith(text) && text !== operation.reason?.trim();
}
