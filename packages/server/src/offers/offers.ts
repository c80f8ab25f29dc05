import type { GatewayClient } from '@pgw/client';
import {
  providerChannelStatus,
  type Channel,
  type ChannelHint,
  type Money,
  type ProviderChannel,
  type StartRequest,
  type StorefrontBank,
  type StorefrontChannel,
} from '@pgw/protocol';
import { channelHint, channelTerms } from '@pgw/protocol/internal';
import type { CheckoutEventListener } from '../events/event.ts';
import { listBankAliases } from './bank-aliases.ts';
import { CardChannelChecks, MissingPlans } from './channel-checks.ts';
import { findKind, hasBanks, type KindSettings } from './channel-kinds.ts';
import { computePlan } from './instalments.ts';
import type { PaymentBank, PaymentChannel } from '../model/payments/payment.ts';
import { CheckoutProblem } from '../model/problem.ts';
import { isWithinLast } from '../model/schedule.ts';
import type { ChannelSettings } from './channel-details.ts';
import { toImageUrl, type AddressRules } from '../engine/redirect.ts';

export interface OffersOptions {
  readonly gateway: GatewayClient;
  readonly now: () => number;
  readonly channels: ChannelSettings;
  readonly bankCategory?: BankCategory | undefined;
  /** Undefined if cards are entered on the gateway's page. */
  readonly cards?: KindSettings['cards'];
  readonly instalments: KindSettings['instalments'];
  readonly emit: CheckoutEventListener;
  /** Images need https if the shop uses it. */
  readonly callbackUrl: string;
}

/**
 * Returns the category of a bank, undefined for no category, or `hidden` to remove the bank from the list.
 */
export type BankCategory = (
  bank: ProviderChannel,
  channelId: number,
) => 'personal' | 'business' | 'hidden' | undefined;

/** A validated choice of the shopper, with the names to store. */
export interface Choice {
  readonly channel: PaymentChannel;
  readonly bank: PaymentBank | null;
  /** The fee in minor units. */
  readonly fee: number;
  /** `authType` of @pgw/protocol. Null when the browser is redirected. */
  readonly authType: number | null;
}

/** A choice that is not validated yet. */
export interface ChoiceRequest {
  readonly channelId: number;
  readonly bankId?: string | undefined;
  /** Where the shopper enters the card: in the page of the shop, or on the gateway's page. */
  readonly cardAt?: StartRequest['cardAt'];
}

/** A bank of the gateway's list with its search names, which are computed once for each list. */
interface ListedBank {
  readonly bank: ProviderChannel;
  readonly aliases: readonly string[];
}

/** A channel of the gateway's list with what does not depend on the amount, which is computed once for each list. */
interface ListedChannel {
  readonly channel: Channel;
  readonly hint: ChannelHint | undefined;
  readonly imageUrl: string | null;
}

const cacheMs = 60_000;

/** The channels and banks of the gateway, cached for a minute. */
export class Offers {
  readonly #options: OffersOptions;
  readonly #imageRules: AddressRules;
  /** The hints of all channels that were loaded, by id. */
  readonly #hints = new Map<number, ChannelHint | undefined>();
  readonly #channels: CachedLists<'all', readonly ListedChannel[]>;
  readonly #banks: CachedLists<number, readonly ListedBank[]>;

  constructor(options: OffersOptions) {
    const { gateway, now, channels, cards, instalments, emit } = options;
    const cardChannelChecks = new CardChannelChecks({ profile: gateway.profile, cards, emit });
    const missingPlans = new MissingPlans(instalments, emit);
    this.#options = options;
    this.#imageRules = { requiresHttps: options.callbackUrl.startsWith('https:') };
    this.#channels = cacheByKey(now, async () => {
      const loadedChannels = channels.list ?? (await gateway.getChannels());
      cardChannelChecks.checkChannels(loadedChannels);
      missingPlans.checkChannels(loadedChannels);
      return loadedChannels.map((channel) => {
        const hint = channelHint(channel, gateway.profile);
        this.#hints.set(channel.id, hint);
        return { channel, hint, imageUrl: toImageUrl(channel.imageUrl, this.#imageRules) };
      });
    });
    this.#banks = cacheByKey(now, async (channelId) => {
      const banks = await gateway.getProviderChannels({ channelId });
      missingPlans.checkBanks(
        channelId,
        banks.map(({ id }) => id),
      );
      return banks.map((bank) => ({ bank, aliases: listBankAliases(bank.displayName ?? bank.name) }));
    });
  }

  /** Frees the lists that are not used any more, because they are older than a minute. */
  releaseOld(): void {
    this.#channels.releaseOld();
    this.#banks.releaseOld();
  }

  async listChannels(money: Money): Promise<StorefrontChannel[]> {
    return this.#toStorefrontChannels(await this.#channels.load('all'), money);
  }

  /** Loads the channels at boot, so that their defects are reported early. */
  async checkChannels(): Promise<void> {
    await this.#channels.load('all').catch(() => undefined);
  }

  async canSaveCards(channelId: number): Promise<boolean> {
    const channels = await this.#channels.load('all');
    return channels.some(({ channel }) => channel.id === channelId && channel.savePayment === true);
  }

  /**
   * For a channel with instalments: its plans, in the order of the option, for the amount with the fee of the
   * channel.
   */
  async listBanks(channel: Pick<StorefrontChannel, 'id' | 'fee'>, amount: number): Promise<StorefrontBank[]> {
    const banks = await this.#listAllBanks(channel.id);
    const plans = this.#options.instalments.find(({ channelId }) => channelId === channel.id)?.plans;
    return (
      plans?.flatMap((plan) =>
        banks
          .filter(({ id }) => id === plan.bankId)
          .map((bank) => ({ ...bank, plan: computePlan(amount + channel.fee, plan) })),
      ) ?? banks
    );
  }

  async #listAllBanks(channelId: number): Promise<StorefrontBank[]> {
    const banks = await this.#banks.load(channelId);
    const banksById = new Map<string, StorefrontBank>();
    for (const { bank, aliases } of banks) {
      if (bank.status === providerChannelStatus.hidden || banksById.has(bank.id)) continue;
      const { id, name } = bank;
      const displayName = bank.displayName ?? name;
      const category = this.#options.bankCategory?.(bank, channelId) ?? null;
      if (category === 'hidden') continue;
      banksById.set(id, {
        id,
        displayName,
        name,
        aliases,
        category,
        imageUrl: toImageUrl(bank.imageUrl, this.#imageRules),
        status: toBankStatus(bank.status),
      });
    }
    return [...banksById.values()];
  }

  async validateChoice(money: Money, { channelId, bankId, cardAt }: ChoiceRequest): Promise<Choice> {
    const channels = await this.#channels.load('all');
    const [channel] = this.#toStorefrontChannels(
      channels.filter(({ channel: { id } }) => id === channelId),
      money,
    );
    if (channel === undefined || channel.limit !== null) {
      throw this.#createChannelProblem(channels, channelId, money);
    }
    const { name, imageUrl, fee } = channel;
    const choice = { channel: { id: channelId, name, imageUrl }, bank: null, fee, authType: null };
    const isCardSent = channel.card !== undefined && cardAt !== 'gateway';
    if (!hasBanks(channel))
      return isCardSent ? { ...choice, authType: this.#options.cards?.authType ?? null } : choice;
    const banks = await this.listBanks(channel, money.amount);
    const bank = banks.find(({ id, status }) => id === bankId && status === 'available');
    if (bank === undefined) {
      const problem =
        bankId === undefined
          ? `${name} needs a bank: bankId is missing.`
          : `${name} needs an available bank, and ${bankId} is not available.`;
      const available = banks.filter(({ status }) => status === 'available');
      const choices = available.map(({ id, displayName }) => ({ id, name: displayName }));
      throw new CheckoutProblem('bank-unavailable', `${problem} ${listChoices('Available banks', choices)}`);
    }
    return { ...choice, bank: { id: bank.id, name: bank.displayName, imageUrl: bank.imageUrl } };
  }

  #createChannelProblem(all: readonly ListedChannel[], channelId: number, money: Money): CheckoutProblem {
    const isKnown = all.some(({ channel: { id } }) => id === channelId);
    const problem = isKnown
      ? `Channel ${channelId} does not accept this amount.`
      : `There is no channel ${channelId}.`;
    const choices = this.#toStorefrontChannels(all, money).filter(({ limit }) => limit === null);
    const detail = `${problem} ${listChoices('Channels that accept the amount', choices)}`;
    return new CheckoutProblem('channel-unavailable', detail);
  }

  /** The hint of a channel of a payment. A process that has not loaded its channel knows only its name. */
  findHint({ id, name }: PaymentChannel): ChannelHint | undefined {
    return this.#hints.has(id)
      ? this.#hints.get(id)
      : channelHint({ id, name: name ?? '' }, this.#options.gateway.profile);
  }

  #toStorefrontChannels(channels: readonly ListedChannel[], money: Money): StorefrontChannel[] {
    return channels
      .map((listed) => this.#toStorefrontChannel(listed, money))
      .filter((channel) => channel !== undefined);
  }

  #toStorefrontChannel(
    { channel, hint, imageUrl }: ListedChannel,
    money: Money,
  ): StorefrontChannel | undefined {
    const terms = channelTerms(channel, money);
    if (terms === undefined) return undefined;
    const { cards, gateway, instalments } = this.#options;
    const { profile } = gateway;
    const { terms: termsTexts } = this.#options.channels.details.get(channel.id) ?? {};
    return {
      id: channel.id,
      name: channel.name,
      hint: hint ?? null,
      imageUrl,
      group: channel.groupName ?? null,
      fee: terms.fee,
      limit: terms.limit ?? null,
      ...findKind(channel, { profile, cards, instalments }),
      ...(termsTexts !== undefined && { terms: termsTexts }),
    };
  }
}

function toBankStatus(status: number): StorefrontBank['status'] {
  if (status === providerChannelStatus.offline) return 'offline';
  return status === providerChannelStatus.maintenance ? 'maintenance' : 'available';
}

interface CachedLists<Key, Value> {
  readonly load: (key: Key) => Promise<Value>;
  readonly releaseOld: () => void;
}

/** Caches results for a minute. Concurrent calls share one request, and a failure is not cached. */
function cacheByKey<Key, Value>(
  now: () => number,
  load: (key: Key) => Promise<Value>,
): CachedLists<Key, Value> {
  const cache = new Map<Key, { readonly at: number; readonly value: Promise<Value> }>();
  return {
    load: (key) => {
      const entry = cache.get(key);
      if (entry !== undefined && isWithinLast(cacheMs, entry.at, now())) return entry.value;
      const value = load(key);
      cache.set(key, { at: now(), value });
      value.catch(() => {
        if (cache.get(key)?.value === value) cache.delete(key);
      });
      return value;
    },
    releaseOld: () => {
      for (const [key, { at }] of cache) if (!isWithinLast(cacheMs, at, now())) cache.delete(key);
    },
  };
}

const maxListedChoices = 20;

/** Lists what could be chosen, such as `Available banks: B1 (Bank One), B2 (Bank Two).` */
function listChoices(
  title: string,
  choices: readonly { readonly id: string | number; readonly name: string }[],
): string {
  const texts = choices.slice(0, maxListedChoices).map(({ id, name }) => `${id} (${name})`);
  const rest = choices.length > maxListedChoices ? ` and ${choices.length - maxListedChoices} more` : '';
  return `${title}: ${texts.length === 0 ? 'none' : texts.join(', ')}${rest}.`;
}
