import { InvalidRequestError } from '@pgw/protocol';
import type { HttpRequest } from '../http/route.ts';
import { CheckoutProblem } from '../model/problem.ts';
import { toMountPattern } from '../options/addresses.ts';
import type { CheckoutOptions } from '../options/options.ts';
import { findIdViolation } from './account-data.ts';
import type { Accounts, LoadedAccount } from './accounts.ts';

/** What of a request can determine its account. The body cannot. */
export type AccountSource = Pick<HttpRequest, 'native'> & Partial<Pick<HttpRequest, 'mountPath'>>;

/** Finds the account of a request of a visitor, and that of a call of the shop. */
export interface Finders {
  readonly find: (request: AccountSource) => Promise<LoadedAccount>;
  /** `subject` is the name of the method, for errors. */
  readonly findForCall: (subject: string, account: unknown) => Promise<LoadedAccount>;
}

export function createFinders<Tx, NativeRequest>({
  options: { resolveAccount },
  accounts,
  mountPaths,
}: {
  readonly options: Pick<CheckoutOptions<Tx, NativeRequest>, 'resolveAccount'>;
  readonly accounts: Accounts<Tx>;
  readonly mountPaths: readonly string[];
}): Finders {
  const readMount = createMountReader(mountPaths);
  return {
    find: async ({ native, mountPath }) => {
      // The adapter passes its own request.
      const id = readMount(mountPath) ?? (await resolveAccount?.(native as NativeRequest));
      return requireAccount(await accounts.get(id));
    },
    findForCall: async (subject, account) => {
      const refuse = (message: string): never => {
        throw new InvalidRequestError(subject, [{ path: 'account', message }]);
      };
      if (account === undefined)
        return refuse('is missing: the checkout has several accounts, so pass the id of one');
      const violation = findIdViolation(account);
      if (violation !== undefined) return refuse(violation);
      const found = await accounts.get(account);
      return found ?? refuse('is unknown: accounts.find has returned no account with this id');
    },
  };
}

/** @throws CheckoutProblem `unknown-account`. */
export function requireAccount(account: LoadedAccount | undefined): LoadedAccount {
  if (account !== undefined) return account;
  throw new CheckoutProblem('unknown-account', 'There is no shop with this address.');
}

/** The method `operator.accounts.add` of a checkout with several accounts. */
export function refuseToAdd(): Promise<never> {
  const message = 'is for a checkout with one account: this one adds each account when it is first used';
  return Promise.reject(new InvalidRequestError('operator.accounts.add', [{ path: '', message }]));
}

/** Returns the id in the mount path of a request, if the mount path has one. */
function createMountReader(
  mountPaths: readonly string[],
): (mountPath: string | undefined) => string | undefined {
  const patterns = mountPaths.map((mountPath) => toMountPattern(mountPath, '$'));
  return (mountPath = '') => {
    const parts = patterns.map((pattern) => pattern.exec(mountPath)?.groups?.['account']);
    const part = parts.find((account) => account !== undefined);
    try {
      return part === undefined ? undefined : decodeURIComponent(part);
    } catch {
      return undefined;
    }
  };
}
