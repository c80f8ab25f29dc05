import { parseCallback, PgwError } from '@pgw/protocol';
import type { ProcessParts } from '../background/background.ts';
import {
  createRouteDispatch,
  normalizePath,
  securityHeaders,
  type Dispatch,
  type DispatchOptions,
} from '../http/dispatch.ts';
import { assetFiles } from '../http/assets/asset-files.ts';
import { createProblemResponder, type ProblemContext } from '../http/problem-reply.ts';
import { createVisitorChecks, type VisitorChecks } from '../http/guards.ts';
import { RequestAborted, type HttpRequest, type RequestSource } from '../http/route.ts';
import { createSharedRoutes, matchRoute, type MatchedRoute } from '../http/routes.ts';
import { CheckoutProblem } from '../model/problem.ts';
import type { AllAccounts } from '../model/ports/all-accounts.ts';
import type { CommonSettings } from '../options/settings.ts';
import { toPlainPath } from './account-data.ts';
import type { Accounts, LoadedAccount } from './accounts.ts';
import { requireAccount, type AccountSource, type Finders } from './find-account.ts';

/** What finds the account of a request. */
export interface AccountsDispatchOptions<Tx> {
  readonly settings: CommonSettings<Tx>;
  readonly accounts: Accounts<Tx>;
  readonly all: AllAccounts;
  readonly process: ProcessParts;
  readonly mountPaths: readonly string[];
  /** Finds the account of a request of a visitor. */
  readonly find: (request: AccountSource) => Promise<LoadedAccount>;
}

/** Creates the dispatch of a process with several accounts. Routes of no account respond without one. */
export function createAccountsDispatch<Tx>(options: AccountsDispatchOptions<Tx>): Dispatch {
  const { settings, accounts, process, mountPaths, find } = options;
  const { whenOpen, health, requests } = process;
  const problems: ProblemContext = {
    emit: settings.emit,
    addresses: settings.addresses,
    isGatewayDown: () => false,
    toView: () => {
      throw new Error('A problem of no account has no payments.');
    },
  };
  const replyToProblem = createProblemResponder(problems);
  const routes: DispatchOptions['routes'] = createSharedRoutes({ assets: assetFiles, health, requests });
  const dispatchShared = createRouteDispatch({ routes, mountPaths, replyToProblem, whenOpen, requests });
  const findForRoute = async (
    match: MatchedRoute,
    request: HttpRequest,
  ): Promise<[LoadedAccount, HttpRequest]> => {
    if (match.name === 'receiveCallback') return findByCallback(options, request);
    if (match.name !== 'receiveCallbackOfAccount') return [await find(request), request];
    return [requireAccount(await accounts.get(match.params['account'])), request];
  };
  return async (request) => {
    let account: LoadedAccount;
    let readRequest = request;
    try {
      const match = matchRoute(request.method, normalizePath(request));
      if (match === undefined || routes[match.name] !== undefined || requests.isClosing)
        return await dispatchShared(request);
      [account, readRequest] = await findForRoute(match, request);
    } catch (error) {
      if (error instanceof RequestAborted) return undefined;
      const { status, headers, body } = replyToProblem(error, request);
      return { status, headers: { ...securityHeaders, ...headers }, body };
    }
    return account.dispatch(readRequest);
  };
}

/**
 * Finds the account of a callback at the address without an account: of those that have its payment, and those whose earlier payments
 * have this address, the one whose secret has signed it.
 */
async function findByCallback<Tx>(
  { settings, accounts, all, process }: AccountsDispatchOptions<Tx>,
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

/** Creates the checks of requests to the shop's own routes. Their account is that of the options, or else that of the request. */
export function createAccountChecks<NativeRequest>(
  read: (request: NativeRequest) => RequestSource,
  { find, findForCall }: Finders,
): VisitorChecks<NativeRequest> {
  const createChecks = async (
    name: string,
    native: NativeRequest | undefined,
    account: string | undefined,
  ): Promise<VisitorChecks<NativeRequest>> => {
    const isOfRequest = account === undefined && native !== undefined;
    const found = await (isOfRequest ? find({ native }) : findForCall(`visitorChecks.${name}`, account));
    return createVisitorChecks(found.context, read);
  };
  return {
    newOrder: async (native, proof, { account } = {}) =>
      (await createChecks('newOrder', native, account)).newOrder(native, proof),
    foundOrder: async (native, order, { account } = {}) =>
      (await createChecks('foundOrder', native, account)).foundOrder(native, order),
    createFormTokenOf: async (visitor, { account } = {}) =>
      (await createChecks('createFormTokenOf', undefined, account)).createFormTokenOf(visitor),
    createFormToken: () => {
      const message =
        'visitorChecks.createFormToken is for a checkout with one account: call createFormTokenOf(visitor, { account }), which finds the account first.';
      throw new PgwError('invalid-configuration', message);
    },
  };
}
