import { z } from 'zod';
import { maxRedirectUrlLength, truncatedTo } from './endpoints/fields.ts';
import { currencyExponent, percentOf, toMinorUnits, type Money } from './money.ts';

/** Limits and surcharge of a channel in one currency (observed C). Amounts are decimals of the currency (A). */
const channelCurrency = z.looseObject({
  acceptedCurrencyCode: truncatedTo(10),
  minRequestAmount: z.number().nullish(),
  maxRequestAmount: z.number().nullish(),
  dailyTransactionCount: z.number().nullish(),
  dailyTransactionAmount: z.number().nullish(),
  surcharge: z.number().nullish(),
  isSurchargePercentage: z.boolean().nullish(),
  minSurchargeAmount: z.number().nullish(),
  maxSurchargeAmount: z.number().nullish(),
});

type ChannelCurrency = z.infer<typeof channelCurrency>;

/** Names are shown in a list, so longer ones are cut. */
const optionalText = truncatedTo(200).nullish();
/** A logo with a longer URL is omitted. */
const imageUrl = z
  .string()
  .transform((text) => (text.length > maxRedirectUrlLength ? null : text))
  .nullish();

/** The schema of a channel. `id` and `isProviderHostChannel` are in the interface, the other fields are observed C. */
export const channel = z
  .looseObject({
    id: z.number().int(),
    name: optionalText,
    type: z.union([truncatedTo(100), z.number()]).nullish(),
    isProviderHostChannel: z.boolean().nullish(),
    imageUrl,
    groupId: z.number().int().nullish(),
    groupName: optionalText,
    groupImageUrl: imageUrl,
    savePayment: z.boolean().nullish(),
    currencyList: z.array(channelCurrency).max(500).nullish(),
  })
  // A channel without a name is shown by its id, so that it does not make the list invalid.
  .transform((given) => ({
    ...given,
    name: given.name ?? `Channel ${given.id}`,
    isProviderHostChannel: given.isProviderHostChannel ?? false,
  }));

/** A way to pay, such as online banking or cards. */
export type Channel = z.output<typeof channel>;

/** The schema of a bank of a channel (interface, "Provider channel"). The default of the name is the display name, then the id. */
export const providerChannel = z
  .looseObject({
    id: z.string().max(100),
    name: optionalText,
    displayName: optionalText,
    imageUrl,
    status: z.number().int(),
  })
  .transform((given) => ({ ...given, name: given.name ?? given.displayName ?? given.id }));

/** A bank of a channel. */
export type ProviderChannel = z.output<typeof providerChannel>;

/** The known statuses of a provider channel (observed A). Any other number means available. */
export const providerChannelStatus = { offline: 0, available: 1, maintenance: 2, hidden: -1 } as const;

/** The fee and the limit of a channel for an amount. */
export interface ChannelTerms {
  /** The fee in addition to the amount, in minor units. 0 for none. */
  readonly fee: number;
  /** The limit that the amount exceeds or does not reach, in minor units. Undefined when the amount is accepted. */
  readonly limit: { readonly kind: 'min' | 'max'; readonly amount: number } | undefined;
}

/**
 * Returns the fee and the limit of a channel for an amount, in minor units, or undefined when the channel does not accept the currency.
 * A percentage fee is rounded half up to the minor unit and limited to its minimum and maximum. A channel that lists no currencies
 * accepts all of them, without a fee or limit.
 */
export function channelTerms({ currencyList }: Channel, money: Money): ChannelTerms | undefined {
  if (currencyList == null || currencyList.length === 0) return { fee: 0, limit: undefined };
  const code = money.currencyCode.toUpperCase();
  const rule = currencyList.find((entry) => entry.acceptedCurrencyCode.toUpperCase() === code);
  return rule && { fee: feeOf(rule, money), limit: violatedLimit(rule, money) };
}

function violatedLimit(rule: ChannelCurrency, { amount, currencyCode }: Money): ChannelTerms['limit'] {
  const min = toLimit(rule.minRequestAmount, currencyCode);
  if (amount < min) return { kind: 'min', amount: min };
  // The gateway sends a maximum of 0 for no maximum.
  const max = toLimit(rule.maxRequestAmount, currencyCode);
  if (max > 0 && amount > max) return { kind: 'max', amount: max };
  return undefined;
}

function feeOf(rule: ChannelCurrency, { amount, currencyCode }: Money): number {
  const surcharge = rule.surcharge ?? 0;
  if (surcharge <= 0) return 0;
  if (rule.isSurchargePercentage !== true) return toMinorUnits(surcharge, currencyCode);
  const min = toLimit(rule.minSurchargeAmount, currencyCode);
  const max = toLimit(rule.maxSurchargeAmount, currencyCode);
  const fee = Math.max(percentOf(amount, surcharge), min);
  return max > 0 ? Math.min(fee, max) : fee;
}

/** A limit in minor units. Too large or negative values, such as the extreme decimals of .NET, become the largest amount or 0. */
function toLimit(decimal: number | null | undefined, currencyCode: string): number {
  if (decimal === null || decimal === undefined || decimal <= 0) return 0;
  const largestAmount = Number.MAX_SAFE_INTEGER;
  return decimal >= largestAmount / 10 ** currencyExponent(currencyCode)
    ? largestAmount
    : toMinorUnits(decimal, currencyCode);
}
