import type { StorefrontSession } from '@pgw/protocol';
import { groupChannels } from './group-channels.ts';

/** The number of channels in each group. The placeholders have the shape of the last list on this device. */
export type ListShape = readonly number[];

/** The key in `localStorage`. The format of the value is `2,1,4`. */
export const shapeKey = 'pgw-list';
const defaultShape: ListShape = [2, 1, 2];
// The page would not show more placeholders without scrolling.
const maxGroups = 8;
const maxTiles = 12;

export function recallListShape(): ListShape {
  try {
    const stored = localStorage.getItem(shapeKey)?.split(',').map(Number).slice(0, maxGroups) ?? [];
    const isShape = stored.length > 0 && stored.every((tiles) => Number.isInteger(tiles) && tiles > 0);
    return isShape ? stored.map((tiles) => Math.min(tiles, maxTiles)) : defaultShape;
  } catch {
    return defaultShape;
  }
}

/** Stores the shape of a list. Does nothing for an order with a single channel, which needs no list. */
export function rememberListShape(session: StorefrontSession | null, recentChannelId: number | null): void {
  if (session === null || session.mode === 'hosted' || session.channels.length < 2) return;
  const shape = groupChannels(session.channels, recentChannelId).map(({ channels }) => channels.length);
  try {
    localStorage.setItem(shapeKey, shape.join());
  } catch {
    // The storage is full or not allowed. The next placeholders have the default shape.
  }
}
