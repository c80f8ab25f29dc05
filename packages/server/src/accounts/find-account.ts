import { InvalidRequestError, parseCallback } from '@pgw/protocol';
import type { ProcessParts } from '../background/background.ts';
import type { HttpRequest } from '../http/route.ts';
import { CheckoutProblem } from '../model/problem.ts';
import type { AllAccounts } from '../model/ports/all-accounts.ts';
import type { CommonSettings } from '../options/settings.ts';
import { toPlainPath, findIdViolation } from './account-data.ts';
import type { Accounts, LoadedAccount } from './accounts.ts';
import { toMountPattern } from '../options/addresses.ts';
import type { CheckoutOptions } from '../options/options.ts';

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

/** What finds the account of a callback. */
export interface CallbackFinderOptions<Tx> {
  readonly settings: CommonSettings<Tx>;
  readonly accounts: Accounts<Tx>;
  readonly all: AllAccounts;
  readonly process: ProcessParts;
}

/**
 * Finds the account of a callback at the address without an account: of those that have its payment, and those whose earlier payments
 * have this address, the one whose secret has signed it.
 */
export async function findByCallback<Tx>(
  { settings, accounts, all, process }: CallbackFinderOptions<Tx>,
  request: HttpRequest,
): Promise<[LoadedAccount, HttpRequest]> {
  await process.whenOpen();
  const rawBody = await request.readBody();
  const readAgain = withBody(request, rawBody);
  const parsedBody = parseCallback(rawBody);
  const reference = parsedBody.subject?.referenceCode ?? '';
  const candidates = await all.listForPlainCallback(reference);
  const found: LoadedAccount[] = [];
  const failures: unknown[] = [];
  for (const { shopId } of candidates) {
    // An account that cannot be loaded must not keep the callbacks of another one out.
    const account = await accounts.get(shopId).catch((error: unknown) => void failures.push(error));
    if (account === undefined) continue;
    found.push(account);
    const { gateway, store } = account.work.context;
    const signature = request.header(gateway.profile.headers.signature.toLowerCase());
    const payment = reference === '' ? undefined : await store.find('payment', reference);
    const urls = [account.context.settings.plainCallbackUrl, payment?.callbackUrl];
    const isSigned = urls.some(
      (url) =>
        url !== undefined &&
        signature !== undefined &&
        gateway.verifyCallback({ rawBody: parsedBody, signature }, url),
    );
    if (isSigned) return [account, readAgain];
  }
  // The callback may be of the account that could not be loaded. The gateway repeats it.
  if (failures.length > 0) throw failures[0];
  const [first, ...others] = found;
  // The only candidate stores the callback as rejected, for its operator.
  if (first !== undefined && others.length === 0) return [first, readAgain];
  const callbackUrl = toPlainPath(settings.addresses.url('/callback'));
  const message = `A callback at ${callbackUrl}, without an account, was not signed with the secret of an account that has its payment. It was refused. If the gateway sent it, check the secret keys that accounts.find returns.`;
  const facts = {
    verdict: 'invalid-signature',
    callbackUrl,
    reference: null,
    orderId: null,
    suppressedCount: 0,
  } as const;
  settings.emit({ level: 'warn', event: 'callback-rejected', message, ...facts });
  throw new CheckoutProblem(
    'invalid-signature',
    'The signature does not match the callback URL and the body.',
  );
}

/** Returns a request whose body is read already. */
function withBody(request: HttpRequest, body: Buffer): HttpRequest {
  const readBody = (): Promise<Buffer> => Promise.resolve(body);
  return new Proxy(request, {
    get: (target, name) => {
      if (name === 'readBody') return readBody;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
