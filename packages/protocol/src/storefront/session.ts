import { z } from 'zod';
import { cardTerms } from './card.ts';
import { storefrontOrder } from './order.ts';
import { storefrontPayment, storefrontPlan } from './payment.ts';
import { lazyObject, type Parsed } from './read-only.ts';
import { amount, dateTime, text, textOrNull } from './values.ts';

const channelTermsText = lazyObject(() => ({
  /** The sentence. The words in square brackets are the link. Without brackets, the whole sentence is the link. */
  text,
  /** The absolute URL of the terms, with https or http. */
  href: text,
}));

/** A sentence with a link to the terms of a channel, in one language. */
export type ChannelTermsText = Parsed<typeof channelTermsText>;

/** The schema of {@link StorefrontChannel}. */
export const storefrontChannel = lazyObject(() => ({
  /** The gateway's id of the channel. */
  id: z.int().nonnegative(),
  /** The name for the shopper. */
  name: text,
  /**
   * With `provider` the shopper also chooses a bank. With `instalments` the shopper also chooses a plan, which is
   * a bank with a `plan`. With `card` the shopper enters a card. `direct` needs no more input.
   */
  kind: z.enum(['direct', 'provider', 'instalments', 'card']),
  /** The hint for the shopper, such as `wallet`. Null when no hint is known. */
  hint: z.enum(['bank', 'bank-or-wallet', 'card', 'wallet', 'qr', 'later', 'points']).nullable(),
  /** URL of the logo, or null. */
  imageUrl: textOrNull,
  /**
   * Channels with the same label are shown together. Channels with null are shown under "Other ways to pay".
   */
  group: textOrNull,
  /** The fee of the channel in minor units. 0 means no fee. */
  fee: amount,
  /**
   * The limit that the amount exceeds or does not reach, in minor units. Null when the channel accepts the
   * amount.
   */
  limit: z.object({ kind: z.enum(['min', 'max']), amount }).nullable(),
  /** The settings of the card form. Set when `kind` is `card`. */
  card: cardTerms().optional(),
  /** The sentence below Pay, by BCP 47 language tag. Missing if the shop has none for the channel. */
  terms: z.record(z.string(), channelTermsText()).exactOptional(),
}));

/** A channel that the shopper can choose. */
export type StorefrontChannel = Parsed<typeof storefrontChannel>;

/** The schema of {@link StorefrontBank}. */
export const storefrontBank = lazyObject(() => ({
  /** The gateway's id of the bank. */
  id: text,
  /** The name for the shopper. */
  displayName: text,
  /** The legal name, for example `PUBLIC BANK BERHAD`. The bank search also finds it. */
  name: text,
  /** URL of the logo, or null. */
  imageUrl: textOrNull,
  /** Whether the shopper can choose the bank now. */
  status: z.enum(['available', 'offline', 'maintenance']),
  /** Common short names, such as M2U or PBB. The bank search also finds them. */
  aliases: z.array(text),
  /** The kind of accounts. Null when the shop does not distinguish personal and business accounts. */
  category: z.enum(['personal', 'business']).nullable(),
  /** The payments of a plan. Set when the channel has the kind `instalments`. */
  plan: storefrontPlan().optional(),
}));

/** A bank that the shopper can choose. */
export type StorefrontBank = Parsed<typeof storefrontBank>;

/** The schema of {@link StorefrontBanks}. */
export const storefrontBanks = lazyObject(() => ({
  /** The banks in the order in which they are shown. */
  banks: z.array(storefrontBank()),
}));

/** The banks of a channel. */
export type StorefrontBanks = Parsed<typeof storefrontBanks>;

/** The schema of {@link StorefrontSession}. */
export const storefrontSession = lazyObject(() => ({
  /** The order to pay. */
  order: storefrontOrder(),
  /**
   * `choose`: the shopper chooses a channel in the element. `hosted`: the shopper chooses on the gateway's
   * page.
   */
  mode: z.enum(['choose', 'hosted']),
  /**
   * The channels that accept the currency, in the order of the gateway. A channel that does not accept the
   * amount has a `limit`.
   */
  channels: z.array(storefrontChannel()),
  /**
   * The deadline of the order by the server's clock (see `serverTime`), ISO 8601. Null when the order has no
   * deadline.
   */
  expiresAt: dateTime.nullable(),
  /** The time of the response, ISO 8601. The element uses it to correct for a wrong clock of the device. */
  serverTime: dateTime,
  /**
   * A payment of this order that is paid or may still be paid. The shopper must confirm before the element
   * starts another payment.
   */
  openPayment: storefrontPayment().nullable(),
  /** The path of the shop's front page, such as `/store/`. The shopper can go there after the session has ended. */
  shopUrl: text.exactOptional(),
}));

/** The data that the element renders: the order and the channels. */
export type StorefrontSession = Parsed<typeof storefrontSession>;
