import type { StorefrontChannel } from '@pgw/protocol';

/** Channels under one label. */
export interface ChannelGroup {
  /** The name of the gateway; null for the channels without a group. */
  readonly name: string | null;
  /** Whether this is the channel of the last payment on this device. It has a label of its own. */
  readonly isRecent: boolean;
  readonly channels: readonly StorefrontChannel[];
}

/** The channel of the last payment is the first group. Channels without a group are the last one. */
export function groupChannels(
  channels: readonly StorefrontChannel[],
  recentChannelId: number | null,
): readonly ChannelGroup[] {
  const recent = channels.find(({ id, limit }) => id === recentChannelId && limit === null);
  const byName = new Map<string | null, StorefrontChannel[]>();
  for (const channel of channels) {
    if (channel === recent) continue;
    const name = channel.group || null;
    byName.set(name, [...(byName.get(name) ?? []), channel]);
  }
  const groups = [...byName]
    .map(([name, members]) => ({ name, isRecent: false, channels: members }))
    .sort((a, b) => Number(a.name === null) - Number(b.name === null));
  return recent === undefined ? groups : [{ name: null, isRecent: true, channels: [recent] }, ...groups];
}
