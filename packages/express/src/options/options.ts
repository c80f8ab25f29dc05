import type { GatewayClient } from '@pgw/client';
import { listViolations, PgwError, violationsOf, type Channel } from '@pgw/protocol';
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
import { limits, retentionDays, type RetentionDays } from './limit-options.ts';
import type { Limits } from '../payments/engine.ts';
import type { BankCategory } from '../offers/offers.ts';
import type { Order } from '../payments/order.ts';
import type { OrderOfPayment } from '../recovery/order-of-payment.ts';
import type { Payment } from '../payments/payment.ts';
import { isOrigin, isSafeOrigin, originsOf } from './origins.ts';
import { publicAddresses, type PublicAddresses } from './public-addresses.ts';
import type { Store } from '../payments/store.ts';

/** What a merchant gives to `createCheckout`. */
export interface CheckoutOptions<Tx> {
  /** From `createGatewayClient`. It holds the secret key; the checkout never sees it. */
  readonly gateway: GatewayClient;
  /**
   * Where the shop is reached from outside, as `https://shop.example`. Every public address is made of it and `mountPath`, never
   * of a Host header. A path, as in `https://shop.example/store`, is one that a proxy in front of Express removes. Plain http
   * is accepted for loopback addresses only.
   */
  readonly publicUrl: string;
  /** Where `router` is mounted in Express, without the path of `publicUrl`. Default `/pgw`. */
  readonly mountPath?: string;
  /** The shop's name, as its shoppers know it. */
  readonly merchant: string;
  /** The shop's logo, an https address or a path as browsers see it: shown while the browser leaves. */
  readonly merchantLogoUrl?: string;
  /** IANA time zone in which shoppers are shown dates, such as Asia/Kuala_Lumpur. Left out: their device's. */
  readonly timeZone?: string;
  /** The gateway's name for the line "Payments by …"; left out: no such line. */
  readonly gatewayName?: string;
  /** Where payments are kept. Left out: an embedded database in `.pgw/payments.db`. */
  readonly store?: Store<Tx>;
  /**
   * The price of an order, from the shop's own records; `undefined` when there is no such order, or this visitor may not
   * pay it. `req` carries the visitor's cookies; nothing in it may decide the price.
   */
  readonly resolveOrder: (
    orderId: string,
    req: Request,
  ) => Order | undefined | null | Promise<Order | undefined | null>;
  /**
   * Fulfils a paid order. Runs in the store's own transaction: what it writes with `tx` happens exactly once. `key` is the
   * same at every try; hand it to other systems as their idempotency key. When it throws it is tried again, later.
   */
  readonly onPaid: (payment: Payment, context: { tx: Tx; key: string }) => void | Promise<void>;
  /**
   * Finds the order of a payment that the gateway has and the store does not, as after a restored backup: for `operator.adopt`, and before
   * another payment of the order is started. Use `matches`, and compare amount and time. Left out: the operator names the order.
   */
  readonly orderOfPayment?: OrderOfPayment;
  /**
   * Where the mark of the store's history is kept, by which a restored backup is noticed; `false` for nowhere. Default: a file beside the
   * database of the embedded store, and nowhere for other stores.
   */
  readonly historyMark?: HistoryMark | false;
  /**
   * Where the shop shows an order: an address, or a path as browsers see it, the path of `publicUrl` included. The browser returns
   * there with `?payment=<reference>`.
   */
  readonly orderUrl?: (orderId: string) => string;
  /** `choose` (default): the shopper picks a channel in the element. `hosted`: the gateway's page asks. */
  readonly mode?: 'choose' | 'hosted';
  /** A fixed channel list in place of the gateway's. */
  readonly channels?: readonly Channel[];
  /** Takes cards in the shop's own page; see `CardOptions`. Left out: a card channel leaves for the gateway's page. */
  readonly cards?: CardOptions;
  /** Tells personal from business banks, or hides one. */
  readonly bankCategory?: BankCategory;
  /** Origins that logos come from beside the gateway's own, as `https://logos.example`. Paths and queries are refused. */
  readonly logoOrigins?: readonly string[];
  /** Origins that a payment may leave to by a form or a script beside the gateway's own. Scripts that name others are not run. */
  readonly redirectOrigins?: readonly string[];
  /** Told what an operator may want to know. Left out: warnings and errors go to the error output, a line each. */
  readonly onEvent?: EventListener;
  /** Milliseconds between sweeps. Default 5,000, a day at most; 0 for none in this process. */
  readonly sweepIntervalMs?: number;
  /** A second payment of a paid order is never fulfilled. `report` (default): an event tells; `refund`: it is refunded as well. */
  readonly onSecondPayment?: 'report' | 'refund';
  readonly limits?: Partial<Limits>;
  readonly retentionDays?: Partial<RetentionDays>;
  /** The clock, in milliseconds since the Unix epoch. */
  readonly now?: () => number;
  /** From 0 up to 1. Default `Math.random`. */
  readonly random?: () => number;
}

/** The same, checked, with every default in place. */
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
  readonly mode: 'choose' | 'hosted';
  readonly channels: readonly Channel[] | undefined;
  /** Where logos come from, the gateway's own origin first. */
  readonly logoOrigins: readonly string[];
  /** Where forms and scripts may leave to, the gateway's own origin first. */
  readonly redirectOrigins: readonly string[];
  readonly emit: EventListener;
  readonly sweepIntervalMs: number;
  readonly onSecondPayment: 'report' | 'refund';
  readonly limits: Limits;
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
  mode: z.enum(['choose', 'hosted'], 'must be choose or hosted').default('choose'),
  channels: z
    .array(z.looseObject({ id: z.number().int(), name: z.string(), isProviderHostChannel: z.boolean() }))
    .optional(),
  logoOrigins: origins,
  redirectOrigins: origins,
  onEvent: fn('(event) => …').optional(),
  sweepIntervalMs: z
    .number()
    .int()
    .min(0, 'must be 0 or more milliseconds')
    // Node's timers take what is far longer for no time at all.
    .max(86_400_000, 'must be a day at most, in milliseconds')
    .default(5_000),
  onSecondPayment: z.enum(['report', 'refund'], 'must be report or refund').default('report'),
  retentionDays,
  limits,
  now: fn('() => milliseconds').optional(),
  random: fn('() => number').optional(),
});

/**
 * Checks the options and fills in the defaults.
 *
 * @throws PgwError `invalid-configuration`, naming each option that is wrong and what is expected.
 */
export function settingsOf<Tx>(options: CheckoutOptions<Tx>): Settings<Tx> {
  const parsed = schema.safeParse(options);
  if (!parsed.success) {
    throw new PgwError(
      'invalid-configuration',
      `createCheckout: ${listViolations(violationsOf(parsed.error))}.`,
    );
  }
  const refusal = options.cards && cardViolation(options.cards, options.gateway.baseUrl);
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
    mode,
    channels: options.channels,
    logoOrigins: [gatewayOrigin, ...logoOrigins, ...originsOf(options.merchantLogoUrl)],
    redirectOrigins: [gatewayOrigin, ...redirectOrigins],
    emit: quiet(options.onEvent ?? printEvents),
    sweepIntervalMs,
    onSecondPayment,
    limits: parsed.data.limits,
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
