import type { GatewayClient, GatewayClientOptions } from '@pgw/client';
import type { CheckoutEventListener } from '../events/event.ts';
import type { AccountContext, EndReason, OrderStatus } from '../model/hook.ts';
import type { HistoryMark } from '../model/ports/history-mark.ts';
import type { ChannelsOption } from '../offers/channel-details.ts';
import type { InstalmentChannel } from '../offers/instalments.ts';
import type { BankCategory } from '../offers/offers.ts';
import type { Operation } from '../model/operations/operation.ts';
import type { PayoutOptions } from '../model/operations/payouts.ts';
import type { Limits } from '../engine/payment-context.ts';
import type { GetPrice } from '../model/payments/order-price.ts';
import type { Order } from '../model/payments/order.ts';
import type { Payment } from '../model/payments/payment.ts';
import type { ReferenceMarks } from '../engine/references.ts';
import type { Store } from '../model/ports/store.ts';
import type { ResolveUnknownPayment } from '../model/unknown-payment.ts';
import type { OptionalFields, RequestLimits } from '../limits/limits.ts';
import type { CardOptions } from '../cards/card-options.ts';

/** How long data is kept, in days. Payments, refunds and payouts are never deleted, and what is not handled is kept. */
export interface RetentionDays {
  /** Handled callbacks with their raw bodies. Default 90. */
  readonly callbacks: number;
  /** Rejected callbacks. Default 7. */
  readonly rejected: number;
  /** Entries of timelines. Default 400. */
  readonly timeline: number;
  /** The beneficiaries of payouts whose outcome is final, since the payout. Default 400. */
  readonly beneficiaries: number;
  /** Unknown transactions that an operator has resolved, since they were last reported. Default 90. */
  readonly unknownTransactions: number;
}

/** The options of one account. They replace those of the checkout. */
export type AccountData<Tx, NativeRequest = unknown> = Partial<
  Omit<
    CheckoutOptions<Tx, NativeRequest>,
    | 'gateway'
    | 'accounts'
    | 'resolveAccount'
    | 'store'
    | 'sweepIntervalMs'
    | 'onEvent'
    | 'historyMark'
    | 'retentionDays'
    | 'limits'
    | 'mountPath'
  >
> & {
  /** The options of `createGatewayClient` for the merchant. They replace those of `accounts.gateway`. */
  readonly gateway: Partial<GatewayClientOptions>;
};

/** The merchants of a checkout with several ones. */
export interface Accounts<Tx, NativeRequest = unknown> {
  /**
   * Returns the options of an account, and undefined if there is no such account. It is called when a request or due work needs the
   * account. An id has 1 to 200 characters and belongs to one merchant at one gateway for ever: a merchant has another id for its tests.
   * Letter case and Unicode forms are not changed. While it throws or does not respond, requests of the account get 503.
   */
  readonly find: (
    id: string,
  ) =>
    | AccountData<Tx, NativeRequest>
    | undefined
    | null
    | Promise<AccountData<Tx, NativeRequest> | undefined | null>;
  /** The options of `createGatewayClient` that the accounts have in common. */
  readonly gateway?: Partial<GatewayClientOptions> | undefined;
  /** Time limit of `find` in milliseconds. Default 5,000. */
  readonly findTimeoutMs?: number | undefined;
  /** The maximum number of accounts in memory. Those that were used last are kept. Default 1,000. */
  readonly maxCached?: number | undefined;
  /** Milliseconds after which `find` is called again for an account in use. Default 60,000. */
  readonly refreshMs?: number | undefined;
}

/**
 * The options of `createCheckout`. `Tx` is the transaction of the store, and `NativeRequest` is the request of the server
 * framework.
 */
export interface CheckoutOptions<Tx, NativeRequest = unknown> {
  /**
   * The client from `createGatewayClient`. It contains the secret key, which the checkout cannot read. Required, unless the
   * checkout has `accounts`.
   */
  readonly gateway?: GatewayClient | undefined;
  /** The merchants of a checkout with several ones, in place of `gateway`; see `Accounts` and docs/many-merchants.md. */
  readonly accounts?: Accounts<Tx, NativeRequest> | undefined;
  /**
   * Returns the id of the account of a request, by its host, its path or another rule of the shop, but never by its body.
   * Undefined for no account. Needed with `accounts`, unless `mountPath` contains `{account}`.
   */
  readonly resolveAccount?:
    | ((req: NativeRequest) => string | undefined | null | Promise<string | undefined | null>)
    | undefined;
  /**
   * The public address of the shop, such as `https://shop.example`. Every public URL consists of this address
   * and `mountPath`. The Host header is never used. If the address has a path, such as
   * `https://shop.example/store`, a proxy in front of Express must remove this path. Plain http is accepted
   * only for loopback addresses.
   */
  readonly publicUrl: string;
  /**
   * The path at which `router` is mounted in Express, without the path of `publicUrl`. Default `/pgw`. With `accounts`, one of its
   * parts can be `{account}`, such as `/{account}/pgw`.
   */
  readonly mountPath?: string | undefined;
  /** The name of the shop that shoppers see. At most 100 characters. */
  readonly merchant: string;
  /** The shop's logo: an https address, or a path as browsers see it. Displayed during the redirection. */
  readonly merchantLogoUrl?: string | undefined;
  /**
   * The IANA time zone for displayed dates, such as Asia/Kuala_Lumpur. Default: the time zone of the
   * shopper's device.
   */
  readonly timeZone?: string | undefined;
  /** The gateway's name for the line "Payments by …". Without this option, the line is not displayed. */
  readonly gatewayName?: string | undefined;
  /** The store of payments. Default: an embedded database in `.pgw/payments.db`. */
  readonly store?: Store<Tx> | undefined;
  /**
   * Returns the price of an order from the shop's records. Returns undefined when the order does not exist,
   * or this visitor may not pay it. `req` contains the visitor's cookies. The price must not depend on data
   * in the request. A start calls it again after a new payment was stored: if the price has changed since, the start
   * is refused with `total-changed`, and the payment no longer pays the order.
   */
  readonly resolveOrder: (
    orderId: string,
    req: NativeRequest,
    context: AccountContext,
  ) => Order | undefined | null | Promise<Order | undefined | null>;
  /**
   * Reads the current price of an order when a payment becomes paid, in the transaction of `onPaid`. There is no
   * request then, so the price must not depend on a visitor. A payment of this price or more is fulfilled. A lower
   * one, or one in another currency, goes to review. Each difference emits the event `price-differs`. Undefined means
   * that the order does not exist any more: the payment goes to review. When the function throws, it is called
   * again later, like `onPaid`. It is not called again after it has accepted a payment and only `onPaid` has failed.
   * `operator.unknownTransactions.adopt` calls it too. Default: the price of the newest start or session of the order.
   */
  readonly getPrice?: GetPrice<Tx> | undefined;
  /**
   * Fulfills a paid order. The function runs in a transaction of the store, and its writes with `tx` take
   * effect exactly once. `key` is the same for every attempt. Use it as idempotency key for other systems.
   * When the function throws, it is called again later. If the function compares `payment.amount` with the order, it
   * must accept every amount when `payment.acceptedAt` is set.
   */
  readonly onPaid: (
    payment: Payment,
    context: AccountContext & { tx: Tx; key: string },
  ) => void | Promise<void>;
  /**
   * Called like `onPaid` when a card was authorized and not charged yet. The order is not paid. A payment that is
   * captured later becomes paid, and `onPaid` is called.
   */
  readonly onAuthorized?:
    | ((payment: Payment, context: AccountContext & { tx: Tx; key: string }) => void | Promise<void>)
    | undefined;
  /**
   * Called like `onPaid` when a payment has ended without being paid, for example to release the stock of its order.
   * `reason` is `failed`, `canceled`, `expired`, `refused` (not started) or `voided`. Release the stock only if
   * `order.isPaid` and `order.hasOpenPayments` are both false. A failed, canceled or expired payment can still become
   * paid later. Then `onPaid` is called after `onEnded`; see docs/your-database.md.
   */
  readonly onEnded?:
    | ((
        payment: Payment,
        context: AccountContext & { tx: Tx; key: string; reason: EndReason; order: OrderStatus },
      ) => void | Promise<void>)
    | undefined;
  /**
   * Called with each refund of a paid payment that is final (status 11, 16 or 18), like `onPaid`: of the whole payment
   * or of a part, by this shop or at the gateway. `refund.amount` was returned, in minor units.
   * `payment.fulfillment.state` is `done` if the order was fulfilled. The call waits for the result of `onPaid`.
   */
  readonly onRefunded?:
    | ((
        refund: Operation,
        context: AccountContext & { tx: Tx; key: string; payment: Payment },
      ) => void | Promise<void>)
    | undefined;
  /**
   * Called like `onPaid` when money moves back. Without `refund`, the gateway has taken back the money of a paid
   * payment (charge-back): it reports the payment as failed, canceled or expired in two queries, and an operator decides
   * what happens next. With `refund`, the provider has reversed this refund, so its money was not returned (status 17).
   * `payment.fulfillment.state` is `done` if the order was fulfilled.
   */
  readonly onReversed?:
    | ((
        payment: Payment,
        context: AccountContext & { tx: Tx; key: string; order: OrderStatus; refund: Operation | undefined },
      ) => void | Promise<void>)
    | undefined;
  /**
   * Finds the order of a payment that the gateway has and the store does not have, for example after a backup
   * was restored. Called by `operator.unknownTransactions.adopt`, and before another payment of the order is started. Use
   * `matches`, and compare the amount and the time. Without this option, the operator passes the order to
   * `adopt`.
   */
  readonly resolveUnknownPayment?: ResolveUnknownPayment | undefined;
  /**
   * Distinguishes the payments of several shops that use one merchant account. A shopper of another shop can then
   * not block an order of this shop. Unknown transactions block an order only if their reference has a mark of
   * this shop. Default: references have no mark, and every reference belongs to this shop.
   */
  readonly referenceMarks?: ReferenceMarks | undefined;
  /**
   * Keeps the newest position of the store's history outside of the store. With this mark, the checkout
   * detects that the store was restored from a backup. `false` disables the mark. Default: a file in the
   * folder of the embedded store's database, and no mark for other stores.
   */
  readonly historyMark?: HistoryMark | false | undefined;
  /**
   * Returns the page of an order: an address, or a path as browsers see it, including the path of
   * `publicUrl`. The browser returns to this page with `?payment=<reference>`, or with `pgw-payment` if the
   * URL has its own `payment`. "Try again" after a declined payment opens it without, so the page has
   * `<pgw-payment-status>` if the URL has a payment, and otherwise the checkout while the order is not paid. Without this
   * option, the checkout displays its own result page, and "Try again" opens the front page of the shop.
   */
  readonly getOrderUrl?: ((orderId: string, context: AccountContext) => string) | undefined;
  /**
   * Returns the page of the shop where a shopper without scripts chooses a bank of a channel: a path as
   * browsers see it. The page renders `checkout.snippet` with the option `channel`. Without this option, the
   * checkout displays its own page.
   */
  readonly getBankPageUrl?:
    | ((orderId: string, channelId: number, context: AccountContext) => string)
    | undefined;
  /**
   * `choose` (default): the shopper chooses a channel in the element. `hosted`: the shopper chooses on the
   * gateway's page.
   */
  readonly mode?: 'choose' | 'hosted' | undefined;
  /**
   * A fixed list of channels, used instead of the gateway's list. Or what the gateway's list does not tell, by channel
   * id: the terms below Pay, and whether a second person approves; see `ChannelDetails`.
   */
  readonly channels?: ChannelsOption | undefined;
  /** Accepts cards in the shop's page; see `CardOptions`. Default: a card channel redirects to the gateway's page. */
  readonly cards?: CardOptions<NativeRequest> | undefined;
  /**
   * Enables `operator.payouts`, and recognizes payouts in callbacks, returns and records; see `PayoutOptions`. Set it
   * also if another program requests payouts for this merchant.
   */
  readonly payouts?: PayoutOptions | undefined;
  /**
   * The channels with instalments and their plans. The shopper chooses a plan in the element, and the checkout
   * computes its payments. The gateway is requested for the amount of the order, and the provider charges the
   * interest. Default: none.
   */
  readonly instalments?: readonly InstalmentChannel[] | undefined;
  /** Sets the category of a bank, or hides it. */
  readonly bankCategory?: BankCategory | undefined;
  /**
   * Origins of logos besides the gateway's origin, such as `https://logos.example`. An origin with a path or
   * a query is rejected. Default: none.
   */
  readonly logoOrigins?: readonly string[] | undefined;
  /**
   * Origins besides the gateway's origin to which a form or script may redirect. A script with another origin
   * is not run. Default: none.
   */
  readonly redirectOrigins?: readonly string[] | undefined;
  /**
   * The origin of the separate page on which a redirection script of the gateway runs. `isolated` (default):
   * an opaque origin. The script has no access to cookies, storage and other pages of the shop, and a form
   * that it sends has `Origin: null`. `same-origin`: the origin of the shop, for a gateway that needs the
   * origin or the storage. `same-origin` cannot be combined with `cards`.
   */
  readonly redirectScript?: 'isolated' | 'same-origin' | undefined;
  /** Called with each event. Default: each warning and error is written to standard error as one line. */
  readonly onEvent?: CheckoutEventListener | undefined;
  /**
   * Returns the W3C `traceparent` of a request that starts a payment, which is stored with the payment: events, hooks and the
   * messages of tracing channels have it. Return the context of your own tracer, not the header of a shopper's request, unless a
   * proxy of yours has set it. A subscriber of `pgw:start` can set it too; see docs/tracing.md.
   */
  readonly traceparent?: ((req: NativeRequest) => string | undefined | null) | undefined;
  /** Milliseconds between sweeps. Default 5,000, at most one day. With 0, this process does not sweep. */
  readonly sweepIntervalMs?: number | undefined;
  /**
   * The action for a second payment of a paid order, which is never fulfilled. `report` (default) emits an
   * event. `refund` emits an event and refunds the payment.
   */
  readonly secondPayment?: 'report' | 'refund' | undefined;
  /** Limits for attempts, times and queries; see `Limits`. */
  readonly limits?: OptionalFields<Limits> | undefined;
  /**
   * How often one visitor and one network may start payments and open return pages; see `RequestLimits`.
   * `false` for no limits.
   */
  readonly requestLimits?: OptionalFields<RequestLimits> | false | undefined;
  /**
   * Returns an id of the visitor, for example a session id, or null. `requestLimits` limits the started
   * payments and the opened return pages of each id.
   */
  readonly resolveVisitor?: ((req: NativeRequest) => string | null | Promise<string | null>) | undefined;
  /** How long data is kept; see `RetentionDays`. */
  readonly retentionDays?: OptionalFields<RetentionDays> | undefined;
}
