import type { HealthFindings } from '../model/health.ts';
import { overdueAfterMs } from '../model/operations/operation.ts';
import { listPayments } from '../engine/list-payments.ts';
import type { AccountOption, PaymentContext } from '../engine/payment-context.ts';
import type { TimeInput } from '@pgw/protocol';
import { readTime } from '@pgw/protocol/internal';
import type { AuditFinding } from '../model/audit-finding.ts';
import { hasLostNumber, type Payment } from '../model/payments/payment.ts';

/** The result of an audit. */
export interface Audit {
  /** When it ran, in milliseconds since the Unix epoch. */
  readonly at: number;
  /**
   * The audit covers payments that were created and callbacks that were received since this time, in
   * milliseconds since the Unix epoch.
   */
  readonly since: number;
  /**
   * True if the option `since` was before the retention of timeline entries (`retentionDays.timeline`). The
   * audit then covers only the time for which entries are kept, and `since` of the result is its start.
   */
  readonly isShortened: boolean;
  /** The number of fulfilled payments that were checked. */
  readonly checked: number;
  /** How long the oldest due work has been due, in milliseconds; null when nothing is due. */
  readonly oldestDueWorkMs: number | null;
  /** Empty when the audit found no contradiction. */
  readonly findings: readonly AuditFinding[];
}

/** The options of an audit. */
export interface AuditOptions extends AccountOption {
  /**
   * The start of the range. Default: seven days ago. An audit covers at
   * most the last `retentionDays.timeline` days, because older timeline entries are deleted. With an earlier
   * start, it covers these days and sets `isShortened`.
   */
  readonly since?: TimeInput | undefined;
}

const dayMs = 86_400_000;
const maxReferences = 100;

async function runAudit(
  context: PaymentContext,
  { since, isShortened }: Pick<Audit, 'since' | 'isShortened'>,
): Promise<Audit> {
  const { store, now } = context;
  const at = now();
  const facts = await store.read('audit', { since, limit: maxReferences });
  const unknownTransactions = await store.search('unknownTransactions', { limit: maxReferences });
  const unknownReferences = unknownTransactions
    .filter(({ source, firstSeenAt }) => source === 'callback' && firstSeenAt >= since)
    .map(({ reference }) => reference);
  const oldestDueAt = await store.read('oldestDueAt');
  const before = at - overdueAfterMs;
  const overdue = await store.search('operations', { isOpen: true, before, limit: maxReferences });
  const discrepancies = await store.search('discrepancies', { limit: maxReferences });
  const withoutNumber: Payment[] = [];
  for await (const payment of listPayments(store, { states: ['expired'], since }))
    if (hasLostNumber(payment) && withoutNumber.length < maxReferences) withoutNumber.push(payment);
  const toReferences = (rows: readonly { readonly reference: string }[]): string[] => [
    ...new Set(rows.map(({ reference }) => reference)),
  ];
  const allFindings: readonly AuditFinding[] = [
    { code: 'fulfilled-without-note', references: facts.withoutNote },
    { code: 'order-fulfilled-twice', references: facts.withoutOrder },
    {
      code: 'callback-without-payment',
      references: [...facts.callbacksWithoutPayment, ...unknownReferences].slice(0, maxReferences),
    },
    { code: 'operation-overdue', references: toReferences(overdue) },
    { code: 'payment-without-number', references: toReferences(withoutNumber) },
    { code: 'gateway-differs', references: toReferences(discrepancies) },
  ];
  return {
    at,
    since,
    isShortened,
    checked: facts.checked,
    oldestDueWorkMs: oldestDueAt === null || oldestDueAt > at ? null : at - oldestDueAt,
    findings: allFindings.filter(({ references }) => references.length > 0),
  };
}

/** Runs audits, emits their results and keeps the latest one for `health()`. */
export class Auditor {
  readonly #context: PaymentContext;
  /** The time for which timeline entries are kept. */
  readonly #timelineMs: number;
  #lastAudit: Audit | undefined;

  constructor(context: PaymentContext, timelineDays: number) {
    this.#context = context;
    this.#timelineMs = timelineDays * dayMs;
  }

  async audit(options: AuditOptions = {}): Promise<Audit> {
    const since = options.since === undefined ? undefined : readTime(options.since);
    const { now, emit } = this.#context;
    const startedAt = performance.now();
    const keptSince = now() - this.#timelineMs;
    const audit = await runAudit(this.#context, {
      since: Math.max(since ?? now() - 7 * dayMs, keptSince),
      isShortened: since !== undefined && since < keptSince,
    });
    this.#lastAudit = audit;
    const { findings, checked } = audit;
    const facts = { checked, durationMs: Math.round(performance.now() - startedAt) };
    if (findings.length === 0) {
      const message = 'The audit found no contradiction between fulfillments, orders and callbacks.';
      emit({ level: 'info', event: 'audit-passed', message, ...facts });
    } else {
      emit({ level: 'error', event: 'audit-failed', message: formatFindings(audit), ...facts, findings });
    }
    return audit;
  }

  /** Reports the findings of the latest audit until an audit passes. */
  readonly check = (): HealthFindings => {
    const lastAudit = this.#lastAudit;
    const facts = { lastAuditAt: lastAudit?.at ?? null };
    if (lastAudit === undefined || lastAudit.findings.length === 0) return { facts, problems: [] };
    return {
      facts,
      problems: [{ code: 'audit-failed', status: 'degraded', message: formatFindings(lastAudit) }],
    };
  };
}

/** Findings that the gateway causes. */
const codesWithoutDefect: readonly AuditFinding['code'][] = [
  'operation-overdue',
  'payment-without-number',
  'gateway-differs',
];

const maxListedReferences = 10;

function formatFindings({ findings }: Audit): string {
  const list = findings.map(
    ({ code, references }) => `${code}: ${references.slice(0, maxListedReferences).join(', ')}`,
  );
  const isDefect = findings.some(({ code }) => !codesWithoutDefect.includes(code));
  const nextStep = isDefect ? ', and report a defect' : '';
  return `The audit found problems. ${list.join('. ')}. Inspect these payments (operator.payments.inspect)${nextStep}.`;
}
