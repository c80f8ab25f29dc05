import type { GatewayClient } from '@pgw/client';
import {
  channelHint,
  channelTerms,
  providerChannelStatus,
  type Channel,
  type GatewayProfile,
  type Money,
  type ProviderChannel,
  type StartRequest,
  type CardTerms,
  type StorefrontBank,
  type StorefrontChannel,
} from '@pgw/protocol';
import type { EventListener } from '../events.ts';
import { bankAliases } from './bank-aliases.ts';
import type { CardSettings } from '../cards/card-settings.ts';
import type { PaymentBank, PaymentChannel } from '../payments/payment.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { isLessThanAgo } from '../payments/schedule.ts';
import { pictureAddress, type AddressRules } from '../start/web-address.ts';

export interface OffersOptions {
  readonly gateway: GatewayClient;
  readonly now: () => number;
  /** A fixed list in place of the gateway's. */
  readonly channels: readonly Channel[] | undefined;
  readonly bankCategory: BankCategory | undefined;
  /** Undefined where cards are the gateway's page's affair. */
  readonly cards: CardSettings | undefined;
  readonly emit: EventListener;
  /** Which pictures are shown. */
  readonly pictures: AddressRules;
}

/** Says whose bank it is, or hides it from this shop's shoppers. Undefined: not told apart. */
export type BankCategory = (
  bank: ProviderChannel,
  channelId: number,
) => 'personal' | 'business' | 'hidden' | undefined;

/** What was chosen, by the names to remember it by. */
export interface Choice {
  readonly channel: PaymentChannel;
  readonly bank: PaymentBank | null;
  /** Minor units. */
  readonly fee: number;
  /** What is asked of the card (`authType` of @pgw/protocol) where the shop takes it; null where the browser leaves. */
  readonly authType: number | null;
}

/** What the shopper chose, as it came. */
export interface Wish {
  readonly channelId: number;
  readonly bankId?: string | undefined;
  readonly cardAt?: StartRequest['cardAt'];
}

/** A bank as the gateway lists it, with the names that it is searched by: they are computed once for each list. */
interface ListedBank {
  readonly bank: ProviderChannel;
  readonly aliases: readonly string[];
}

const keptMs = 60_000;

/** The ways to pay: channels and their banks, as the gateway lists them, kept for a minute. */
export class Offers {
  readonly #options: OffersOptions;
  readonly #channels: (key: 'all') => Promise<readonly Channel[]>;
  #hasWarned = false;
  readonly #banks: (channelId: number) => Promise<readonly ListedBank[]>;

  constructor(options: OffersOptions) {
    const { gateway, now, channels } = options;
    this.#options = options;
    this.#channels = kept(now, async () => {
      const found = channels ?? (await gateway.getChannels());
      this.#warnWithoutCards(found);
      return found;
    });
    this.#banks = kept(now, async (channelId) => {
      const banks = await gateway.getProviderChannels({ channelId });
      return banks.map((bank) => ({ bank, aliases: bankAliases(bank.displayName ?? bank.name) }));
    });
  }

  /** The channels that take the currency, in the gateway's order. */
  async channelsFor(money: Money): Promise<StorefrontChannel[]> {
    const channels = await this.#channels('all');
    return channels.map((channel) => this.#offer(channel, money)).filter((channel) => channel !== undefined);
  }

  /**
   * Loads the channels at boot, so that an operator learns early that `cards` fits no channel. A gateway that is out of reach is not
   * reported here: the next list is checked as well.
   */
  async checkCards(): Promise<void> {
    if (this.#options.cards !== undefined) await this.#channels('all').catch(() => undefined);
  }

  /** Whether a channel may keep cards for later payments. */
  async keepsCards(channelId: number): Promise<boolean> {
    const channels = await this.#channels('all');
    return channels.some(({ id, savePayment }) => id === channelId && savePayment === true);
  }

  /** The banks of a channel, without those that the gateway hides, each once. */
  async banksOf(channelId: number): Promise<StorefrontBank[]> {
    const banks = await this.#banks(channelId);
    const seen = new Map<string, StorefrontBank>();
    for (const { bank, aliases } of banks) {
      if (bank.status === providerChannelStatus.hidden || seen.has(bank.id)) continue;
      const { id, name } = bank;
      const displayName = bank.displayName ?? name;
      const category = this.#options.bankCategory?.(bank, channelId) ?? null;
      if (category === 'hidden') continue;
      seen.set(id, {
        id,
        displayName,
        name,
        aliases,
        category,
        imageUrl: pictureAddress(bank.imageUrl, this.#options.pictures),
        status: bankStatus(bank.status),
      });
    }
    return [...seen.values()];
  }

  /**
   * Checks that a channel, and a bank where it needs one, can take an amount.
   *
   * @throws CheckoutProblem `channel-unavailable`, `bank-unavailable`.
   */
  async choose(money: Money, { channelId, bankId, cardAt }: Wish): Promise<Choice> {
    const offers = (await this.#channels('all'))
      .filter(({ id }) => id === channelId)
      .map((channel) => this.#offer(channel, money));
    const offer = offers.find((taking) => taking !== undefined);
    if (offer === undefined || offer.limit !== null) {
      throw new CheckoutProblem('channel-unavailable', `Channel ${channelId} does not take this amount.`);
    }
    const { name, imageUrl, fee } = offer;
    const choice = { channel: { id: channelId, name, imageUrl }, bank: null, fee, authType: null };
    if (offer.kind === 'direct') return choice;
    if (offer.kind === 'card')
      return { ...choice, authType: cardAt === 'gateway' ? null : (this.#options.cards?.authType ?? null) };
    const banks = await this.banksOf(channelId);
    const bank = banks.find(({ id, status }) => id === bankId && status === 'available');
    if (bank === undefined) {
      const detail = `${offer.name} needs a bank that is available; ${bankId ?? 'none'} is not.`;
      throw new CheckoutProblem('bank-unavailable', detail);
    }
    return { ...choice, bank: { id: bank.id, name: bank.displayName, imageUrl: bank.imageUrl } };
  }

  /** Reports once that `cards` is set and no channel takes cards. */
  #warnWithoutCards(channels: readonly Channel[]): void {
    const { cards, gateway, emit } = this.#options;
    if (cards === undefined || this.#hasWarned) return;
    if (channels.some((channel) => isCardChannel(channel, cards, gateway.profile))) return;
    this.#hasWarned = true;
    emit({ level: 'warn', event: 'no-card-channel', message: withoutCards(channels, cards), ids: {} });
  }

  #offer(channel: Channel, money: Money): StorefrontChannel | undefined {
    const terms = channelTerms(channel, money);
    if (terms === undefined) return undefined;
    const hint = channelHint(channel, this.#options.gateway.profile);
    const card = this.#cardTerms(channel);
    return {
      id: channel.id,
      name: channel.name,
      kind: card !== undefined ? 'card' : channel.isProviderHostChannel ? 'provider' : 'direct',
      hint: hint ?? null,
      imageUrl: pictureAddress(channel.imageUrl, this.#options.pictures),
      group: channel.groupName ?? null,
      fee: terms.fee,
      limit: terms.limit ?? null,
      ...(card !== undefined && { card }),
    };
  }

  #cardTerms(channel: Channel): CardTerms | undefined {
    const { cards, gateway } = this.#options;
    if (cards === undefined || !isCardChannel(channel, cards, gateway.profile)) return undefined;
    const { brands, testCards, savesCards } = cards;
    const canSave = savesCards && channel.savePayment === true;
    return { brands, canSave, savedCards: [], ...(testCards !== undefined && { testCards }) };
  }
}

/** Configured by its id; otherwise by what the profile and its names say, unless the channel needs a bank. */
function isCardChannel(channel: Channel, { channelIds }: CardSettings, profile: GatewayProfile): boolean {
  if (channelIds !== undefined) return channelIds.includes(channel.id);
  return channelHint(channel, profile) === 'card' && !channel.isProviderHostChannel;
}

function withoutCards(channels: readonly Channel[], { channelIds }: CardSettings): string {
  const listed = channels.map(({ id, name, type }) => `${id} (${name}, type ${type ?? 'none'})`).join(', ');
  const cause =
    channelIds === undefined
      ? 'none of the channels is known to take cards'
      : `none of cards.channelIds (${channelIds.join(', ')}) is among the channels`;
  return (
    `cards is set, and ${cause}: cards are not taken in the shop's page. The channels are ${listed || 'none'}. Name those that take ` +
    "cards in cards.channelIds, or say what their types are in the profile's channelHints."
  );
}

function bankStatus(status: number): StorefrontBank['status'] {
  if (status === providerChannelStatus.offline) return 'offline';
  return status === providerChannelStatus.maintenance ? 'maintenance' : 'available';
}

/** Keeps each answer for a minute; questions asked meanwhile share one call, and a failure is not kept. */
function kept<Key, Value>(
  now: () => number,
  ask: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const answers = new Map<Key, { readonly at: number; readonly value: Promise<Value> }>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined && isLessThanAgo(keptMs, known.at, now())) return known.value;
    const value = ask(key);
    answers.set(key, { at: now(), value });
    value.catch(() => {
      if (answers.get(key)?.value === value) answers.delete(key);
    });
    return value;
  };
}
