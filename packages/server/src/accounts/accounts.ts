import type { GatewayGroup } from '@pgw/client';
import { PgwError } from '@pgw/protocol';
import { endSentence, getErrorMessage } from '@pgw/protocol/internal';
import type { ProcessParts } from '../background/background.ts';
import { createDispatch, type Dispatch } from '../http/dispatch.ts';
import type { Context } from '../http/route.ts';
import { getAccount } from '../model/ports/account-store.ts';
import type { Store } from '../model/ports/store.ts';
import { isWithinLast, listRecheckAges } from '../model/schedule.ts';
import type { AccountData, CheckoutOptions } from '../options/options.ts';
import type { CommonSettings, Settings } from '../options/settings.ts';
import { InboxSlots } from '../sync/inbox.ts';
import { createAccount, type Account } from './account.ts';
import { AccountCache } from './account-cache.ts';
import { computeFingerprint, findIdViolation, toAccountSettings } from './account-data.ts';

/** An account in memory. */
export interface LoadedAccount extends Account {
  readonly id: string;
  readonly fingerprint: string;
  /** Handles requests of the account. */
  readonly dispatch: Dispatch;
  /** Frees what is created again when it is used, if no request has come for a while. */
  readonly releaseIdle: () => void;
}

/** What the accounts of a process use of it. */
export interface AccountsOptions<Tx> {
  readonly settings: CommonSettings<Tx>;
  /** The options of the checkout, with the listener of the process. */
  readonly options: CheckoutOptions<Tx>;
  readonly group: GatewayGroup;
  readonly store: Store;
  readonly process: ProcessParts;
  readonly acknowledgeLostHistory: () => Promise<void>;
}

/** The maximum number of queries about callbacks of one account at the same time. */
const maxQueriesPerAccount = 16;
const reportEveryMs = 60_000;
const maxReports = 1_000;

/** The accounts of a process. Each is found when it is needed. */
export class Accounts<Tx> {
  readonly #options: AccountsOptions<Tx>;
  readonly #cache: AccountCache<LoadedAccount>;
  readonly #inboxSlots = new InboxSlots(maxQueriesPerAccount);
  /** When the failure of an account was last reported. */
  readonly #reportedAt = new Map<string, number>();
  readonly #functionIds = new WeakMap<object, number>();
  /** When an account last had a request, a call or due work. */
  readonly #usedAt = new WeakMap<LoadedAccount, number>();
  #functionCount = 0;

  constructor(options: AccountsOptions<Tx>) {
    const { accounts, now } = options.settings;
    this.#options = options;
    this.#cache = new AccountCache({
      load: (id, previous) => this.#load(id, previous),
      // Requests that have the account can end with it.
      onRemoved: ({ work }) => {
        work.dueHooks.stop();
        options.process.trackTask(work.context.gateway.close());
      },
      maxCount: accounts.maxCached,
      maxAgeMs: accounts.refreshMs,
      now,
    });
  }

  /** The accounts in memory. */
  cached(): readonly LoadedAccount[] {
    return this.#cache.values();
  }

  /** The accounts in memory that were used since their last audit, or whose audit has found problems. */
  toAudit(): readonly LoadedAccount[] {
    return this.#cache.values().filter((account) => {
      const { facts, problems } = account.work.auditor.check();
      return problems.length > 0 || (this.#usedAt.get(account) ?? 0) >= (facts?.lastAuditAt ?? 0);
    });
  }

  /** Frees memory of accounts without requests. */
  releaseIdle(): void {
    for (const { releaseIdle } of this.#cache.values()) releaseIdle();
  }

  /**
   * Finds an account. Resolves with undefined if there is none.
   *
   * @throws PgwError `account-unavailable` if its data cannot be loaded; `store-unavailable`.
   */
  async get(id: unknown): Promise<LoadedAccount | undefined> {
    if (typeof id !== 'string' || findIdViolation(id) !== undefined) return undefined;
    const account = await this.#cache.get(id);
    await account?.work.registry.refresh();
    if (account !== undefined) this.#usedAt.set(account, this.#options.settings.now());
    return account;
  }

  async #load(id: string, previous: LoadedAccount | undefined): Promise<LoadedAccount | undefined> {
    await this.#options.process.whenOpen();
    try {
      const data = await this.#find(id);
      if (data === undefined || data === null) return undefined;
      const fingerprint = this.#computeFingerprint(data);
      if (previous?.fingerprint === fingerprint) return previous;
      const account = await this.#create(id, data);
      return { ...account, ...createIdleDispatch(account.context), id, fingerprint };
    } catch (error) {
      if (error instanceof PgwError && error.code === 'store-unavailable') throw error;
      this.#report(id, error);
      const message = `The account ${id} cannot be loaded.`;
      throw new PgwError('account-unavailable', message, { cause: error, retryable: true });
    }
  }

  async #find(id: string): Promise<AccountData<Tx> | undefined | null> {
    const { find, findTimeoutMs } = this.#options.settings.accounts;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      const error = new FindError(`has not responded within ${findTimeoutMs} ms`);
      timer = setTimeout(() => reject(error), findTimeoutMs);
    });
    try {
      // The schema has only checked that it is a function.
      const found = Promise.resolve(find(id as never)) as Promise<AccountData<Tx> | undefined>;
      return await Promise.race([found, timeout]);
    } catch (cause) {
      throw cause instanceof FindError
        ? cause
        : new FindError('has thrown (see the error of this event)', { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  #computeFingerprint(data: AccountData<Tx>): string {
    return computeFingerprint(data, (value) => {
      const id = this.#functionIds.get(value) ?? (this.#functionCount += 1);
      this.#functionIds.set(value, id);
      return id;
    });
  }

  async #create(id: string, data: AccountData<Tx>): Promise<Account> {
    const { store, process, acknowledgeLostHistory } = this.#options;
    const settings = toAccountSettings(this.#options, id, data);
    try {
      const ownStore = store.forAnotherAccount();
      const now = settings.now();
      await ownStore.open({ ...getAccount(settings.gateway), shopId: id, now });
      await startRechecks(settings, ownStore);
      const inboxSlots = this.#inboxSlots;
      return createAccount({ settings, store: ownStore, process, inboxSlots, acknowledgeLostHistory });
    } catch (error) {
      await settings.gateway.close();
      throw error;
    }
  }

  /** The event contains no text of the shop's error, which can contain a secret. */
  #report(id: string, error: unknown): void {
    const { emit, now } = this.#options.settings;
    if (isWithinLast(reportEveryMs, this.#reportedAt.get(id) ?? Number.NEGATIVE_INFINITY, now())) return;
    if (this.#reportedAt.size >= maxReports) this.#reportedAt.clear();
    this.#reportedAt.set(id, now());
    const isOwn = error instanceof PgwError || error instanceof FindError;
    const reason = isOwn ? endSentence(getErrorMessage(error)) : 'Its options could not be read.';
    const message = `The account ${id} gets no payments: ${reason} Its requests get 503 and its work stays due; other accounts are not affected. Correct accounts.find, or what it returns for this account.`;
    const cause = error instanceof FindError ? error.cause : error;
    emit({ level: 'error', event: 'account-unavailable', message, account: id, error: cause });
  }
}

/** An account without a request for this time is idle. */
const idleMs = 30_000;

function createIdleDispatch(context: Context): Pick<LoadedAccount, 'dispatch' | 'releaseIdle'> {
  const { now } = context.paymentContext;
  let dispatch: Dispatch | undefined;
  let usedAt = now();
  return {
    dispatch: (request) => {
      usedAt = now();
      dispatch ??= createDispatch(context);
      return dispatch(request);
    },
    releaseIdle: () => {
      if (isWithinLast(idleMs, usedAt, now())) return;
      dispatch = undefined;
      context.offers.releaseOld();
    },
  };
}

/** A failure of the shop's function. */
class FindError extends Error {
  constructor(text: string, options?: ErrorOptions) {
    super(`accounts.find ${text}`, options);
  }
}

/** Comparisons of old payments begin with those that reach an age from now on. */
async function startRechecks<Tx>({ limits, now }: Settings<Tx>, store: Store): Promise<void> {
  const ages = listRecheckAges(limits.recheckDays);
  if (ages.length > 0) await store.lease('rechecks', { now: now(), until: now(), limit: 0, ages, perDay: 1 });
}
