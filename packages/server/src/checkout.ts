import { checkAsyncMethods, requireNodeWithSqlite } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { assetFiles } from './http/assets/asset-files.ts';
import { startBackground, type Background } from './background/background.ts';
import { type CheckoutEventListener, reportInheritedMembers } from './events/event.ts';
import { StoreWatch } from './background/store-watch.ts';
import type { ShopHooks } from './model/hook.ts';
import type { GetPrice } from './model/payments/order-price.ts';
import { createCards, createSavedCardOperations, type SavedCardsOfShop } from './cards/cards.ts';
import { contentSecurityPolicy, type PolicyOptions } from './http/pages/page.ts';
import type { PaymentContext } from './engine/payment-context.ts';
import { Offers } from './offers/offers.ts';
import { checkOperator, checkPayments, checkSavedCards } from './operator/arguments.ts';
import { createOperator, type Operator } from './operator/operator.ts';
import { createCheckoutPayments, type CheckoutPayments } from './sync/checkout-payments.ts';
import { shareConcurrentRuns } from './engine/shared-runs.ts';
import { PaymentTokens } from './engine/payment-tokens.ts';
import { References } from './engine/references.ts';
import { QueryQuota } from './engine/query-quota.ts';
import { limitRequests } from './limits/limits.ts';
import { UnconfirmedLeases } from './engine/unconfirmed-leases.ts';
import type { CheckoutOptions } from './options/options.ts';
import { parseSettings, type Settings } from './options/settings.ts';
import type { Context, RequestSource } from './http/route.ts';
import { createDispatch, type Dispatch } from './http/dispatch.ts';
import type { Health } from './model/health.ts';
import { embeddedStore, type EmbeddedTransaction } from './stores/embedded.ts';
import { renderSnippet, type Snippet, type SnippetOptions } from './http/snippet/snippet.ts';
import { createTraceparentReader } from './events/traces.ts';
import { OrderGuesses } from './limits/order-guesses.ts';
import { createVisitorChecks, type VisitorChecks } from './http/guards.ts';

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
  readonly runRequest: Background['runRequest'];
}

/** Creates a checkout for an adapter. */
export function connectCheckout<Tx, NativeRequest>(
  options: CheckoutOptions<Tx, NativeRequest>,
): ConnectedCheckout<NativeRequest> {
  requireNodeWithSqlite('@pgw/server');
  const storeWatch = new StoreWatch();
  const parsedSettings = parseSettings(options);
  const settings = { ...parsedSettings, emit: storeWatch.observe(parsedSettings.emit) };
  reportInheritedMembers(settings.emit);
  // The listeners are called after `cards` and `background` have been created.
  const paymentContext: PaymentContext = createPaymentContext(settings, {
    startDueHooks: () => background.startDueHooks(),
    getHistoryLostAt: () => background.getHistoryLostAt(),
    onRecord: async (payment, record) =>
      cards?.saved.storeTokenFromRecord(payment, record, paymentContext.gateway.profile),
  });
  const cards = settings.cards && createCards(settings.cards, paymentContext);
  const background = startBackground(settings, paymentContext, storeWatch);
  const { callbackWatch, inbox, whenOpen, health, requests } = background;
  const { logoOrigins, redirectOrigins } = settings;
  const offers = new Offers(settings);
  if (settings.mode === 'choose') background.trackTask(offers.checkChannels());
  const { requestLimits } = settings;
  const limiter = requestLimits === false ? undefined : limitRequests(paymentContext, requestLimits);
  const context: Context = {
    settings,
    paymentContext,
    offers,
    cards,
    limiter,
    guesses: limiter && new OrderGuesses(limiter, paymentContext.now),
    callbackWatch,
    assets: assetFiles,
    inbox,
    whenOpen,
    health,
    requests,
    trackTask: background.trackTask,
    readTraceparent: createTraceparentReader(settings.traceparent, settings.emit),
  };
  const checkout: Checkout<NativeRequest> = {
    dispatch: createDispatch(context),
    ready: background.ready,
    payments: checkPayments(createCheckoutPayments(paymentContext)),
    sweep: background.sweepOnce,
    runHourlyTasks: background.runHourlyTasks,
    snippet: (page) => renderSnippet(context, page),
    contentSecurityPolicy: (page) => contentSecurityPolicy({ logoOrigins, redirectOrigins, ...page }),
    savedCards: checkSavedCards(createSavedCardOperations(cards)),
    health,
    operator: checkOperator(createOperator(paymentContext, background)),
    ...checkAsyncMethods('checkout', { close: background.close }, { close: [['timeoutMs', closeTimeoutMs]] }),
  };
  return {
    checkout,
    emit: settings.emit,
    mountPaths: [settings.mountPath, settings.addresses.path('')],
    createChecks: (read) => createVisitorChecks(context, read),
    runRequest: background.runRequest,
  };
}

const closeTimeoutMs = z.number().nonnegative().default(10_000);

function createPaymentContext<Tx>(
  settings: Settings<Tx>,
  listeners: Pick<PaymentContext, 'onRecord' | 'startDueHooks' | 'getHistoryLostAt'>,
): PaymentContext {
  const { gateway, store, now, random, emit, hooks, limits, addresses, redirectOrigins } = settings;
  const { callbackUrl, returnUrl, resolveUnknownPayment, referenceMarks, payouts, getPrice } = settings;
  return {
    gateway,
    // Without the option `store`, the embedded store is used. Its transaction type is the default of Tx.
    store: store ?? embeddedStore(),
    now,
    random,
    emit,
    limits,
    callbackUrl,
    returnUrl,
    tokens: new PaymentTokens(gateway),
    references: new References(referenceMarks),
    resolveUnknownPayment,
    payouts,
    visitorQueries: new QueryQuota(limits.visitorQueriesPerSecond, now),
    shareSync: shareConcurrentRuns(),
    unconfirmedLeases: new UnconfirmedLeases(),
    // A redirection script may contain the return URL.
    redirectOrigins: [...redirectOrigins, addresses.origin],
    ...listeners,
    hooks: {
      // The store passes a transaction of type Tx to the hooks.
      ...(hooks as ShopHooks<unknown>),
      refundSecondPayment: settings.secondPayment === 'refund' ? true : undefined,
    },
    getPrice: getPrice as GetPrice<unknown> | undefined,
  };
}
