import { setTimeout as wait } from 'node:timers/promises';
import { endSentence, getErrorMessage } from '@pgw/protocol/internal';
import { isWrongAccount } from './ports/account-store.ts';

/** What a health check found. */
export interface HealthProblem {
  /** A stable code. */
  readonly code: HealthProblemCode;
  /**
   * `failing`: this process cannot serve payments. `degraded`: it can serve them, but an operator must act.
   */
  readonly status: 'degraded' | 'failing';
  /** What is wrong, the likely cause, and the next step. */
  readonly message: string;
}

/** The code of a health problem, with its status. For `sweep-stalled` and `work-overdue`, 10 minutes are three times `sweepIntervalMs` if that is longer. */
export type HealthProblemCode =
  /**
   * `failing`: the store cannot be opened, fails, does not respond within 2 s, or cannot be written since a failed write. What to do: check the
   * database and the free space of its disk.
   */
  | 'store-unavailable'
  /**
   * `failing`: the store belongs to another merchant, or to the merchant at another gateway. The message names both. What to do: use another file or
   * database, or add the account with `pgw-express accounts add`.
   */
  | 'wrong-account'
  /** `failing`: `checkout.close()` was called. What to do: nothing, because other processes serve requests. */
  | 'closing'
  /**
   * `failing`: this process runs sweeps, and has not finished one for 10 minutes. What to do: look for the events `store-failed` and `sync-failed`,
   * and restart the process.
   */
  | 'sweep-stalled'
  /**
   * `degraded`: the circuit breaker of this process is open, because the gateway does not respond. What to do: check its status page and the
   * connection. The circuit breaker closes by itself.
   */
  | 'gateway-down'
  /**
   * `degraded`: a callback, a query, a refund or a fulfillment has been due for 10 minutes. What to do: check that a process runs sweeps, or raise
   * `limits.queriesPerSecond`.
   */
  | 'work-overdue'
  /**
   * `degraded`: the store has work of another account that has been due for 10 minutes, and no process has swept the account for 15 minutes. What to
   * do: start a checkout with that account until its work is done. `pgw-express accounts list` shows it.
   */
  | 'account-unswept'
  /**
   * `degraded`: in a checkout with several accounts, `accounts.find` returns no valid options for accounts with due work. What to do: read the events
   * `account-unavailable`, and correct the data of these accounts.
   */
  | 'account-unavailable'
  /**
   * `degraded`: a refund, a capture or a payout has had no final outcome for three days. What to do: look it up at the gateway, and store its
   * outcome, such as with `operator.refunds.resolve`.
   */
  | 'operation-overdue'
  /**
   * `degraded`: the comparison of the refunds with the gateway has found a discrepancy. What to do: read `operator.discrepancies.list`, and correct
   * or accept each one.
   */
  | 'gateway-differs'
  /**
   * `degraded`: the latest audit (`operator.audits.run`) has found problems. What to do: inspect the payments that the message names. Report a
   * defect, unless the finding is `operation-overdue`, `payment-without-number` or `gateway-differs`.
   */
  | 'audit-failed'
  /**
   * `degraded`: a power failure can lose what the store has confirmed, because of a setting of the database, or because its file system is not kept.
   * What to do: change the setting that the message names; see docs/reliability.md#durability-of-the-store.
   */
  | 'store-not-durable'
  /**
   * `degraded`: comparisons of payments that have an outcome are late by more than a day. What to do: check that a process runs sweeps, or raise
   * `limits.recheckQueriesPerDay` and `limits.queriesPerSecond`.
   */
  | 'rechecks-late'
  /**
   * `degraded`: the store is older than its history mark: a backup was restored, or the newest writes were lost. What to do: follow
   * docs/restoring.md, then call `operator.history.acknowledgeLoss`.
   */
  | 'history-lost';

/** What the checks measured. */
export interface HealthFacts {
  /** `unavailable` while the store cannot be opened, rejects, or does not respond in time. */
  readonly store: 'open' | 'unavailable';
  /**
   * The time since the oldest due work became due, in milliseconds. Work is a callback to handle, a payment
   * or a refund to query, or a fulfillment. Null when nothing is due, or while the store is unavailable.
   */
  readonly oldestDueWorkMs: number | null;
  /** `down` while the circuit breaker of this process's gateway client is open. */
  readonly gateway: 'up' | 'down';
  /**
   * When this process last finished an audit, in milliseconds since the Unix epoch; null before the first
   * one.
   */
  readonly lastAuditAt: number | null;
  /**
   * When this process last finished a sweep, in milliseconds since the Unix epoch; null before the first one.
   */
  readonly lastSweepAt: number | null;
}

/** The health of a checkout in this process. */
export interface Health extends HealthFacts {
  /** The worst status among the problems; `ok` when there are none. */
  readonly status: 'ok' | 'degraded' | 'failing';
  /** What is wrong, at most one problem for each code. Empty when `status` is `ok`. */
  readonly problems: readonly HealthProblem[];
}

/** The result of one health check. */
export interface HealthFindings {
  readonly facts?: Partial<HealthFacts>;
  readonly problems: readonly HealthProblem[];
}

/** One check. To add another, append it to the list in `background.ts`. */
export type HealthCheck = () => HealthFindings | Promise<HealthFindings>;

/** The time limit of a check. Load balancers usually wait five seconds for a response. */
const checkTimeoutMs = 2_000;

/**
 * Runs all checks and combines their findings. A check that rejects or exceeds its time limit counts as an
 * unavailable store.
 */
export async function runHealthChecks(
  checks: readonly HealthCheck[],
  timeoutMs = checkTimeoutMs,
): Promise<Health> {
  const findings = await Promise.all(checks.map((check) => runCheck(check, timeoutMs)));
  const allProblems = findings.flatMap((finding) => finding.problems);
  const problems = new Map(allProblems.map((problem) => [problem.code, problem]));
  const statuses = [...problems.values()].map(({ status }) => status);
  const facts: HealthFacts = {
    store: 'unavailable',
    gateway: 'up',
    oldestDueWorkMs: null,
    lastSweepAt: null,
    lastAuditAt: null,
  };
  return {
    status: statuses.includes('failing') ? 'failing' : (statuses[0] ?? 'ok'),
    ...findings.reduce((combined, finding) => ({ ...combined, ...finding.facts }), facts),
    problems: [...problems.values()],
  };
}

async function runCheck(check: HealthCheck, timeoutMs: number): Promise<HealthFindings> {
  const timeoutController = new AbortController();
  const timeout = wait(timeoutMs, undefined, { signal: timeoutController.signal, ref: false });
  const timedOut = timeout.then(
    () => createUnavailableFindings(`it did not respond within ${timeoutMs} ms`),
    // The wait was aborted because the check has finished. This value is not used.
    () => ({ problems: [] }),
  );
  try {
    return await Promise.race([Promise.resolve().then(check), timedOut]);
  } catch (error) {
    if (isWrongAccount(error))
      return { problems: [{ code: 'wrong-account', status: 'failing', message: error.message }] };
    return createUnavailableFindings(getErrorMessage(error));
  } finally {
    timeoutController.abort();
  }
}

function createUnavailableFindings(reason: string): HealthFindings {
  const message =
    `The store does not respond: ${endSentence(reason)} Check the database. With the embedded store, an onPaid that does not end ` +
    'has the same effect; look for the event hook-slow.';
  return { problems: [{ code: 'store-unavailable', status: 'failing', message }] };
}

/** The only check after `close` was called. Its problem makes load balancers use another process. */
export function closingCheck(): HealthFindings {
  const message = 'The checkout is closing. New requests get a 503 response.';
  return { problems: [{ code: 'closing', status: 'failing', message }] };
}

const tenMinutesMs = 600_000;

/**
 * Returns the maximum delay of work before a problem is reported, in milliseconds: ten minutes, or three sweep
 * intervals if they are longer.
 */
export function computeMaxDelayMs(sweepIntervalMs: number): number {
  return Math.max(tenMinutesMs, 3 * sweepIntervalMs);
}

/** The options of {@link createStoreCheck}. */
export interface StoreCheckOptions {
  /** Resolves with the time at which the oldest work became due. */
  readonly findOldestDueAt: () => Promise<number | null>;
  /** Resolves when the store is open. Rejects while the store cannot be opened. */
  readonly whenOpen: () => Promise<void>;
  readonly now: () => number;
  readonly sweepIntervalMs: number;
}

/** Checks that the store responds, and that due work in the store is done in time by any process. */
export function createStoreCheck({
  findOldestDueAt,
  whenOpen,
  now,
  sweepIntervalMs,
}: StoreCheckOptions): HealthCheck {
  let pendingQuery: Promise<number | null> | undefined;
  const readOldestDueAt = async (): Promise<number | null> => {
    await whenOpen();
    return findOldestDueAt();
  };
  return async () => {
    // Only one query runs at a time. Repeated checks must not queue up while the store does not respond.
    pendingQuery ??= readOldestDueAt().finally(() => (pendingQuery = undefined));
    const oldestDueAt = await pendingQuery;
    const oldestDueWorkMs = oldestDueAt === null || oldestDueAt > now() ? null : now() - oldestDueAt;
    const isOverdue = oldestDueWorkMs !== null && oldestDueWorkMs > computeMaxDelayMs(sweepIntervalMs);
    return {
      facts: { store: 'open', oldestDueWorkMs },
      problems: isOverdue ? [createOverdueProblem(oldestDueWorkMs)] : [],
    };
  };
}

function createOverdueProblem(ms: number): HealthProblem {
  const message =
    `The oldest work in the store has been due for ${Math.round(ms / 1_000)} s. Check that a process sweeps ` +
    '(sweepIntervalMs above 0), or a scheduled request calls checkout.sweep(), that the gateway responds, and that limits.queriesPerSecond is high enough for the open payments.';
  return { code: 'work-overdue', status: 'degraded', message };
}

/** Records when sweeps of this process finish, and reports when no sweep finishes any more. */
export class SweepWatch {
  readonly #now: () => number;
  readonly #intervalMs: number;
  readonly #startedAt: number;
  #lastSweepAt: number | null = null;

  /** If `intervalMs` is 0, this process does not sweep, and the check reports no problem. */
  constructor(now: () => number, intervalMs: number) {
    this.#now = now;
    this.#intervalMs = intervalMs;
    this.#startedAt = now();
  }

  /** Records the end of a sweep. */
  recordSweep(): void {
    this.#lastSweepAt = this.#now();
  }

  readonly check: HealthCheck = () => {
    const facts = { lastSweepAt: this.#lastSweepAt };
    const sinceMs = this.#now() - (this.#lastSweepAt ?? this.#startedAt);
    const isStalled = this.#intervalMs > 0 && sinceMs > computeMaxDelayMs(this.#intervalMs);
    if (!isStalled) return { facts, problems: [] };
    const message =
      `This process has not finished a sweep for ${Math.round(sinceMs / 1_000)} s. Look for the events store-failed and ` +
      'sync-failed, then restart the process. Due work stays in the store.';
    return { facts, problems: [{ code: 'sweep-stalled', status: 'failing', message }] };
  };
}
