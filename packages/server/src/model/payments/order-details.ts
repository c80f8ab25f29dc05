import { createHmac } from 'node:crypto';
import type { GatewayClient } from '@pgw/client';
import { endpoints, PgwError, type Violation } from '@pgw/protocol';
import { createOnce, formatViolations, parseInput, violationsOf, isObject } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';

/** What the gateway may know of the shopper. The limits are those of the gateway, in UTF-16 code units. */
export interface OrderCustomer {
  /** At most 36 characters. A longer name is shortened, and never within a character. */
  readonly name?: string | null | undefined;
  /** At most 150 characters. */
  readonly email?: string | null | undefined;
  /** At most 16 characters. */
  readonly mobileNo?: string | null | undefined;
  /** At most 36 characters. */
  readonly username?: string | null | undefined;
  /** The number of an identity document. The gateway does not document its limit. */
  readonly identificationNumber?: string | null | undefined;
  /** 1 to 5. The gateway does not document the meaning of each number. */
  readonly identificationType?: number | null | undefined;
}

/** The merchant on whose behalf a platform requests the payment. */
export interface OrderSubMerchant {
  /** The id of the merchant at the gateway. */
  readonly uniqueId?: string | number | null | undefined;
  /** The name of the merchant. */
  readonly name?: string | null | undefined;
}

/** The charge of a platform. */
export interface OrderPlatformCharge {
  /** The id of the platform at the gateway. */
  readonly partnerId?: string | number | null | undefined;
  /** In minor units. */
  readonly amount?: number | null | undefined;
}

/** The choice of channels on the hosted page. */
export interface OrderExtraInfo {
  /** The group whose channels are shown. */
  readonly channelGroupId?: number | null | undefined;
  /** The ids of the channels that are not shown. */
  readonly hiddenChannel?: readonly number[] | null | undefined;
}

/**
 * What the gateway may know of an order besides its price. It is sent with each start, and never stored: of `subMerchant`,
 * `platformCharge` and `savePayment`, which move money, the store has a keyed hash. A start with other values of these three
 * is a new payment.
 *
 * A field of the other three that breaks a rule is left out, and the event `order-field-omitted` names it and its limit.
 */
export interface OrderDetails {
  /** The shopper. */
  readonly customer?: OrderCustomer | null | undefined;
  /** True for a citizen of the gateway's country. */
  readonly localCitizen?: boolean | null | undefined;
  /** True to save the details of the payment at the gateway. The saved cards of the element do not need it. */
  readonly savePayment?: boolean | null | undefined;
  /** The merchant on whose behalf a platform requests the payment. */
  readonly subMerchant?: OrderSubMerchant | null | undefined;
  /** The charge of a platform, in minor units. */
  readonly platformCharge?: OrderPlatformCharge | null | undefined;
  /** What the hosted page shows: channels of one group, or all except the hidden ones. */
  readonly extraInfo?: OrderExtraInfo | null | undefined;
}

type Request = Parameters<GatewayClient['requestPayment']>[0];

/** The fields of the gateway's request. */
export type SentDetails = Pick<
  Request,
  'customer' | 'localCitizen' | 'savePayment' | 'subMerchant' | 'platformCharge' | 'requestPaymentExtraInfo'
>;

/** A field that is not sent, because its value breaks a rule of the gateway. It has no value of the order. */
export interface OmittedField {
  /** Such as `customer.mobileNo`. */
  readonly field: string;
  /** The maximum length of a text; null for a field that breaks another rule. */
  readonly maxLength: number | null;
  /** Such as `must have at most 16 characters`. */
  readonly rule: string;
}

/** The details of an order that are sent. */
export interface ReadDetails {
  readonly sent: SentDetails;
  readonly omitted: readonly OmittedField[];
}

/** The fields of a customer, such as `customer.mobileNo`, that a channel can require. */
export const requirableFields = [
  'customer.name',
  'customer.email',
  'customer.mobileNo',
  'customer.username',
  'customer.identificationNumber',
  'customer.identificationType',
  'localCitizen',
] as const;

/** The names of the details as properties of an order, with the names in the request. */
const names = {
  customer: 'customer',
  localCitizen: 'localCitizen',
  savePayment: 'savePayment',
  subMerchant: 'subMerchant',
  platformCharge: 'platformCharge',
  extraInfo: 'requestPaymentExtraInfo',
} as const satisfies Readonly<Record<keyof OrderDetails, keyof SentDetails>>;
const detailNames = Object.entries(names);

/** The details that move money are refused instead of left out. */
const movesMoney: ReadonlySet<string> = new Set(['savePayment', 'subMerchant', 'platformCharge']);

/** The schemas of the request without `optional`. */
const getSchemas = createOnce(() => {
  const { shape } = endpoints.requestPayment.request;
  const entries = Object.values(names).map((name) => [name, shape[name].unwrap()] as const);
  return new Map<string, z.ZodType>(entries);
});

/**
 * Reads the details of an order. Absent are undefined, null, and an empty text.
 *
 * @throws PgwError `invalid-configuration` if a field that moves money breaks a rule of the gateway.
 */
export function readOrderDetails(orderId: string, details: OrderDetails): ReadDetails {
  const sent: Record<string, unknown> = {};
  const omitted: OmittedField[] = [];
  for (const [option, name] of detailNames) {
    const value = removeAbsent(Reflect.get(details, option));
    const schema = value === undefined ? undefined : getSchemas().get(name);
    if (schema === undefined) continue;
    const parsed = movesMoney.has(option)
      ? requireDetail(orderId, option, parseInput(schema, value))
      : readMembers(option, { schema, value, omitted });
    if (parsed !== undefined) sent[name] = parsed;
  }
  return { sent, omitted };
}

function requireDetail(
  orderId: string,
  option: string,
  { data, error }: ReturnType<typeof parseInput>,
): unknown {
  if (error === undefined) return data;
  const violations = violationsOf(error).map(({ path, message }) => ({
    path: path === '' ? option : `${option}.${path}`,
    message,
  }));
  const message = `resolveOrder returned an invalid order ${orderId}: ${formatViolations(violations)}.`;
  throw new PgwError('invalid-configuration', message, { ids: { order: orderId } });
}

/** Returns the members that the schema accepts, or undefined if there are none. */
function readMembers(
  path: string,
  {
    schema,
    value,
    omitted,
  }: { readonly schema: z.ZodType; readonly value: unknown; readonly omitted: OmittedField[] },
): unknown {
  if (schema instanceof z.ZodObject && isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => {
      const ofMember: unknown = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
      const memberSchema = ofMember instanceof z.ZodOptional ? ofMember.unwrap() : undefined;
      const memberPath = `${path}.${name}`;
      if (memberSchema instanceof z.ZodType)
        return [name, readMembers(memberPath, { schema: memberSchema, value: member, omitted })];
      omitted.push({ field: memberPath, maxLength: null, rule: 'is not a field of the gateway' });
      return [name, undefined];
    });
    return removeAbsent(Object.fromEntries(members));
  }
  const limit = schema instanceof z.ZodString ? schema.maxLength : null;
  const isName = path === 'customer.name' && limit !== null && typeof value === 'string';
  const { data, error } = parseInput(schema, isName ? shortenText(value, limit) : value);
  if (error === undefined) return data;
  const [violation]: readonly (Violation | undefined)[] = violationsOf(error);
  const isTooLong = typeof value === 'string' && limit !== null && value.length > limit;
  omitted.push({
    field: path,
    maxLength: isTooLong ? limit : null,
    rule: violation?.message ?? 'is invalid',
  });
  return undefined;
}

/** Removes members without a value. Unpaired surrogates are replaced, because UTF-8 cannot contain them. */
function removeAbsent(value: unknown): unknown {
  if (!isObject(value)) return toPresent(value);
  const members = Object.entries(value)
    .map(([name, member]) => [name, toPresent(member)] as const)
    .filter(([, member]) => member !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

function toPresent(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** Creating it loads data of ICU for 9 ms, a tenth of the time in which this package is imported. */
const getGraphemes = createOnce(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/** Shortens a text to at most `length` UTF-16 code units, and never within a character that a person sees as one. */
export function shortenText(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = 0;
  for (const { index, segment } of getGraphemes().segment(text)) {
    if (index + segment.length > length) break;
    end = index + segment.length;
  }
  return text.slice(0, end).trimEnd();
}

/** Returns the first of these fields that is not sent. */
export function findMissingField<Field extends string>(
  { sent }: ReadDetails,
  fields: readonly Field[],
): Field | undefined {
  return fields.find((field) => {
    const value = field
      .split('.')
      .reduce<unknown>((parent, name) => (isObject(parent) ? parent[name] : undefined), sent);
    return value === undefined || value === '';
  });
}

/** Returns the keyed hashes of the details that move money, by the current secret first; none for an order without them. */
export function hashDetails(
  { deriveKey, derivePreviousKeys }: Pick<GatewayClient, 'deriveKey' | 'derivePreviousKeys'>,
  orderId: string,
  { sent: { subMerchant, platformCharge, savePayment = false } }: ReadDetails,
): readonly string[] {
  if (subMerchant === undefined && platformCharge === undefined && !savePayment) return [];
  const { uniqueId = null, name = null } = subMerchant ?? {};
  const { partnerId = null, amount = null } = platformCharge ?? {};
  const text = JSON.stringify([orderId, uniqueId, name, partnerId, amount, savePayment]);
  const purpose = 'order details';
  return [deriveKey(purpose), ...derivePreviousKeys(purpose)].map((key) =>
    createHmac('sha256', key).update(text, 'utf8').digest('base64url'),
  );
}
