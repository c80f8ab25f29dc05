import { z } from 'zod';
import { optional, optionalId, optionalText } from './fields/absent.ts';
import {
  maxRedirectUrlLength,
  receivedCurrencyCode,
  receivedInteger,
  truncatedText,
} from './fields/fields.ts';
import { currencyExponent, percentOf, toMinorUnits, type Money } from '../money.ts';

/**
 * Limits and surcharge of a channel in one currency (used by public clients). We assume that the amounts are
 * decimals of the currency.
 */
function channelCurrency() {
  return z.looseObject({
    acceptedCurrencyCode: receivedCurrencyCode,
    minRequestAmount: optional(z.number()),
    maxRequestAmount: optional(z.number()),
    dailyTransactionCount: optional(z.number()),
    dailyTransactionAmount: optional(z.number()),
    surcharge: optional(z.number()),
    isSurchargePercentage: optional(z.boolean()),
    minSurchargeAmount: optional(z.number()),
    maxSurchargeAmount: optional(z.number()),
  });
}

type ChannelCurrency = z.infer<ReturnType<typeof channelCurrency>>;

/** The name of a channel or bank. A longer name is truncated, because names are shown in a list. */
function optionalName() {
  return optionalText(200);
}
/** The URL of a logo. An empty or longer URL is omitted. */
function imageUrl() {
  return optional(
    z.string().transform((text) => (text.trim() === '' || text.length > maxRedirectUrlLength ? null : text)),
  );
}

/**
 * The schema of a channel. The interface documents `id` and `isProviderHostChannel`. Public clients use the
 * other fields.
 */
export function channel() {
  return (
    z
      .looseObject({
        id: receivedInteger,
        name: optionalName(),
        type: optional(z.union([truncatedText(100), z.number()])),
        isProviderHostChannel: optional(z.boolean()),
        imageUrl: imageUrl(),
        groupId: optionalId,
        groupName: optionalName(),
        groupImageUrl: imageUrl(),
        savePayment: optional(z.boolean()),
        currencyList: optional(z.array(channelCurrency()).max(500)),
      })
      // The default of the name is the id, because a channel without a name must not make the list invalid.
      .transform((fields) => ({
        ...fields,
        name: fields.name ?? `Channel ${fields.id}`,
        isProviderHostChannel: fields.isProviderHostChannel ?? false,
      }))
  );
}

/** A way to pay, such as online banking or cards. */
export type Channel = z.output<ReturnType<typeof channel>>;

/**
 * The schema of a bank of a channel (interface document, "Provider channel"). The default of the name is the
 * display name, then the id.
 */
export function providerChannel() {
  return z
    .looseObject({
      id: z.string().max(100),
      name: optionalName(),
      displayName: optionalName(),
      imageUrl: imageUrl(),
      status: receivedInteger,
    })
    .transform((fields) => ({ ...fields, name: fields.name ?? fields.displayName ?? fields.id }));
}

/** A bank of a channel. */
export type ProviderChannel = z.output<ReturnType<typeof providerChannel>>;

/**
 * The statuses of a provider channel. The interface has the numbers, and their meanings are our assumption. Any
 * other number means available.
 */
export const providerChannelStatus = { offline: 0, available: 1, maintenance: 2, hidden: -1 } as const;

/** The fee and the limit of a channel for an amount. */
export interface ChannelTerms {
  /** The fee in addition to the amount, in minor units. 0 for none. */
  readonly fee: number;
  /**
   * The limit that the amount exceeds or does not reach, in minor units. Undefined when the amount is
   * accepted.
   */
  readonly limit: { readonly kind: 'min' | 'max'; readonly amount: number } | undefined;
}

/**
 * Returns the fee and the limit of a channel for an amount, in minor units. Returns undefined when the
 * channel does not accept the currency. A percentage fee is rounded half up to the minor unit, and limited to
 * its minimum and maximum. A channel that lists no currencies accepts all currencies, without a fee or limit.
 */
export function channelTerms({ currencyList }: Channel, money: Money): ChannelTerms | undefined {
  if (currencyList == null || currencyList.length === 0) return { fee: 0, limit: undefined };
  const code = money.currencyCode.toUpperCase();
  const currency = currencyList.find((entry) => entry.acceptedCurrencyCode.toUpperCase() === code);
  return currency && { fee: feeOf(currency, money), limit: violatedLimit(currency, money) };
}

function violatedLimit(currency: ChannelCurrency, { amount, currencyCode }: Money): ChannelTerms['limit'] {
  const min = toMinorUnitsInRange(currency.minRequestAmount, currencyCode);
  if (amount < min) return { kind: 'min', amount: min };
  // A maximum of 0 means that there is no maximum.
  const max = toMinorUnitsInRange(currency.maxRequestAmount, currencyCode);
  if (max > 0 && amount > max) return { kind: 'max', amount: max };
  return undefined;
}

function feeOf(currency: ChannelCurrency, { amount, currencyCode }: Money): number {
  const surcharge = currency.surcharge ?? 0;
  if (surcharge <= 0) return 0;
  if (currency.isSurchargePercentage !== true) return toMinorUnits(surcharge, currencyCode);
  const min = toMinorUnitsInRange(currency.minSurchargeAmount, currencyCode);
  const max = toMinorUnitsInRange(currency.maxSurchargeAmount, currencyCode);
  const fee = Math.max(percentOf(amount, surcharge), min);
  return max > 0 ? Math.min(fee, max) : fee;
}

/** A gateway in .NET can send a negative or a huge value for a limit that is not set. */
function toMinorUnitsInRange(decimal: number | null | undefined, currencyCode: string): number {
  if (decimal === null || decimal === undefined || decimal <= 0) return 0;
  const largestAmount = Number.MAX_SAFE_INTEGER;
  return decimal >= largestAmount / 10 ** currencyExponent(currencyCode)
    ? largestAmount
    : toMinorUnits(decimal, currencyCode);
}
