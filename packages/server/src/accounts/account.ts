import { createOnce } from '@pgw/protocol/internal';
import { AccountWork } from '../background/account-work.ts';
import type { ProcessParts } from '../background/background.ts';
import { createCards, createSavedCardOperations, type SavedCardsOfShop } from '../cards/cards.ts';
import type { PaymentContext } from '../engine/payment-context.ts';
import { Beneficiaries } from '../engine/beneficiaries.ts';
import { createTraceparentReader } from '../events/tracing.ts';
import { PaymentTokens } from '../engine/payment-tokens.ts';
import { QueryQuota } from '../engine/query-quota.ts';
import { References } from '../engine/references.ts';
import { shareConcurrentRuns } from '../engine/shared-runs.ts';
import { UnconfirmedLeases } from '../engine/unconfirmed-leases.ts';
import { assetFiles } from '../http/assets/asset-files.ts';
import type { Context } from '../http/route.ts';
import { limitRequests } from '../limits/limits.ts';
import { OrderGuesses } from '../limits/order-guesses.ts';
import type { ShopHooks } from '../model/hook.ts';
import type { GetPrice } from '../model/payments/order-price.ts';
import type { Store } from '../model/ports/store.ts';
import { Offers } from '../offers/offers.ts';
import { createOperator, type Operator } from '../operator/operator.ts';
import type { Settings } from '../options/settings.ts';
import type { InboxSlots } from '../sync/inbox.ts';
import { createCheckoutPayments, type CheckoutPayments } from '../sync/checkout-payments.ts';

interface AccountMethods {
  readonly payments: CheckoutPayments;
  readonly savedCards: SavedCardsOfShop;
  readonly operator: Omit<Operator, 'as'>;
}

/** A merchant at one gateway, with what its requests and its work need. */
export interface Account {
  readonly context: Context;
  readonly work: AccountWork;
  /** The methods of the shop, which are created when they are first used. */
  readonly getMethods: () => AccountMethods;
}

/** What an account uses of its process. */
export interface AccountOptions<Tx> {
  readonly settings: Settings<Tx>;
  /** The store of the account. */
  readonly store: Store;
  readonly process: ProcessParts;
  readonly inboxSlots: InboxSlots;
  readonly acknowledgeLostHistory: () => Promise<void>;
}

/** Creates an account. It starts no work of its own. */
export function createAccount<Tx>({
  settings,
  store,
  process,
  inboxSlots,
  acknowledgeLostHistory,
}: AccountOptions<Tx>): Account {
  const { whenOpen, health, requests, trackTask, trackInRequest, getHistoryLostAt } = process;
  // The listeners are called after `cards` and `work` have been created.
  const paymentContext: PaymentContext = createPaymentContext(settings, store, {
    startDueHooks: () => work.startDueHooks(),
    getHistoryLostAt,
    onRecord: async (payment, record) =>
      cards?.saved.storeTokenFromRecord(payment, record, paymentContext.gateway.profile),
  });
  const cards = settings.cards && createCards(settings.cards, paymentContext);
  const timelineDays = settings.retentionDays.timeline;
  const work = new AccountWork(paymentContext, { trackTask, trackInRequest, timelineDays, inboxSlots });
  const { requestLimits } = settings;
  const limiter = requestLimits === false ? undefined : limitRequests(paymentContext, requestLimits);
  const context: Context = {
    settings,
    paymentContext,
    offers: new Offers(settings),
    cards,
    limiter,
    guesses: limiter && new OrderGuesses(limiter, paymentContext.now),
    callbackWatch: work.callbackWatch,
    assets: assetFiles,
    inbox: work.inbox,
    whenOpen,
    health,
    requests,
    trackTask,
    readTraceparent: createTraceparentReader(settings.traceparent, settings.emit),
  };
  return {
    context,
    work,
    getMethods: createOnce(() => ({
      payments: createCheckoutPayments(paymentContext),
      savedCards: createSavedCardOperations(cards),
      operator: createOperator(paymentContext, {
        acknowledgeLostHistory,
        audit: (options) => work.auditor.audit(options),
      }),
    })),
  };
}

function createPaymentContext<Tx>(
  settings: Settings<Tx>,
  store: Store,
  listeners: Pick<PaymentContext, 'onRecord' | 'startDueHooks' | 'getHistoryLostAt'>,
): PaymentContext {
  const { gateway, now, random, emit, hooks, limits, addresses, redirectOrigins } = settings;
  const { callbackUrl, returnUrl, resolveUnknownPayment, referenceMarks, payouts, getPrice } = settings;
  return {
    gateway,
    store,
    now,
    random,
    emit,
    limits,
    callbackUrl,
    returnUrl,
    tokens: new PaymentTokens(gateway),
    beneficiaries: new Beneficiaries(store, gateway, payouts?.encryptionKey ?? []),
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
