import type { Channel } from './channel.ts';
import type { ChannelHint, GatewayProfile } from './profile.ts';

/**
 * Returns the hint of a channel, such as `bank` or `card`. Returns undefined when no hint is known.
 *
 * The function first searches `channelHints` of the profile, case-insensitively, in this order:
 * - the channel's id, such as `id:4`
 * - its group, such as `group:2` or `group:cards`
 * - its type, such as `card`, or `2` where types are numbers
 *
 * Without a match, it searches the names of the channel and its group for known words. It does not guess from
 * the number of a type, because these numbers differ between gateways.
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
  const configuredHints = new Map(
    Object.entries(channelHints).map(([key, hint]) => [key.toLowerCase(), hint]),
  );
  const key = keys.find((candidate) => configuredHints.has(candidate));
  if (key !== undefined) return configuredHints.get(key);
  return hintOfName(name) ?? hintOfName(groupName ?? '');
}

/** The first match is used: "QR from your bank" is a QR code, and a gift card is not a bank card. */
const hintPatterns: readonly (readonly [ChannelHint, RegExp])[] = [
  ['points', /\b(points?|loyalty|rewards?|miles|gift|vouchers?)\b/i],
  ['later', /\b(later|instal?ments?|bnpl|pay in \d+)\b/i],
  ['qr', /\bqr\b/i],
  ['bank-or-wallet', /^(?=.*\bbank)(?=.*wallets?\b)/i],
  ['wallet', /wallets?\b/i],
  ['card', /\b(cards?|kad|visa|master ?card)\b/i],
  ['bank', /\b(banks?|banking|fpx)\b/i],
];

function hintOfName(name: string): ChannelHint | undefined {
  return hintPatterns.find(([, pattern]) => pattern.test(name))?.[0];
}
