import type { Channel, GatewayProfile } from '@pgw/protocol';
import { channelHint, forbiddenCardTerms } from '@pgw/protocol/internal';
import type { CardSettings } from '../cards/card-options.ts';
import type { CheckoutEventListener } from '../events/event.ts';
import { isCardChannel } from './channel-kinds.ts';
import type { InstalmentChannel } from './instalments.ts';

interface CardChannelChecksOptions {
  readonly profile: GatewayProfile;
  readonly cards: CardSettings | undefined;
  readonly emit: CheckoutEventListener;
}

/** Emits each event about the card channels of the gateway once. */
export class CardChannelChecks {
  readonly #options: CardChannelChecksOptions;
  readonly #reportedEvents = new Set<string>();

  constructor(options: CardChannelChecksOptions) {
    this.#options = options;
  }

  checkChannels(channels: readonly Channel[]): void {
    this.#checkCardOption(channels);
    this.#checkTerms(channels);
  }

  #checkCardOption(channels: readonly Channel[]): void {
    const { cards, profile, emit } = this.#options;
    if (cards === undefined) return;
    if (channels.some((channel) => isCardChannel(channel, cards, profile))) return;
    if (!this.#isFirst('no-card-channel')) return;
    emit({
      level: 'warn',
      event: 'no-card-channel',
      message: describeMissingCardChannel(channels, cards),
      channelIds: channels.map(({ id }) => id),
    });
  }

  #checkTerms(channels: readonly Channel[]): void {
    const findings = channels
      .filter((channel) => this.#takesCards(channel))
      .map((channel) => ({ channel, terms: forbiddenCardTerms(channel) }))
      .filter(({ terms }) => terms !== undefined);
    if (findings.length === 0 || !this.#isFirst('card-terms-forbidden')) return;
    const list = findings.map(({ channel, terms }) => `${channel.id} (${channel.name}) has ${terms}`);
    this.#options.emit({
      level: 'warn',
      event: 'card-terms-forbidden',
      message:
        `Channel ${list.join('; channel ')}. In Malaysia, surcharges and minimum amounts for cards are forbidden. ` +
        'Ask the support of the gateway to remove them, or correct the option channels.',
      channelIds: findings.map(({ channel }) => channel.id),
    });
  }

  #takesCards(channel: Channel): boolean {
    const { cards, profile } = this.#options;
    return channelHint(channel, profile) === 'card' || cards?.channelIds?.includes(channel.id) === true;
  }

  #isFirst(event: string): boolean {
    if (this.#reportedEvents.has(event)) return false;
    this.#reportedEvents.add(event);
    return true;
  }
}

function describeMissingCardChannel(channels: readonly Channel[], { channelIds }: CardSettings): string {
  const channelList = channels
    .map(({ id, name, type }) => `${id} (${name}, type ${type ?? 'none'})`)
    .join(', ');
  const cause =
    channelIds === undefined
      ? 'no channel is known to accept cards'
      : `no channel has an id of cards.channelIds (${channelIds.join(', ')})`;
  return (
    `cards is set, and ${cause}: cards are not accepted in the shop's page. The channels are ${channelList || 'none'}. Set cards.channelIds ` +
    "to the card channels, or add their types to the profile's channelHints."
  );
}

/** Emits an event once for each channel with plans that the gateway does not have. They are not shown. */
export class MissingPlans {
  readonly #instalments: readonly InstalmentChannel[];
  readonly #emit: CheckoutEventListener;
  readonly #reportedChannelIds = new Set<number>();

  constructor(instalments: readonly InstalmentChannel[], emit: CheckoutEventListener) {
    this.#instalments = instalments;
    this.#emit = emit;
  }

  checkChannels(channels: readonly Channel[]): void {
    for (const { channelId, plans } of this.#instalments) {
      const hasBanks = channels.some(
        ({ id, isProviderHostChannel }) => id === channelId && isProviderHostChannel,
      );
      const bankIds = plans.map(({ bankId }) => bankId);
      if (!hasBanks)
        this.#report(channelId, bankIds, 'the gateway has no such channel with provider channels');
    }
  }

  /** Checks the provider channels of a channel, including those that are hidden. */
  checkBanks(channelId: number, bankIds: readonly string[]): void {
    const plans = this.#instalments.find((channel) => channel.channelId === channelId)?.plans ?? [];
    const missingIds = plans.map(({ bankId }) => bankId).filter((bankId) => !bankIds.includes(bankId));
    if (missingIds.length > 0)
      this.#report(channelId, missingIds, `the gateway has no provider channel ${missingIds.join(', ')}`);
  }

  #report(channelId: number, bankIds: readonly string[], cause: string): void {
    if (this.#reportedChannelIds.has(channelId)) return;
    this.#reportedChannelIds.add(channelId);
    const message =
      `The option instalments has channel ${channelId}, and ${cause}. These plans are not shown. ` +
      `Compare the option with the ids that \`pgw channels\` and \`pgw banks ${channelId}\` list.`;
    this.#emit({ level: 'warn', event: 'plans-missing', message, channelId, bankIds });
  }
}
