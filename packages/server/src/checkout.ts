import { createGatewayGroup } from '@pgw/client';
import { checkAsyncMethods, requireNodeWithSqlite } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { createAccount, type Account } from './accounts/account.ts';
import { toPlainPath } from './accounts/account-data.ts';
import { Accounts, type AccountsOptions } from './accounts/accounts.ts';
import { createAccountChecks, createAccountsDispatch, refuseToAdd } from './accounts/accounts-dispatch.ts';
import { CircuitList } from './accounts/circuit-list.ts';
import { createAccountsWorkload } from './accounts/accounts-workload.ts';
import { createFinders } from './accounts/find-account.ts';
import { startBackground, type Background, type ProcessParts } from './background/background.ts';
import { StoreWatch } from './background/store-watch.ts';
import { createSingleWorkload } from './background/workload.ts';
import type { SavedCardsOfShop } from './cards/cards.ts';
import { type CheckoutEventListener, reportInheritedMembers } from './events/event.ts';
import { createDispatch, type Dispatch } from './http/dispatch.ts';
import { createVisitorChecks, type VisitorChecks } from './http/guards.ts';
import { contentSecurityPolicy, type PolicyOptions } from './http/pages/page.ts';
import type { RequestSource } from './http/route.ts';
import { renderSnippet, type Snippet, type SnippetOptions } from './http/snippet/snippet.ts';
import type { Health } from './model/health.ts';
import { checkOperator, checkPayments, checkSavedCards } from './operator/arguments.ts';
import { createStoreMethods, type Operator } from './operator/operator.ts';
import type { CheckoutOptions } from './options/options.ts';
import { hasAccounts, parseCommonSettings, parseSettings } from './options/settings.ts';
import { embeddedStore, type EmbeddedTransaction } from './stores/embedded.ts';
import type { CheckoutPayments } from './sync/checkout-payments.ts';
import { InboxSlots } from './sync/inbox.ts';

/** A checkout with its operations. `NativeRequest` is the request of the server framework. */
export interface Checkout<NativeRequest> {
  /** Handles a request below the mount path. The adapter of a server framework calls it. */
  readonly dispatch: Dispatch;
  /**
   * Resolves when the store is open. Rejects with a PgwError when the first attempt to open it fails. The
   * checkout then retries until `close`. Until an attempt succeeds, requests get a 503 response.
   */
  readonly ready: Promise<void>;
  /** The stored payments: reads them, and queries the gateway for one of them. */
  readonly payments: CheckoutPayments;
  /**
   * Runs one round of the sweep now, also with `sweepIntervalMs: 0`. The round handles stored callbacks, queries due
   * payments and refunds, and calls due hooks. Resolves with true when more work may be due.
   *
   * @throws PgwError when the store cannot be opened.
   */
  sweep(): Promise<boolean>;
  /**
   * Runs the work now that a process with sweeps runs every hour: it deletes rows after their retention, and audits the
   * store. Call it from a scheduled request if no process runs sweeps.
   *
   * @throws PgwError when the store cannot be opened.
   */
  runHourlyTasks(): Promise<void>;
  /**
   * Renders the checkout as markup for a page: the script, the session and the channel list. The list is
   * displayed and usable before a script has run. When the session is not available in time, the element
   * loads it.
   *
   * @example
   * const { head, body } = await checkout.snippet({ order: 'A123', req, nonce });
   * res.send(`<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`);
   */
  snippet(options: SnippetOptions<NativeRequest>): Promise<Snippet>;
  /**
   * Returns the value of a `Content-Security-Policy` header for a page with the checkout. It allows only the
   * sources that the checkout needs, including the gateway's origin, `logoOrigins` and `redirectOrigins`.
   * `additionalSources` adds sources of the page.
   *
   * @throws RangeError when the nonce is not base64 of 16 or more bytes, or a source is invalid in a header.
   */
  contentSecurityPolicy(page: Pick<PolicyOptions, 'nonce' | 'additionalSources'>): string;
  /** The saved cards of the shop's customers, for their account pages; see `cards.resolveCustomer`. */
  readonly savedCards: SavedCardsOfShop;
  /**
   * Reports whether this process can serve payments, and which problems need an operator. Never rejects, and
   * resolves within about two seconds. The public route `GET <mountPath>/health` responds with 200 or 503,
   * without details.
   */
  health(): Promise<Health>;
  /** Operations for the shop's back office. */
  readonly operator: Operator;
  /**
   * Closes the checkout. New requests get a 503 response. Running requests and background work may finish
   * within `timeoutMs` milliseconds (default 10,000). Then the store is closed. Close the HTTP server before
   * this call, and the shop's database pool after it. Unfinished work remains due in the store. Another
   * process, or this one after a restart, continues it.
   */
  close(timeoutMs?: number): Promise<void>;
}

/**
 * Creates the server side of the checkout without an adapter. Write an adapter of another server framework with it: pass each
 * request below the mount path to `checkout.dispatch`.
 *
 * @throws PgwError `invalid-configuration`, with each invalid option or with the required Node version.
 */
export function createCheckout<NativeRequest, Tx = EmbeddedTransaction>(
  options: CheckoutOptions<Tx, NativeRequest>,
): Checkout<NativeRequest> {
  return connectCheckout(options).checkout;
}

/** What an adapter needs. */
interface ConnectedCheckout<NativeRequest> {
  readonly checkout: Checkout<NativeRequest>;
  /** Emits an event of the checkout. */
  readonly emit: CheckoutEventListener;
  /** The paths at which requests may reach the checkout: with and without the path of `publicUrl`. */
  readonly mountPaths: readonly string[];
  /** Creates the checks of requests to the shop's own routes. `read` describes a request of the server framework. */
  readonly createChecks: (read: (request: NativeRequest) => RequestSource) => VisitorChecks<NativeRequest>;
  /** Handles a request. `rest` resolves when the work has ended that the request has started. */
  readonly runRequest: Background<unknown>['runRequest'];
}

/** Creates a checkout for an adapter. */
export function connectCheckout<Tx, NativeRequest>(
  options: CheckoutOptions<Tx, NativeRequest>,
): ConnectedCheckout<NativeRequest> {
  requireNodeWithSqlite('@pgw/server');
  return hasAccounts(options) ? connectAccounts(options) : connectAccount(options);
}

function connectAccount<Tx, NativeRequest>(
  options: CheckoutOptions<Tx, NativeRequest>,
): ConnectedCheckout<NativeRequest> {
  const storeWatch = new StoreWatch();
  const parsedSettings = parseSettings(options);
  const settings = { ...parsedSettings, emit: storeWatch.observe(parsedSettings.emit) };
  reportInheritedMembers(settings.emit);
  const store = settings.store ?? embeddedStore();
  const acknowledgeLostHistory = (): Promise<void> => background.acknowledgeLostHistory();
  const createOwnAccount = (process: ProcessParts): Account =>
    createAccount({ settings, store, process, inboxSlots: new InboxSlots(), acknowledgeLostHistory });
  const background = startBackground(settings, { store, storeWatch }, (process) => {
    const account = createOwnAccount(process);
    return { ...createSingleWorkload(settings, account.work, process), result: account };
  });
  const { context, getMethods } = background.result;
  const { payments, savedCards, operator } = getMethods();
  if (settings.mode === 'choose') context.trackTask(context.offers.checkChannels());
  const { logoOrigins, redirectOrigins } = settings;
  return {
    checkout: {
      ...toCheckoutMethods(background),
      dispatch: createDispatch(context),
      payments: checkPayments({ methods: payments }),
      snippet: (page) => renderSnippet(context, page),
      contentSecurityPolicy: (page) => contentSecurityPolicy({ logoOrigins, redirectOrigins, ...page }),
      savedCards: checkSavedCards({ methods: savedCards }),
      operator: checkOperator({ methods: operator }, operator),
    },
    emit: settings.emit,
    mountPaths: [settings.mountPath, settings.addresses.path('')],
    createChecks: (read) => createVisitorChecks(context, read),
    runRequest: background.runRequest,
  };
}

const closeTimeoutMs = z.number().nonnegative().default(10_000);

/** Creates a checkout with several accounts. Each is found when a request or its work needs it. */
function connectAccounts<Tx, NativeRequest>(
  options: CheckoutOptions<Tx, NativeRequest>,
): ConnectedCheckout<NativeRequest> {
  const storeWatch = new StoreWatch();
  const parsedSettings = parseCommonSettings(options);
  const settings = { ...parsedSettings, emit: storeWatch.observe(parsedSettings.emit) };
  reportInheritedMembers(settings.emit);
  const store = settings.store ?? embeddedStore();
  const ofProcess = { ...options, onEvent: settings.emit } as CheckoutOptions<Tx>;
  const { background, circuits, group, acknowledgeLostHistory } = startAccounts({
    settings,
    options: ofProcess,
    store,
    storeWatch,
  });
  const { accounts, process } = background.result;
  const browserPath = settings.addresses.path('');
  const mountPaths = [settings.mountPath, browserPath].flatMap((path) => [path, toPlainPath(path)]);
  const { find, findForCall } = createFinders({ options, accounts, mountPaths });
  const close = async (timeoutMs: number): Promise<void> => {
    await background.close(timeoutMs);
    await group.close();
  };
  const checkout: Checkout<NativeRequest> = {
    ...toCheckoutMethods({ ...background, close }),
    dispatch: createAccountsDispatch({
      settings,
      accounts,
      all: store.forAllAccounts(),
      process,
      mountPaths,
      find,
    }),
    payments: checkPayments({ find: async (...call) => (await findForCall(...call)).getMethods().payments }),
    snippet: async ({ account, ...page }) => {
      const found = account === undefined ? find({ native: page.req }) : findForCall('snippet', account);
      return renderSnippet((await found).context, page);
    },
    contentSecurityPolicy: (page) => contentSecurityPolicy({ ...circuits.listOrigins(ofProcess), ...page }),
    savedCards: checkSavedCards({
      find: async (...call) => (await findForCall(...call)).getMethods().savedCards,
    }),
    operator: checkOperator(
      { find: async (...call) => (await findForCall(...call)).getMethods().operator },
      createStoreMethods(store, acknowledgeLostHistory, refuseToAdd),
    ),
  };
  return {
    checkout,
    emit: settings.emit,
    mountPaths,
    createChecks: (read) => createAccountChecks(read, { find, findForCall }),
    runRequest: background.runRequest,
  };
}

/** Starts the work of a process with several accounts. */
function startAccounts<Tx>({
  settings,
  options,
  store,
  storeWatch,
}: Pick<AccountsOptions<Tx>, 'settings' | 'options' | 'store'> & { readonly storeWatch: StoreWatch }) {
  const circuits = new CircuitList();
  const group = createGatewayGroup((origin, circuit) => circuits.add(origin, circuit));
  const acknowledgeLostHistory = (): Promise<void> => background.acknowledgeLostHistory();
  const background = startBackground(settings, { store, storeWatch }, (process) => {
    const accounts = new Accounts({ settings, options, group, store, process, acknowledgeLostHistory });
    const onCircuit = circuits.listen;
    const workload = createAccountsWorkload({ ...process, settings, store, accounts, onCircuit });
    return { ...workload, result: { accounts, process } };
  });
  return { background, circuits, group, acknowledgeLostHistory };
}

/** The methods of a checkout that belong to its process. */
function toCheckoutMethods(
  background: Background<unknown>,
): Pick<Checkout<never>, 'ready' | 'sweep' | 'runHourlyTasks' | 'health' | 'close'> {
  return {
    ready: background.ready,
    sweep: background.sweepOnce,
    runHourlyTasks: background.runHourlyTasks,
    health: background.health,
    ...checkAsyncMethods('checkout', { close: background.close }, { close: [['timeoutMs', closeTimeoutMs]] }),
  };
}
