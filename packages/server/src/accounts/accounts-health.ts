import { computeMaxDelayMs, type HealthCheck, type HealthProblem } from '../model/health.ts';
import { overdueAfterMs } from '../model/operations/operation.ts';
import type { AccountProblem, AllAccounts } from '../model/ports/all-accounts.ts';
import { listRecheckAges } from '../model/schedule.ts';
import type { CommonSettings } from '../options/settings.ts';
import type { LoadedAccount } from './accounts.ts';

/** The maximum number of accounts in a message, and of accounts whose message is given in full. */
const maxListed = 10;
const maxDescribed = 3;

interface FoundProblem extends HealthProblem {
  readonly account: string;
}

const texts: Readonly<Record<AccountProblem['code'], string>> = {
  'work-overdue':
    'The oldest work of these accounts is overdue. Check that a process sweeps, that their gateways respond and accept their credentials, and that limits.queriesPerSecond is high enough.',
  'operation-overdue':
    'Operations of these accounts have had no final outcome for three days. Look them up at the gateway, and store their outcomes (operator.refunds.resolve and so on).',
  'gateway-differs':
    'The store and the gateway differ. Read operator.discrepancies.list of these accounts, and correct or accept each discrepancy.',
  'rechecks-late':
    'Comparisons of payments with the gateway are more than a day late. A change at the gateway whose callback was lost is found later. Check that a process sweeps and that the gateway responds, or raise limits.recheckQueriesPerDay and limits.queriesPerSecond.',
};

/** What the checks of the accounts use. */
export interface AccountsHealthOptions {
  readonly settings: Pick<CommonSettings<unknown>, 'now' | 'limits' | 'sweepIntervalMs'>;
  readonly whenOpen: () => Promise<void>;
  readonly all: Pick<AllAccounts, 'findProblems'>;
}

/** Reports the problems that a checkout with one account reports, each with the accounts that have it. */
export function createAccountsCheck({ settings, whenOpen, all }: AccountsHealthOptions): HealthCheck {
  const { now, limits, sweepIntervalMs } = settings;
  return async () => {
    await whenOpen();
    const at = now();
    const found = await all.findProblems({
      now: at,
      dueBefore: at - computeMaxDelayMs(sweepIntervalMs),
      operationsBefore: at - overdueAfterMs,
      recheckAges: listRecheckAges(limits.recheckDays),
    });
    const codes = [...new Set(found.map(({ code }) => code))];
    return {
      problems: codes.map((code) => {
        const ids = found.filter((problem) => problem.code === code).map(({ shopId }) => shopId);
        return { code, status: 'degraded', message: `Accounts ${list(ids)}. ${texts[code]}` };
      }),
    };
  };
}

/** Reports the findings of the latest audit of each account in memory. */
export function createAuditCheck(listCached: () => readonly LoadedAccount[]): HealthCheck {
  return () => {
    const checked = listCached().map(({ id, work }) => ({ id, ...work.auditor.check() }));
    const times = checked.flatMap(({ facts }) => facts?.lastAuditAt ?? []);
    return {
      facts: { lastAuditAt: times.length === 0 ? null : Math.max(...times) },
      problems: combine(
        checked.flatMap(({ id: account, problems }) => problems.map((problem) => ({ ...problem, account }))),
      ),
    };
  };
}

/** Health has one problem of each code, so the problems of several accounts become one. */
function combine(found: readonly FoundProblem[]): HealthProblem[] {
  const [first] = found;
  if (first === undefined) return [];
  const { code, status } = first;
  const described = found
    .slice(0, maxDescribed)
    .map(({ account, message }) => `Account ${account}: ${message}`);
  const others = found.slice(maxDescribed).map(({ account }) => account);
  const rest = others.length === 0 ? [] : [`Also accounts ${list(others)}.`];
  return [{ code, status, message: [...described, ...rest].join(' ') }];
}

function list(ids: readonly string[]): string {
  const more = ids.length - maxListed;
  return `${ids.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
