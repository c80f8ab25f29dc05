import type { CardStore } from './card-store.ts';

/** A request for units of a quota. */
export interface Quota {
  /** The name of the quota. Different names have separate limits. */
  readonly name: string;
  /** The number of units that are available per second. */
  readonly perSecond: number;
  /** The number of units to take. Fewer are taken when fewer are available. */
  readonly wanted: number;
  /** The current time, in milliseconds since the Unix epoch. */
  readonly now: number;
}

/** The age limits of a purge. Older rows are deleted. Times are milliseconds since the Unix epoch. */
export interface Retention {
  /** For verified callbacks that are handled. */
  readonly callbacksBefore: number;
  /** For rejected callbacks. */
  readonly rejectedBefore: number;
  /** For timeline entries, except the newest entry of the store, for saved cards without a token, and for approvals that are done or rejected. */
  readonly notesBefore: number;
  /** For the beneficiaries of payouts whose outcome is final. */
  readonly beneficiariesBefore: number;
  /** For unknown transactions that an operator has resolved. */
  readonly unknownTransactionsBefore: number;
  /** For counts of failed cards, by the end of their window. */
  readonly usesBefore: number;
  /** For seeds of card keys, by the number of their period. */
  readonly seedPeriodsBefore: number;
}

/** A row of an account of a checkout with several ones. */
export interface ShopAccount {
  /** The id in the rows. */
  readonly id: number;
  /** The shop's id. */
  readonly shopId: string;
}

/** An account with due work. */
export interface DueAccount extends ShopAccount {
  /** True if payments or operations are due, so that the gateway is queried. */
  readonly hasQueries: boolean;
}

/** Which accounts have due work. */
export interface DueRequest {
  /** The current time, in milliseconds since the Unix epoch. */
  readonly now: number;
  /** Also finds payments that have reached one of these ages in days, and work that was scheduled before the clock was set back. */
  readonly recheckAges: readonly number[];
}

/** The limits of what an account may have without a problem. Times are milliseconds since the Unix epoch. */
export interface ProblemRequest {
  readonly now: number;
  /** Work that became due before is overdue. */
  readonly dueBefore: number;
  /** Operations that were requested before need a final outcome. */
  readonly operationsBefore: number;
  /** The ages in days at which payments are compared again. */
  readonly recheckAges: readonly number[];
}

/** A problem of an account that an operator must solve. */
export interface AccountProblem extends ShopAccount {
  readonly code: 'work-overdue' | 'operation-overdue' | 'gateway-differs' | 'rechecks-late';
}

/**
 * The methods for all accounts of a store that have an id of the shop. Each is one statement or transaction, for any number of accounts.
 *
 * @experimental A minor version can change it.
 */
export interface AllAccounts extends Pick<CardStore, 'countUses'> {
  /** Opens files, and creates or migrates tables. */
  open(): Promise<void>;
  /** The accounts with callbacks, payments, operations or hooks that are due. */
  listDue(request: DueRequest): Promise<DueAccount[]>;
  /** The accounts that have a payment with this reference, and those whose callback URLs may have no account; at most 20. */
  listForPlainCallback(reference: string): Promise<ShopAccount[]>;
  /** Like `Store.acquireQuota`, for a quota that all accounts share. */
  acquireQuota(quota: Quota): Promise<number>;
  /** Like `oldestDueAt` of `Store.read`. */
  findOldestDueAt(): Promise<number | null>;
  /** The accounts with overdue work or operations, discrepancies that no person has accepted, or comparisons that are late by a day. */
  findProblems(request: ProblemRequest): Promise<AccountProblem[]>;
  /** Like `Store.purge`. */
  purge(retention: Retention): Promise<number>;
  /** Marks that a process sweeps the accounts, except those with these ids. */
  markSwept(now: number, exceptIds: readonly number[]): Promise<void>;
}
