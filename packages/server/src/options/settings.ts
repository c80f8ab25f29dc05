import type { GatewayClient } from '@pgw/client';
import { PgwError } from '@pgw/protocol';
import {
  formatViolations,
  omitInheritedMembers,
  parseInput,
  readTestOverrides,
  violationsOf,
} from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { printEvents, catchListenerErrors, type CheckoutEventListener } from '../events/event.ts';
import type { ShopHooks } from '../model/hook.ts';
import type { GetPrice } from '../model/payments/order-price.ts';
import type { HistoryMark } from '../model/ports/history-mark.ts';
import type { ChannelSettings } from '../offers/channel-details.ts';
import { channelsSchema, toChannelSettings } from './channels-option.ts';
import type { InstalmentChannel } from '../offers/instalments.ts';
import type { BankCategory } from '../offers/offers.ts';
import { payoutOptionsSchema, type PayoutOptions } from '../model/operations/payout-options.ts';
import type { Limits } from '../engine/payment-context.ts';
import type { ReferenceMarks } from '../engine/references.ts';
import type { Store } from '../model/ports/store.ts';
import type { ResolveUnknownPayment } from '../model/unknown-payment.ts';
import type { RequestLimits } from '../start/request-limits.ts';
import {
  cardOptionsSchema,
  parseCardSettings,
  findCardViolation,
  type CardRouteSettings,
} from './card-options.ts';
import { historyMarkSchema } from './history-option.ts';
import { instalmentsSchema } from './instalment-option.ts';
import {
  limitsSchema,
  requestLimitsSchema,
  retentionDaysSchema,
  type RetentionDays,
} from './limit-options.ts';
import { referenceMarksSchema } from './reference-marks-option.ts';
import type { CheckoutOptions } from './options.ts';
import { isOrigin, isSafeUrl, toLogoOrigins } from './origins.ts';
import { createPublicAddresses, type PublicAddresses } from './public-addresses.ts';

function hasMethod(value: unknown, name: keyof Store): boolean {
  return typeof value === 'object' && value !== null && name in value;
}

/** The validated options with all defaults. */
export interface Settings<Tx> {
  readonly gateway: GatewayClient;
  readonly addresses: PublicAddresses;
  readonly callbackUrl: string;
  /** The return URL without the token of a payment. */
  readonly returnUrl: string;
  readonly mountPath: string;
  readonly merchant: string;
  readonly merchantLogoUrl: string | null;
  readonly timeZone: string | null;
  readonly gatewayName: string | null;
  readonly cards: CardRouteSettings | undefined;
  readonly payouts: PayoutOptions | undefined;
  readonly bankCategory: BankCategory | undefined;
  readonly instalments: readonly InstalmentChannel[];
  readonly store: Store<Tx> | undefined;
  readonly resolveOrder: CheckoutOptions<Tx>['resolveOrder'];
  readonly hooks: ShopHooks<Tx>;
  readonly getPrice: GetPrice<Tx> | undefined;
  readonly historyMark: HistoryMark | false | undefined;
  readonly resolveUnknownPayment: ResolveUnknownPayment | undefined;
  readonly referenceMarks: ReferenceMarks | undefined;
  readonly getOrderUrl: ((orderId: string) => string) | undefined;
  readonly getBankPageUrl: ((orderId: string, channelId: number) => string) | undefined;
  readonly mode: 'choose' | 'hosted';
  readonly channels: ChannelSettings;
  /** Origins of logos, the gateway's origin first. */
  readonly logoOrigins: readonly string[];
  /** Origins to which forms and scripts may redirect, the gateway's origin first. */
  readonly redirectOrigins: readonly string[];
  readonly redirectScript: 'isolated' | 'same-origin';
  readonly emit: CheckoutEventListener;
  readonly sweepIntervalMs: number;
  readonly secondPayment: 'report' | 'refund';
  readonly limits: Limits;
  readonly requestLimits: RequestLimits | false;
  readonly resolveVisitor: CheckoutOptions<Tx>['resolveVisitor'];
  readonly retentionDays: RetentionDays;
  readonly now: () => number;
  readonly random: () => number;
}

const createFunctionSchema = (signature: string) =>
  z.custom<(...args: never[]) => unknown>(
    (value) => typeof value === 'function',
    `must be a function ${signature}`,
  );

const originsSchema = z
  .array(z.string().refine(isOrigin, 'must be an https origin, such as https://logos.example'))
  .default([]);

export const optionsSchema = z.strictObject({
  gateway: z.custom<GatewayClient>(
    (value) => typeof value === 'object' && value !== null && 'verifyCallback' in value,
    'must be a client made by createGatewayClient of @pgw/client',
  ),
  publicUrl: z
    .string('must be the address of the shop, such as https://shop.example')
    .refine(
      isSafeUrl,
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
  cards: cardOptionsSchema.optional(),
  payouts: payoutOptionsSchema,
  bankCategory: createFunctionSchema('(bank, channelId) => category').optional(),
  instalments: instalmentsSchema,
  store: z
    .custom<Store>((value) => hasMethod(value, 'insertPayment'), 'must be a store, such as embeddedStore()')
    .refine(
      (store) => !hasMethod(store, 'insertPayment') || hasMethod(store, 'commit'),
      'was written for @pgw/server 0.1.0 or earlier, because it has no method commit; write it for this version, and test it with storeContract of @pgw/server/testing',
    )
    .optional(),
  resolveOrder: createFunctionSchema('(orderId, req) => ({ amount, currencyCode })'),
  getPrice: createFunctionSchema('(orderId, { tx }) => ({ amount, currencyCode })').optional(),
  onPaid: createFunctionSchema('(payment, { tx, key }) => …'),
  onAuthorized: createFunctionSchema('(payment, { tx, key }) => …').optional(),
  onEnded: createFunctionSchema('(payment, { tx, key, reason, order }) => …').optional(),
  onRefunded: createFunctionSchema('(refund, { tx, key, payment }) => …').optional(),
  onReversed: createFunctionSchema('(payment, { tx, key, order, refund }) => …').optional(),
  historyMark: historyMarkSchema,
  resolveUnknownPayment: createFunctionSchema('(payment) => orderId').optional(),
  referenceMarks: referenceMarksSchema,
  getOrderUrl: createFunctionSchema('(orderId) => path').optional(),
  getBankPageUrl: createFunctionSchema('(orderId, channelId) => path').optional(),
  mode: z.enum(['choose', 'hosted'], 'must be choose or hosted').default('choose'),
  channels: channelsSchema,
  logoOrigins: originsSchema,
  redirectOrigins: originsSchema,
  redirectScript: z.enum(['isolated', 'same-origin'], 'must be isolated or same-origin').default('isolated'),
  onEvent: createFunctionSchema('(event) => …').optional(),
  sweepIntervalMs: z
    .number()
    .int()
    .min(0, 'must be 0 or more milliseconds')
    // Node's timers treat a time of more than 24.8 days as 1 ms.
    .max(86_400_000, 'must be at most one day, in milliseconds')
    .default(5_000),
  secondPayment: z.enum(['report', 'refund'], 'must be report or refund').default('report'),
  retentionDays: retentionDaysSchema,
  limits: limitsSchema,
  requestLimits: requestLimitsSchema,
  resolveVisitor: createFunctionSchema('(req) => id of the visitor, or null').optional(),
});

export function parseSettings<Tx>(givenOptions: CheckoutOptions<Tx, never>): Settings<Tx> {
  // The functions of the shop receive the request of the framework, which only the adapter knows.
  const options = omitInheritedMembers(givenOptions as CheckoutOptions<Tx>);
  const values = parseOptions(options);
  const violation =
    findAddressViolation(options.publicUrl, values.mountPath) ??
    (options.cards && findCardViolation(options.cards, options));
  if (violation !== undefined) throw new PgwError('invalid-configuration', `createCheckout: ${violation}.`);
  const { mountPath, mode, sweepIntervalMs, secondPayment } = values;
  const { logoOrigins, redirectOrigins } = values;
  const gatewayOrigin = new URL(options.gateway.baseUrl).origin;
  const addresses = createPublicAddresses(options.publicUrl, mountPath);
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
    cards: options.cards && parseCardSettings(options.cards),
    payouts: options.payouts,
    bankCategory: options.bankCategory,
    instalments: values.instalments,
    store: options.store,
    resolveOrder: options.resolveOrder,
    hooks: {
      onPaid: options.onPaid,
      onAuthorized: options.onAuthorized,
      onEnded: options.onEnded,
      onRefunded: options.onRefunded,
      onReversed: options.onReversed,
    },
    getPrice: options.getPrice,
    historyMark: options.historyMark,
    resolveUnknownPayment: options.resolveUnknownPayment,
    referenceMarks: options.referenceMarks,
    getOrderUrl: options.getOrderUrl,
    getBankPageUrl: options.getBankPageUrl,
    mode,
    channels: toChannelSettings(options.channels),
    logoOrigins: [gatewayOrigin, ...logoOrigins, ...toLogoOrigins(options.merchantLogoUrl)],
    redirectOrigins: [gatewayOrigin, ...redirectOrigins],
    redirectScript: values.redirectScript,
    emit: catchListenerErrors(options.onEvent ?? printEvents),
    sweepIntervalMs,
    secondPayment,
    limits: values.limits,
    requestLimits: values.requestLimits,
    resolveVisitor: options.resolveVisitor,
    retentionDays: values.retentionDays,
    ...readTestOverrides(givenOptions),
  };
}

function parseOptions(options: unknown): z.output<typeof optionsSchema> {
  const result = parseInput(optionsSchema, options);
  if (result.success) return result.data;
  const message = `createCheckout: ${formatViolations(violationsOf(result.error))}.`;
  throw new PgwError('invalid-configuration', message);
}

/** The gateway accepts return URLs of at most 500 characters. A token of 22 characters follows `/return/`. */
const maxReturnUrlLength = 500 - '/'.length - 22;

function findAddressViolation(publicUrl: string, mountPath: string): string | undefined {
  const { length } = createPublicAddresses(publicUrl, mountPath).url('/return');
  if (length <= maxReturnUrlLength) return undefined;
  return `publicUrl and mountPath must be shorter: the return URL would have ${length + 23} characters, and the gateway accepts 500`;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}
