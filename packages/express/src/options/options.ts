import type { GatewayClient } from '@pgw/client';
import type { Channel } from '@pgw/protocol';
import type { Request } from 'express';
import type { EventListener } from '../events.ts';
import type { HistoryMark } from '../history/history-mark.ts';
import type { BankCategory } from '../offers/offers.ts';
import type { Limits } from '../payments/engine.ts';
import type { Order } from '../payments/order.ts';
import type { Payment } from '../payments/payment.ts';
import type { Store } from '../payments/store.ts';
import type { OrderOfPayment } from '../recovery/order-of-payment.ts';
import type { RequestLimits } from '../start/request-limits.ts';
import type { CardOptions } from './card-options.ts';
import type { RetentionDays } from './limit-options.ts';

/** The options of `createCheckout`. */
export interface CheckoutOptions<Tx> {
  /** From `createGatewayClient`. The client holds the secret key; the checkout has no access to it. */
  readonly gateway: GatewayClient;
  /**
   * The public address of the shop, as `https://shop.example`. Every public URL consists of it and
   * `mountPath`; the Host header is never used. A path, as in `https://shop.example/store`, must be one that
   * a proxy in front of Express removes. Plain http is accepted for loopback addresses only.
   */
  readonly publicUrl: string;
  /** The path at which `router` is mounted in Express, without the path of `publicUrl`. Default `/pgw`. */
  readonly mountPath?: string;
  /** The name of the shop that shoppers see. At most 100 characters. */
  readonly merchant: string;
  /** The shop's logo: an https address, or a path as browsers see it. Displayed during the redirection. */
  readonly merchantLogoUrl?: string;
  /**
   * The IANA time zone for displayed dates, such as Asia/Kuala_Lumpur. Default: the time zone of the
   * shopper's device.
   */
  readonly timeZone?: string;
  /** The gateway's name for the line "Payments by …"; left out: no such line. */
  readonly gatewayName?: string;
  /** The store of payments. Default: an embedded database in `.pgw/payments.db`. */
  readonly store?: Store<Tx>;
  /**
   * Returns the price of an order from the shop's records. Returns undefined when there is no such order, or
   * this visitor may not pay it. `req` has the visitor's cookies. The price must not depend on data in the
   * request.
   */
  readonly resolveOrder: (
    orderId: string,
    req: Request,
  ) => Order | undefined | null | Promise<Order | undefined | null>;
  /**
   * Fulfils a paid order. It runs in a transaction of the store: writes with `tx` take effect exactly once.
   * `key` is the same for every attempt; use it as idempotency key for other systems. When it throws, it is
   * called again later.
   */
  readonly onPaid: (payment: Payment, context: { tx: Tx; key: string }) => void | Promise<void>;
  /**
   * Finds the order of a payment that the gateway has and the store does not have, for example after a backup
   * was restored. Called by `operator.adopt`, and before another payment of the order is started. Use
   * `matches`, and compare amount and time. Left out: the operator passes the order to `adopt`.
   */
  readonly orderOfPayment?: OrderOfPayment;
  /**
   * Stores the mark of the store's history, which detects a restored backup. `false`: no mark. Default: a
   * file beside the database of the embedded store, and no mark for other stores.
   */
  readonly historyMark?: HistoryMark | false;
  /**
   * Returns the page of an order: an address, or a path as browsers see it, including the path of
   * `publicUrl`. The browser returns to it with `?payment=<reference>`. Left out: a result page of the
   * checkout is displayed.
   */
  readonly orderUrl?: (orderId: string) => string;
  /**
   * Returns the page of the shop where a shopper without scripts chooses a bank of a channel: a path as
   * browsers see it. The page renders `checkout.snippet` with the option `channel`. Left out: a page of the
   * checkout is displayed.
   */
  readonly bankUrl?: (orderId: string, channelId: number) => string;
  /**
   * `choose` (default): the shopper chooses a channel in the element. `hosted`: the shopper chooses on the
   * gateway's page.
   */
  readonly mode?: 'choose' | 'hosted';
  /** A fixed channel list in place of the gateway's. */
  readonly channels?: readonly Channel[];
  /**
   * Accepts cards in the shop's page; see `CardOptions`. Left out: a card channel redirects to the gateway's
   * page.
   */
  readonly cards?: CardOptions;
  /** Sets the category of a bank, or hides it. */
  readonly bankCategory?: BankCategory;
  /**
   * Origins of logos besides the gateway's origin, as `https://logos.example`. Paths and queries are
   * rejected. Default: none.
   */
  readonly logoOrigins?: readonly string[];
  /**
   * Origins besides the gateway's origin to which a form or script may redirect. A script with another origin
   * is not run. Default: none.
   */
  readonly redirectOrigins?: readonly string[];
  /**
   * Where a redirection script of the gateway runs: on a page of its own. `isolated` (default): the page has
   * an opaque origin, so the script has no access to cookies, storage and other pages of the shop, and a form
   * that it sends has `Origin: null`. `same-origin`: the page has the origin of the shop, for a gateway that
   * needs the origin or the storage. `same-origin` cannot be combined with `cards`.
   */
  readonly redirectScript?: 'isolated' | 'same-origin';
  /** Called with each event. Default: warnings and errors are written to standard error, one line each. */
  readonly onEvent?: EventListener;
  /** Milliseconds between sweeps. Default 5,000, at most one day. 0: this process does not sweep. */
  readonly sweepIntervalMs?: number;
  /**
   * What happens to a second payment of a paid order, which is never fulfilled. `report` (default): an event.
   * `refund`: an event and a refund.
   */
  readonly onSecondPayment?: 'report' | 'refund';
  /** Limits of attempts, times and queries; see `Limits`. */
  readonly limits?: Partial<Limits>;
  /**
   * How often one visitor and one network may start payments and open return pages; see `RequestLimits`.
   * `false` for no limits.
   */
  readonly requestLimits?: Partial<RequestLimits> | false;
  /**
   * Returns an id of the visitor, for example a session id, by which starts and returns are counted; or null.
   */
  readonly visitorOf?: (req: Request) => string | null | Promise<string | null>;
  /** How long data is kept; see `RetentionDays`. */
  readonly retentionDays?: Partial<RetentionDays>;
  /** Returns the time in milliseconds since the Unix epoch. Default `Date.now`. */
  readonly now?: () => number;
  /** Returns a random number from 0 up to 1, for retry delays. Default `Math.random`. */
  readonly random?: () => number;
}
