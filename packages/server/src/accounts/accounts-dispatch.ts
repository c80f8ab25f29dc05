import { PgwError, InvalidRequestError } from '@pgw/protocol';
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
import type { LoadedAccount } from './accounts.ts';
import {
  type AccountSource,
  type Finders,
  requireAccount,
  type CallbackFinderOptions,
  findByCallback,
} from './find-account.ts';

/** The method `operator.accounts.add` of a checkout with several accounts. */
export function refuseToAdd(): Promise<never> {
  const message = 'is for a checkout with one account: this one adds each account when it is first used';
  return Promise.reject(new InvalidRequestError('operator.accounts.add', [{ path: '', message }]));
}

export interface AccountsDispatchOptions<Tx> extends CallbackFinderOptions<Tx> {
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
