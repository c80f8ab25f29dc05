import type { GatewayClient, GatewayEnvironment } from '@pgw/client';
import { PgwError } from '@pgw/protocol';
import type { AllAccounts } from './all-accounts.ts';

/**
 * A merchant at one gateway. Each row of a store belongs to an account.
 *
 * @experimental A minor version can change it.
 */
export interface StoreAccount {
  /** The origin of the gateway, such as `https://gateway.example`. */
  readonly origin: string;
  /** The merchant ID at this gateway. */
  readonly merchantId: string;
  /** Whether the gateway moves real money. The store keeps that of the last opening. */
  readonly environment?: GatewayEnvironment | undefined;
}

/**
 * An account that opens a store.
 *
 * @experimental A minor version can change it.
 */
export interface OpeningAccount extends StoreAccount {
  /**
   * The shop's id of the account, if the checkout has several. The store then adds the account, and refuses another merchant with
   * this id, and another id with this merchant.
   */
  readonly shopId?: string | undefined;
  /** The current time, in milliseconds since the Unix epoch. */
  readonly now: number;
}

/**
 * An account with its open work.
 *
 * @experimental A minor version can change it.
 */
export interface StoredAccount {
  /** The id in the store. The first account has 1. */
  readonly id: number;
  /** The origin of the gateway; null before a checkout has opened the store. */
  readonly origin: string | null;
  /** The merchant ID at this gateway; null before a checkout has opened the store. */
  readonly merchantId: string | null;
  /** Whether its payments move real money; null before a checkout has opened the store. */
  readonly environment: GatewayEnvironment | null;
  /** The shop's id, if a checkout with several accounts has opened it. */
  readonly shopId: string | null;
  /** The number of payments that are queried until their outcome is final. */
  readonly openPayments: number;
  /** The number of refunds, captures and payouts without a final outcome. */
  readonly openOperations: number;
  /** The number of callbacks to handle and hooks to call. */
  readonly dueCalls: number;
  /** When the oldest of this work became or becomes due, in milliseconds since the Unix epoch; null without work. */
  readonly oldestDueAt: number | null;
  /** When a process last marked that it sweeps the account; null before the first sweep. */
  readonly sweptAt: number | null;
}

/** Returns the account of a client. */
export function getAccount({
  baseUrl,
  merchantId,
  environment,
}: Pick<GatewayClient, 'baseUrl' | 'merchantId' | 'environment'>): StoreAccount {
  return { origin: new URL(baseUrl).origin, merchantId, environment };
}

/**
 * Returns a key that is unique among the accounts of a store, for other systems and for encrypted data. The keys of the first
 * account are not changed, because other systems know them.
 */
export function qualifyKey(store: Pick<AccountStore, 'getAccountId'>, key: string): string {
  const account = store.getAccountId();
  return account === 1 ? key : `${account}:${key}`;
}

/** True for the error of `Store.open` when the store belongs to other accounts. */
export function isWrongAccount(error: unknown): error is PgwError {
  return error instanceof PgwError && error.code === 'wrong-account';
}

/**
 * The methods of a store for its accounts.
 *
 * @experimental A minor version can change it.
 */
export interface AccountStore {
  /**
   * Opens files, and creates or migrates tables. Safe to call in several processes at once. Then finds the account: the methods
   * read and write only its rows. An account that opens a new store owns it. Without an account, the store must have only one.
   *
   * @throws PgwError `wrong-account` when the store belongs to other accounts.
   */
  open(account?: OpeningAccount): Promise<void>;
  /** The accounts by their ids, also in a store that has refused to open. With `notSweptSince`: only those without a sweep since. */
  listAccounts(filter?: { readonly notSweptSince?: number | undefined }): Promise<StoredAccount[]>;
  /** Marks that a process sweeps the account. */
  markSwept(now: number): Promise<void>;
  /** What a process with several accounts does for all of them. Requests never use it. */
  forAllAccounts(): AllAccounts;
  /** The id of the account after `open`. The first account of a store has the id 1. */
  getAccountId(): number;
}
