import type { Channel, GatewayProfile, StorefrontChannel } from '@pgw/protocol';
import { channelHint } from '@pgw/protocol/internal';
import type { CardSettings } from '../cards/card-options.ts';
import type { InstalmentChannel } from './instalments.ts';

export interface KindSettings {
  readonly profile: GatewayProfile;
  /** Undefined if cards are entered on the gateway's page. */
  readonly cards: CardSettings | undefined;
  readonly instalments: readonly InstalmentChannel[];
}

type KindMembers = Pick<StorefrontChannel, 'kind' | 'card'>;

interface ChannelKind {
  /** Returns the members of a channel of this kind. Undefined: the channel has another kind. */
  read(channel: Channel, settings: KindSettings): Omit<KindMembers, 'kind'> | undefined;
  /** Whether the shopper also chooses a bank. */
  readonly hasBanks: boolean;
  /** The lazy module of the element that renders the list of the banks. */
  readonly elementModule?: string;
}

/** The kinds of channels. A channel has the first kind whose `read` returns members. */
const channelKinds: Readonly<Record<StorefrontChannel['kind'], ChannelKind>> = {
  card: { read: readCardTerms, hasBanks: false },
  instalments: {
    read: ({ id, isProviderHostChannel }, { instalments }) =>
      isProviderHostChannel && instalments.some(({ channelId }) => channelId === id) ? {} : undefined,
    hasBanks: true,
    elementModule: 'provider',
  },
  provider: {
    read: ({ isProviderHostChannel }) => (isProviderHostChannel ? {} : undefined),
    hasBanks: true,
    elementModule: 'provider',
  },
  direct: { read: () => ({}), hasBanks: false },
};

export function findKind(channel: Channel, settings: KindSettings): KindMembers {
  // The keys of the table are the kinds.
  for (const kind of Object.keys(channelKinds) as StorefrontChannel['kind'][]) {
    const members = channelKinds[kind].read(channel, settings);
    if (members !== undefined) return { kind, ...members };
  }
  return { kind: 'direct' };
}

export function hasBanks({ kind }: Pick<StorefrontChannel, 'kind'>): boolean {
  return channelKinds[kind].hasBanks;
}

export function listElementModules(channels: readonly StorefrontChannel[]): readonly string[] {
  const modules = channels.map(({ kind }) => channelKinds[kind].elementModule);
  return [...new Set(modules.filter((name) => name !== undefined))];
}

function readCardTerms(
  channel: Channel,
  { cards, profile }: KindSettings,
): Omit<KindMembers, 'kind'> | undefined {
  if (cards === undefined || !isCardChannel(channel, cards, profile)) return undefined;
  const { brands, marks, testCards, canSaveCards } = cards;
  return {
    card: {
      brands,
      canSave: canSaveCards && channel.savePayment === true,
      savedCards: [],
      ...(marks !== undefined && { marks }),
      ...(testCards !== undefined && { testCards }),
    },
  };
}

/** Without configured ids, a channel with banks is not a card channel. */
export function isCardChannel(
  channel: Channel,
  { channelIds }: CardSettings,
  profile: GatewayProfile,
): boolean {
  if (channelIds !== undefined) return channelIds.includes(channel.id);
  return channelHint(channel, profile) === 'card' && !channel.isProviderHostChannel;
}
