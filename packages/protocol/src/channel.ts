import { z } from 'zod';
import { addressLength, cutTo } from './endpoints/fields.ts';
import { currencyExponent, percentOf, toMinorUnits, type Money } from './money.ts';

/** Limits and surcharge of a channel in one currency (observed C). Amounts are decimals of the currency (A). */
const channelCurrency = z.looseObject({
  acceptedCurrencyCode: cutTo(10),
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

/** Names are shown in a list: longer ones are cut. */
const optionalText = cutTo(200).nullish();
/** A logo whose address is longer is left out. */
const imageAddress = z
  .string()
  .transform((text) => (text.length > addressLength ? null : text))
  .nullish();

/** A way to pay: `id` and `isProviderHostChannel` by the interface, the rest observed C. */
export const channel = z
  .looseObject({
    id: z.number().int(),
    name: optionalText,
    type: z.union([cutTo(100), z.number()]).nullish(),
    isProviderHostChannel: z.boolean().nullish(),
    imageUrl: imageAddress,
    groupId: z.number().int().nullish(),
    groupName: optionalText,
    groupImageUrl: imageAddress,
    savePayment: z.boolean().nullish(),
    currencyList: z.array(channelCurrency).max(500).nullish(),
  })
  // One nameless entry must not lose the list: it goes by its number. One that does not say so asks for no bank.
  .transform((given) => ({
    ...given,
    name: given.name ?? `Channel ${given.id}`,
    isProviderHostChannel: given.isProviderHostChannel ?? false,
  }));

export type Channel = z.output<typeof channel>;

/** A bank of a channel (interface, "Provider channel"). A nameless one goes by its display name, or its id. */
export const providerChannel = z
  .looseObject({
    id: z.string().max(100),
    name: optionalText,
    displayName: optionalText,
    imageUrl: imageAddress,
    status: z.number().int(),
  })
  .transform((given) => ({ ...given, name: given.name ?? given.displayName ?? given.id }));

export type ProviderChannel = z.output<typeof providerChannel>;

/** Meanings of a provider channel's status (observed A). Any other number is taken as available. */
export const providerChannelStatus = { offline: 0, available: 1, maintenance: 2, hidden: -1 } as const;

/** What a channel asks for a payment. */
export interface ChannelTerms {
  /** Minor units on top of the amount; 0 for none. */
  readonly fee: number;
  /** Why the amount is refused: the limit it breaks, in minor units. */
  readonly limit: { readonly kind: 'min' | 'max'; readonly amount: number } | undefined;
}

/**
 * The fee and limits of a channel for an amount, in integers of minor units, or undefined when the channel does not
 * take the currency. A percent fee is rounded half up to the minor unit and clamped to its bounds. A channel that
 * lists no currencies takes all, without fee or limit.
 */
export function channelTerms({ currencyList }: Channel, money: Money): ChannelTerms | undefined {
  if (currencyList == null || currencyList.length === 0) return { fee: 0, limit: undefined };
  const code = money.currencyCode.toUpperCase();
  const rule = currencyList.find((entry) => entry.acceptedCurrencyCode.toUpperCase() === code);
  return rule && { fee: feeOf(rule, money), limit: brokenLimit(rule, money) };
}

function brokenLimit(rule: ChannelCurrency, { amount, currencyCode }: Money): ChannelTerms['limit'] {
  const min = bound(rule.minRequestAmount, currencyCode);
  if (amount < min) return { kind: 'min', amount: min };
  // A maximum of 0 is how "no maximum" looks on the wire.
  const max = bound(rule.maxRequestAmount, currencyCode);
  if (max > 0 && amount > max) return { kind: 'max', amount: max };
  return undefined;
}

function feeOf(rule: ChannelCurrency, { amount, currencyCode }: Money): number {
  const surcharge = rule.surcharge ?? 0;
  if (surcharge <= 0) return 0;
  if (rule.isSurchargePercentage !== true) return toMinorUnits(surcharge, currencyCode);
  const min = bound(rule.minSurchargeAmount, currencyCode);
  const max = bound(rule.maxSurchargeAmount, currencyCode);
  const fee = Math.max(percentOf(amount, surcharge), min);
  return max > 0 ? Math.min(fee, max) : fee;
}

/** A bound in minor units. One beyond all money, as .NET's greatest and least decimal, is the greatest amount or 0. */
function bound(decimal: number | null | undefined, currencyCode: string): number {
  if (decimal === null || decimal === undefined || decimal <= 0) return 0;
  const greatest = Number.MAX_SAFE_INTEGER;
  return decimal >= greatest / 10 ** currencyExponent(currencyCode)
    ? greatest
    : toMinorUnits(decimal, currencyCode);
}
