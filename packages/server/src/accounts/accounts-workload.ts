import { setTimeout as wait } from 'node:timers/promises';
import type { GatewayCircuit } from '@pgw/client';
import { getErrorMessage } from '@pgw/protocol/internal';
import { AccountWatch } from '../background/account-watch.ts';
import { maxKeyLifetimeMs } from '../cards/card-key.ts';
import { createGatewayCheck, watchGateway } from '../background/gateway-watch.ts';
import { reportRechecksOff, maxLeasesPerRound } from '../background/sweep.ts';
import { computeRetention, type Workload, type WorkloadOptions } from '../background/workload.ts';
import type { HealthCheck } from '../model/health.ts';
import type { DueAccount } from '../model/ports/all-accounts.ts';
import type { Store } from '../model/ports/store.ts';
import { isWithinLast, listRecheckAges } from '../model/schedule.ts';
import type { CommonSettings } from '../options/settings.ts';
import type { Accounts, LoadedAccount } from './accounts.ts';
import { createAccountsCheck, createAuditCheck } from './accounts-health.ts';

/** The maximum number of accounts whose work runs at the same time. */
const maxRunning = 64;
/** How long a round waits for its accounts. Slower ones continue, and are left out of the next rounds. */
const roundMs = 1_000;
/** The interval of the search for rare work, such as comparisons of old payments. */
const rareMs = 60_000;
/** An account that cannot be loaded is tried again after this time. */
const pauseMs = 30_000;
const maxListed = 10;

/** The options of {@link createAccountsWorkload}. */
export interface AccountsWorkloadOptions<Tx> extends WorkloadOptions {
  readonly settings: CommonSettings<Tx>;
  readonly store: Store;
  readonly accounts: Accounts<Tx>;
  /** Calls the listener with the circuit of each origin. */
  readonly onCircuit: (listener: (circuit: GatewayCircuit) => void) => void;
}

/** The work of a process for several accounts. Without due work, a round is one statement, for any number of accounts. */
export function createAccountsWorkload<Tx>(options: AccountsWorkloadOptions<Tx>): Workload {
  const { settings, store, accounts, whenOpen, trackTask, wakeSweep, onCircuit } = options;
  const { now, emit } = settings;
  const all = store.forAllAccounts();
  reportRechecksOff(settings);
  const watch = new AccountWatch(
    { store: { listAccounts: (filter) => store.listAccounts(filter) }, now, emit },
    whenOpen,
  );
  const sweeper = new AccountSweeper(options);
  const circuits: GatewayCircuit[] = [];
  const stops: (() => void)[] = [];
  onCircuit((circuit) => {
    circuits.push(circuit);
    const resume = async (): Promise<void> => {
      const ofOrigin = accounts.cached().filter(({ work }) => work.context.gateway.circuit === circuit);
      await Promise.all(ofOrigin.map(({ work }) => work.resume())).finally(wakeSweep);
    };
    stops.push(watchGateway(circuit, { emit, now, onRecovery: () => trackTask(resume()) }));
  });
  return {
    open: () => all.open(),
    register: () => Promise.resolve(),
    sweep: async ({ isWhole }) => {
      const hasMore = await sweeper.sweep(isWhole);
      accounts.releaseIdle();
      await watch.recordSweep(() => all.markSwept(now(), sweeper.pausedIds()));
      return hasMore;
    },
    // The sweep starts the hooks of each account.
    startDueHooks: () => Promise.resolve(),
    drainHooks: () => Promise.resolve(),
    stopHooks: () => {
      for (const { work } of accounts.cached()) work.dueHooks.stop();
    },
    runHourlyTasks: async () => {
      await all.purge(computeRetention(settings, maxKeyLifetimeMs));
      // An account at rest has nothing new to audit, and the failure of one keeps no other from its audit.
      for (const { id, work } of accounts.toAudit())
        await work.runHourlyTasks().catch((error: unknown) => reportFailure(settings, id, error));
    },
    findOldestDueAt: () => all.findOldestDueAt(),
    store: all,
    checks: [
      watch.check,
      sweeper.check,
      createAccountsCheck({ settings, whenOpen, all }),
      createAuditCheck(() => accounts.cached()),
    ],
    gatewayChecks: [
      () => createGatewayCheck(circuits.find(({ state }) => state === 'open') ?? closedCircuit)(),
    ],
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

function reportFailure<Tx>({ emit }: CommonSettings<Tx>, account: string, error: unknown): void {
  emit({ level: 'error', event: 'store-failed', message: getErrorMessage(error), error, account });
}

const closedCircuit: Pick<GatewayCircuit, 'openedAt' | 'lastFailure'> = {
  openedAt: undefined,
  lastFailure: undefined,
};

/** Sweeps the accounts that have due work. Each gets the same share of the queries. */
class AccountSweeper<Tx> {
  readonly #options: AccountsWorkloadOptions<Tx>;
  readonly #running = new Map<number, Promise<boolean>>();
  /** When an account was last given queries. */
  readonly #servedAt = new Map<number, number>();
  /** The accounts that could not be loaded. */
  readonly #paused = new Map<
    number,
    { readonly shopId: string; readonly at: number; readonly reason: string }
  >();
  #rareAt = Number.NEGATIVE_INFINITY;

  constructor(options: AccountsWorkloadOptions<Tx>) {
    this.#options = options;
  }

  async sweep(isWhole: boolean): Promise<boolean> {
    const { settings, store } = this.#options;
    if (isWhole) await Promise.all(this.#running.values());
    const at = settings.now();
    const isRare = isWhole || !isWithinLast(rareMs, this.#rareAt, at);
    if (isRare) this.#rareAt = at;
    const all = store.forAllAccounts();
    const recheckAges = isRare ? listRecheckAges(settings.limits.recheckDays) : [];
    const allDue = await all.listDue({ now: at, recheckAges });
    // Another process may have done the work of a paused account. Only a rare search lists all work.
    const dueIds = new Set(allDue.map(({ id }) => id));
    if (isRare) for (const id of this.#paused.keys()) if (!dueIds.has(id)) this.#paused.delete(id);
    const due = allDue.filter(({ id }) => !this.#running.has(id) && (isWhole || !this.#isPaused(id, at)));
    const servedAt = ({ id }: DueAccount): number => this.#servedAt.get(id) ?? 0;
    const selected = due.sort((a, b) => servedAt(a) - servedAt(b)).slice(0, maxRunning - this.#running.size);
    const querying = selected.filter(({ hasQueries }) => hasQueries);
    const perSecond = settings.limits.queriesPerSecond;
    const wanted = Math.min(maxLeasesPerRound, perSecond);
    const queries =
      querying.length === 0 ? 0 : await all.acquireQuota({ name: 'query', perSecond, wanted, now: at });
    const shares = new Map(
      querying.map(({ id }, index) => [
        id,
        Math.floor((queries + querying.length - 1 - index) / querying.length),
      ]),
    );
    const runs = selected.map((account) =>
      this.#start(account, { queries: shares.get(account.id) ?? 0, at, isWhole }),
    );
    const ended = Promise.all(runs);
    const results = await (isWhole ? ended : Promise.race([ended, wait(roundMs, undefined, { ref: false })]));
    return due.length > selected.length || results === undefined || results.some(Boolean);
  }

  /** The rows of the accounts that this process cannot sweep. */
  pausedIds(): readonly number[] {
    return [...this.#paused.keys()];
  }

  readonly check: HealthCheck = () => {
    const paused = [...this.#paused.values()];
    if (paused.length === 0) return { problems: [] };
    const list = paused.slice(0, maxListed).map(({ shopId }) => shopId);
    const more = paused.length > maxListed ? ` and ${paused.length - maxListed} more` : '';
    const message = `Accounts with due work cannot be loaded: ${list.join(', ')}${more}. Read the events account-unavailable. ${paused[0]?.reason ?? ''}`;
    return { problems: [{ code: 'account-unavailable', status: 'degraded', message }] };
  };

  #isPaused(id: number, at: number): boolean {
    const paused = this.#paused.get(id);
    return paused !== undefined && isWithinLast(pauseMs, paused.at, at);
  }

  #start(account: DueAccount, options: RunOptions): Promise<boolean> {
    const { id } = account;
    if (options.queries > 0) this.#servedAt.set(id, options.at);
    const run = this.#run(account, options).finally(() => this.#running.delete(id));
    this.#running.set(id, run);
    this.#options.trackTask(run);
    return run;
  }

  async #run({ id, shopId }: DueAccount, { queries, at, isWhole }: RunOptions): Promise<boolean> {
    const { accounts, settings, trackTask } = this.#options;
    let account: LoadedAccount | undefined;
    try {
      account = await accounts.get(shopId);
      if (account === undefined) throw new Error(`accounts.find has returned no account ${shopId}.`);
    } catch (error) {
      this.#paused.set(id, { shopId, at, reason: getErrorMessage(error) });
      return false;
    }
    this.#paused.delete(id);
    const { dueHooks } = account.work;
    try {
      trackTask(dueHooks.startDue());
      const hasMore = await account.work.sweep((wanted) => Promise.resolve(Math.min(wanted, queries)));
      await (isWhole ? dueHooks.drain() : dueHooks.startDue());
      return hasMore;
    } catch (error) {
      reportFailure(settings, shopId, error);
      return false;
    }
  }
}

interface RunOptions {
  readonly queries: number;
  readonly at: number;
  readonly isWhole: boolean;
}
