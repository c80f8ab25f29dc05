import type { GatewayClient } from '@pgw/client';
import { createEmptyInput, isTimeZone } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { cardOptionsSchema, toCardSettings } from '../cards/card-options.ts';
import { positiveInteger, requestLimitsSchema } from '../limits/limits.ts';
import { payoutOptionsSchema } from '../model/operations/payouts.ts';
import type { HistoryMark } from '../model/ports/history-mark.ts';
import { storeMethods, type Store } from '../model/ports/store.ts';
import { hookLeaseMs } from '../model/hook.ts';
import { channelsSchema } from '../offers/channel-details.ts';
import { instalmentsSchema } from '../offers/instalments.ts';
import { isOrigin, isSafeUrl } from './addresses.ts';

function hasMember(value: unknown, name: string): value is object {
  return typeof value === 'object' && value !== null && name in value;
}

function hasMethod(value: unknown, name: string): boolean {
  return hasMember(value, name) && typeof Reflect.get(value, name) === 'function';
}

function toNullable(text: string | undefined): string | null {
  return text ?? null;
}

const markSchema = z.string().regex(/^[A-Za-z0-9]{1,6}$/, 'must be 1 to 6 letters and digits');

const referenceMarksSchema = z
  .strictObject({
    own: z.union(
      [markSchema, z.array(markSchema).min(1)],
      'must be a mark of 1 to 6 letters and digits, or a list',
    ),
    otherShops: z.array(markSchema).optional(),
  })
  .refine(({ own, otherShops = [] }) => {
    const ownMarks = new Set([own].flat().map((mark) => mark.toUpperCase()));
    return !otherShops.some((mark) => ownMarks.has(mark.toUpperCase()));
  }, 'must not have a mark in both own and otherShops')
  .optional();

const retentionDaysSchema = z
  .strictObject({
    callbacks: positiveInteger.default(90),
    rejected: positiveInteger.default(7),
    timeline: positiveInteger.default(400),
    beneficiaries: positiveInteger.default(400),
    unknownTransactions: positiveInteger.default(90),
  })
  .prefault(createEmptyInput);

const limitsSchema = z
  .strictObject({
    fulfillAttempts: positiveInteger.default(12),
    fulfillTimeoutMs: positiveInteger.max(hookLeaseMs, `must be at most ${hookLeaseMs}`).default(30_000),
    fulfillSlowMs: positiveInteger.default(10_000),
    queriesPerSecond: positiveInteger.default(10),
    visitorQueriesPerSecond: positiveInteger.default(50),
    recheckDays: z
      .number('must be a whole number')
      .int()
      .min(0, 'must be at least 0')
      .max(3_650, 'must be at most 3650')
      .default(90),
    recheckQueriesPerDay: positiveInteger.default(86_400),
    rejectedCallbacks: positiveInteger.default(1_000),
  })
  .prefault(createEmptyInput);

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
    .regex(/^(\/([\w.~-]|%[\dA-Fa-f]{2})+)+$/, 'must be a path such as /pgw')
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
    .optional()
    .transform(toNullable),
  timeZone: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone, such as Asia/Kuala_Lumpur')
    .optional()
    .transform(toNullable),
  gatewayName: z.string().min(1, 'must not be empty').optional().transform(toNullable),
  cards: cardOptionsSchema.transform(toCardSettings).optional(),
  payouts: payoutOptionsSchema,
  bankCategory: createFunctionSchema('(bank, channelId) => category').optional(),
  instalments: instalmentsSchema,
  store: z
    .custom<Store>((value) => hasMember(value, 'open'), 'must be a store, such as embeddedStore()')
    .superRefine((store, context) => {
      const missing = storeMethods.find((name) => !hasMethod(store, name));
      if (missing === undefined || !hasMember(store, 'open')) return;
      const message = `was written for another version than this one, because it has no method ${missing}; write it for this version, and test it with storeContract of @pgw/server/testing`;
      context.addIssue({ code: 'custom', message });
    })
    .optional(),
  resolveOrder: createFunctionSchema('(orderId, req) => ({ amount, currencyCode })'),
  getPrice: createFunctionSchema('(orderId, { tx }) => ({ amount, currencyCode })').optional(),
  onPaid: createFunctionSchema('(payment, { tx, key }) => …'),
  onAuthorized: createFunctionSchema('(payment, { tx, key }) => …').optional(),
  onEnded: createFunctionSchema('(payment, { tx, key, reason, order }) => …').optional(),
  onRefunded: createFunctionSchema('(refund, { tx, key, payment }) => …').optional(),
  onReversed: createFunctionSchema('(payment, { tx, key, order, refund }) => …').optional(),
  historyMark: z
    .union(
      [
        z.literal(false),
        z.custom<HistoryMark>((value) => hasMethod(value, 'read') && hasMethod(value, 'write')),
      ],
      'must be false or an object with the functions read and write',
    )
    .optional(),
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
  traceparent: createFunctionSchema('(req) => traceparent').optional(),
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

const timeMs = positiveInteger.max(3_600_000, 'must be at most one hour, in milliseconds');

const accountsSchema = z.strictObject(
  {
    find: createFunctionSchema('(id) => options of the account, or undefined'),
    gateway: z.looseObject({}).optional(),
    findTimeoutMs: timeMs.default(5_000),
    maxCached: positiveInteger.default(1_000),
    refreshMs: timeMs.default(60_000),
  },
  'must be { find }, with a function (id) => options of the account',
);

/** The schema of the options of a checkout with several accounts. */
export const commonOptionsSchema = optionsSchema
  .omit({ gateway: true })
  .extend({
    gateway: z
      .custom<undefined>(
        (value) => value === undefined,
        'must be left out with accounts: accounts.find returns the options of each client',
      )
      .optional(),
    accounts: accountsSchema,
    resolveAccount: createFunctionSchema('(req) => id of the account, or undefined').optional(),
    mountPath: z
      .string()
      .regex(
        /^(\/(([\w.~-]|%[\dA-Fa-f]{2})+|\{account\}))+$/,
        'must be a path such as /pgw or /{account}/pgw',
      )
      .refine((path) => path.split('{account}').length <= 2, 'must contain {account} once')
      .default('/pgw'),
  })
  .refine(
    ({ resolveAccount, mountPath }) => resolveAccount !== undefined || mountPath.includes('{account}'),
    {
      path: ['resolveAccount'],
      error: 'is missing: must be a function (req) => id of the account, unless mountPath contains {account}',
    },
  );
