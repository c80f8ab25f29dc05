import type { Channel } from './channel.ts';
import type { ChannelHint, GatewayProfile } from './profile.ts';

/**
 * What a channel tells a shopper to expect, or undefined when nothing is known of it. The profile's `channelHints` decide first: by
 * the channel's id (`id:4`), its group (`group:2` or `group:cards`) or its type (`card`, or `2` where types are numbers), without
 * regard to letter case. Otherwise the names of the channel and its group do: one gateway writes the same type as text that
 * another writes as a number, and its numbers are its own.
 */
export function channelHint(
  channel: Pick<Channel, 'id' | 'name' | 'type' | 'groupId' | 'groupName'>,
  { channelHints }: Pick<GatewayProfile, 'channelHints'>,
): ChannelHint | undefined {
  const { id, name, type, groupId, groupName } = channel;
  const keys = [
    `id:${id}`,
    ...(groupId == null ? [] : [`group:${groupId}`]),
    ...(groupName == null ? [] : [`group:${groupName}`]),
    ...(type == null ? [] : [String(type)]),
  ].map((key) => key.toLowerCase());
  const configured = new Map(Object.entries(channelHints).map(([key, hint]) => [key.toLowerCase(), hint]));
  const key = keys.find((candidate) => configured.has(candidate));
  if (key !== undefined) return configured.get(key);
  return hintOfName(name) ?? hintOfName(groupName ?? '');
}

/** Read from top to bottom: a "QR from your bank" is a QR code, and a gift card is no bank card. */
const words: readonly (readonly [ChannelHint, RegExp])[] = [
  ['points', /\b(points?|loyalty|rewards?|miles|gift|vouchers?)\b/i],
  ['later', /\b(later|instal?ments?|bnpl|pay in \d+)\b/i],
  ['qr', /\bqr\b/i],
  ['wallet', /wallets?\b/i],
  ['card', /\b(cards?|kad|visa|master ?card)\b/i],
  ['bank', /\b(banks?|banking|fpx)\b/i],
];

function hintOfName(name: string): ChannelHint | undefined {
  return words.find(([, pattern]) => pattern.test(name))?.[0];
}
