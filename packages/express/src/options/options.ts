import type { GatewayClient } from '@pgw/client';
import { PgwError, type Channel } from '@pgw/protocol';
import { listViolations, violationsOf } from '@pgw/protocol/internal';
import type { Request } from 'express';
import { z } from 'zod';
import {
  cardOptions,
  cardSettings,
  cardViolation,
  type CardOptions,
  type CardRouteSettings,
} from './card-options.ts';
import { historyMarkOption } from './history-option.ts';
import type { HistoryMark } from '../history/history-mark.ts';
import { printEvents, quiet, type EventListener } from '../events.ts';
import { limits, requestLimits, retentionDays, type RetentionDays } from './limit-options.ts';
import type { RequestLimits } from '../start/request-limits.ts';
import type { Limits } from '../payments/engine.ts';
import type { BankCategory } from '../offers/offers.ts';
import type { Order } from '../payments/order.ts';
import type { OrderOfPayment } from '../recovery/order-of-payment.ts';
import type { Payment } from '../payments/payment.ts';
import { isOrigin, isSafeOrigin, originsOf } from './origins.ts';
import { publicAddresses, type PublicAddresses } from './public-addresses.ts';
import type { Store } from '../payments/store.ts';

/** The options of `createCheckout`. */
export interface CheckoutOptions<Tx> {
  /** From `createGatewayClient`. The client holds the secret key; the checkout has no access to it. */
  readonly gateway: GatewayClient;
  /**
   * The public address of the shop, as `https://shop.example`. Every public URL consists of it and `mountPath`; the Host header is never
   * used. A path, as in `https://shop.example/store`, must be one that a proxy in front of Express removes. Plain http is accepted for
   * loopback addresses only.
   */
  readonly publicUrl: string;
  /** The path at which `router` is mounted in Express, without the path of `publicUrl`. Default `/pgw`. */
  readonly mountPath?: string;
  /** The name of the shop that shoppers see. At most 100 characters. */
  readonly merchant: string;
  /** The shop's logo: an https address, or a path as browsers see it. Displayed during the redirection. */
  readonly merchantLogoUrl?: string;
  /** The IANA time zone for displayed dates, such as Asia/Kuala_Lumpur. Default: the time zone of the shopper's device. */
  readonly timeZone?: string;
  /** The gateway's name for the line "Payments by …"; left out: no such line. */
  readonly gatewayName?: string;
  /** The store of payments. Default: an embedded database in `.pgw/payments.db`. */
  readonly store?: Store<Tx>;
  /**
   * Returns the price of an order from the shop's records. Returns undefined when there is no such order, or this visitor may not pay it.
   * `req` has the visitor's cookies. The price must not depend on data in the request.
   */
  readonly resolveOrder: (
    orderId: string,
    req: Request,
  ) => Order | undefined | null | Promise<Order | undefined | null>;
  /**
   * Fulfils a paid order. It runs in a transaction of the store: writes with `tx` take effect exactly once. `key` is the same for every
   * attempt; use it as idempotency key for other systems. When it throws, it is called again later.
   */
  readonly onPaid: (payment: Payment, context: { tx: Tx; key: string }) => void | Promise<void>;
  /**
   * Finds the order of a payment that the gateway has and the store does not have, for example after a backup was restored. Called by
   * `operator.adopt`, and before another payment of the order is started. Use `matches`, and compare amount and time. Left out: the
   * operator passes the order to `adopt`.
   */
  readonly orderOfPayment?: OrderOfPayment;
  /**
   * Stores the mark of the store's history, which detects a restored backup. `false`: no mark. Default: a file beside the database of the
   * embedded store, and no mark for other stores.
   */
  readonly historyMark?: HistoryMark | false;
  /**
   * Returns the page of an order: an address, or a path as browsers see it, including the path of `publicUrl`. The browser returns to it
   * with `?payment=<reference>`. Left out: a result page of the checkout is displayed.
   */
  readonly orderUrl?: (orderId: string) => string;
  /**
   * Returns the page of the shop where a shopper without scripts chooses a bank of a channel: a path as browsers see it. The page renders
   * `checkout.snippet` with the option `channel`. Left out: a page of the checkout is displayed.
   */
  readonly bankUrl?: (orderId: string, channelId: number) => string;
  /** `choose` (default): the shopper chooses a channel in the element. `hosted`: the shopper chooses on the gateway's page. */
  readonly mode?: 'choose' | 'hosted';
  /** A fixed channel list in place of the gateway's. */
  readonly channels?: readonly Channel[];
  /** Accepts cards in the shop's page; see `CardOptions`. Left out: a card channel redirects to the gateway's page. */
  readonly cards?: CardOptions;
  /** Sets the category of a bank, or hides it. */
  readonly bankCategory?: BankCategory;
  /** Origins of logos besides the gateway's origin, as `https://logos.example`. Paths and queries are rejected. Default: none. */
  readonly logoOrigins?: readonly string[];
  /** Origins besides the gateway's origin to which a form or script may redirect. A script with another origin is not run. Default: none. */
  readonly redirectOrigins?: readonly string[];
  /**
   * Where a redirection script of the gateway runs: on a page of its own. `isolated` (default): the page has an opaque origin, so the script
   * has no access to cookies, storage and other pages of the shop, and a form that it sends has `Origin: null`. `same-origin`: the page has
   * the origin of the shop, for a gateway that needs the origin or the storage. `same-origin` cannot be combined with `cards`.
   */
  readonly redirectScript?: 'isolated' | 'same-origin';
  /** Called with each event. Default: warnings and errors are written to standard error, one line each. */
  readonly onEvent?: EventListener;
  /** Milliseconds between sweeps. Default 5,000, at most one day. 0: this process does not sweep. */
  readonly sweepIntervalMs?: number;
  /**
   * What happens to a second payment of a paid order, which is never fulfilled. `report` (default): an event. `refund`: an event and a
   * refund.
   */
  readonly onSecondPayment?: 'report' | 'refund';
  /** Limits of attempts, times and queries; see `Limits`. */
  readonly limits?: Partial<Limits>;
  /** How often one visitor and one network may start payments and open return pages; see `RequestLimits`. `false` for no limits. */
  readonly requestLimits?: Partial<RequestLimits> | false;
  /** Returns an id of the visitor, for example a session id, by which starts and returns are counted; or null. */
  readonly visitorOf?: (req: Request) => string | null | Promise<string | null>;
  /** How long data is kept; see `RetentionDays`. */
  readonly retentionDays?: Partial<RetentionDays>;
  /** Returns the time in milliseconds since the Unix epoch. Default `Date.now`. */
  readonly now?: () => number;
  /** Returns a random number from 0 up to 1, for retry delays. Default `Math.random`. */
  readonly random?: () => number;
}

/** The validated options with all defaults. */
export interface Settings<Tx> {
  readonly gateway: GatewayClient;
  readonly addresses: PublicAddresses;
  readonly callbackUrl: string;
  readonly returnUrl: string;
  readonly mountPath: string;
  readonly merchant: string;
  readonly merchantLogoUrl: string | null;
  readonly timeZone: string | null;
  readonly gatewayName: string | null;
  readonly cards: CardRouteSettings | undefined;
  readonly bankCategory: BankCategory | undefined;
  readonly store: Store<Tx> | undefined;
  readonly resolveOrder: CheckoutOptions<Tx>['resolveOrder'];
  readonly onPaid: CheckoutOptions<Tx>['onPaid'];
  readonly historyMark: HistoryMark | false | undefined;
  readonly orderOfPayment: OrderOfPayment | undefined;
  readonly orderUrl: ((orderId: string) => string) | undefined;
  readonly bankUrl: ((orderId: string, channelId: number) => string) | undefined;
  readonly mode: 'choose' | 'hosted';
  readonly channels: readonly Channel[] | undefined;
  /** Origins of logos, the gateway's origin first. */
  readonly logoOrigins: readonly string[];
  /** Origins to which forms and scripts may redirect, the gateway's origin first. */
  readonly redirectOrigins: readonly string[];
  readonly redirectScript: 'isolated' | 'same-origin';
  readonly emit: EventListener;
  readonly sweepIntervalMs: number;
  readonly onSecondPayment: 'report' | 'refund';
  readonly limits: Limits;
  readonly requestLimits: RequestLimits | false;
  readonly visitorOf: CheckoutOptions<Tx>['visitorOf'];
  readonly retentionDays: RetentionDays;
  readonly now: () => number;
  readonly random: () => number;
}

const fn = (signature: string) =>
  z.custom<(...args: never[]) => unknown>(
    (value) => typeof value === 'function',
    `must be a function ${signature}`,
  );

const origins = z
  .array(z.string().refine(isOrigin, 'must be an https origin, such as https://logos.example'))
  .default([]);

const schema = z.strictObject({
  gateway: z.custom<GatewayClient>(
    (value) => typeof value === 'object' && value !== null && 'verifyCallback' in value,
    'must be a client made by createGatewayClient of @pgw/client',
  ),
  publicUrl: z
    .string('must be the address of the shop, such as https://shop.example')
    .refine(
      isSafeOrigin,
      'must be an https address without query, such as https://shop.example (http only for loopback)',
    ),
  mountPath: z
    .string()
    .regex(/^(\/[\w.~-]+)+$/, 'must be a path such as /pgw')
    .default('/pgw'),
  merchant: z
    .string('must be the name of the shop')
    .min(1, 'must be the name of the shop')
    .max(100, 'must have at most 100 characters'),
  merchantLogoUrl: z
    .string()
    .refine(
      (text) => /^(https:\/\/|\/)/.test(text) && URL.canParse(text, 'https://shop.example'),
      'must be an https address or a path',
    )
    .optional(),
  timeZone: z.string().refine(isTimeZone, 'must be an IANA time zone, such as Asia/Kuala_Lumpur').optional(),
  gatewayName: z.string().min(1, 'must not be empty').optional(),
  cards: cardOptions.optional(),
  bankCategory: fn('(bank, channelId) => category').optional(),
  store: z
    .custom<Store>(
      (value) => typeof value === 'object' && value !== null && 'insertPayment' in value,
      'must be a store, such as embeddedStore()',
    )
    .optional(),
  resolveOrder: fn('(orderId, req) => ({ amount, currencyCode })'),
  onPaid: fn('(payment, { tx, key }) => …'),
  historyMark: historyMarkOption,
  orderOfPayment: fn('(payment) => orderId').optional(),
  orderUrl: fn('(orderId) => path').optional(),
  bankUrl: fn('(orderId, channelId) => path').optional(),
  mode: z.enum(['choose', 'hosted'], 'must be choose or hosted').default('choose'),
  channels: z
    .array(z.looseObject({ id: z.number().int(), name: z.string(), isProviderHostChannel: z.boolean() }))
    .optional(),
  logoOrigins: origins,
  redirectOrigins: origins,
  redirectScript: z.enum(['isolated', 'same-origin'], 'must be isolated or same-origin').default('isolated'),
  onEvent: fn('(event) => …').optional(),
  sweepIntervalMs: z
    .number()
    .int()
    .min(0, 'must be 0 or more milliseconds')
    // Node's timers treat a much longer time as 0.
    .max(86_400_000, 'must be at most one day, in milliseconds')
    .default(5_000),
  onSecondPayment: z.enum(['report', 'refund'], 'must be report or refund').default('report'),
  retentionDays,
  limits,
  requestLimits,
  visitorOf: fn('(req) => id of the visitor, or null').optional(),
  now: fn('() => milliseconds').optional(),
  random: fn('() => number').optional(),
});

/**
 * Validates the options and adds the defaults.
 *
 * @throws PgwError `invalid-configuration` with each wrong option and its rule.
 */
export function settingsOf<Tx>(options: CheckoutOptions<Tx>): Settings<Tx> {
  const parsed = schema.safeParse(options);
  if (!parsed.success) {
    throw new PgwError(
      'invalid-configuration',
      `createCheckout: ${listViolations(violationsOf(parsed.error))}.`,
    );
  }
  const refusal = options.cards && cardViolation(options.cards, options);
  if (refusal !== undefined) throw new PgwError('invalid-configuration', `createCheckout: ${refusal}.`);
  const { mountPath, mode, sweepIntervalMs, onSecondPayment } = parsed.data;
  const { logoOrigins, redirectOrigins } = parsed.data;
  const gatewayOrigin = new URL(options.gateway.baseUrl).origin;
  const addresses = publicAddresses(options.publicUrl, mountPath);
  return {
    gateway: options.gateway,
    addresses,
    callbackUrl: addresses.url('/callback'),
    returnUrl: addresses.url('/return'),
    mountPath,
    merchant: options.merchant,
    merchantLogoUrl: options.merchantLogoUrl ?? null,
    timeZone: options.timeZone ?? null,
    gatewayName: options.gatewayName ?? null,
    cards: options.cards && cardSettings(options.cards),
    bankCategory: options.bankCategory,
    store: options.store,
    resolveOrder: options.resolveOrder,
    onPaid: options.onPaid,
    historyMark: options.historyMark,
    orderOfPayment: options.orderOfPayment,
    orderUrl: options.orderUrl,
    bankUrl: options.bankUrl,
    mode,
    channels: options.channels,
    logoOrigins: [gatewayOrigin, ...logoOrigins, ...originsOf(options.merchantLogoUrl)],
    redirectOrigins: [gatewayOrigin, ...redirectOrigins],
    redirectScript: parsed.data.redirectScript,
    emit: quiet(options.onEvent ?? printEvents),
    sweepIntervalMs,
    onSecondPayment,
    limits: parsed.data.limits,
    requestLimits: parsed.data.requestLimits,
    visitorOf: options.visitorOf,
    retentionDays: parsed.data.retentionDays,
    now: options.now ?? Date.now,
    random: options.random ?? Math.random,
  };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}
