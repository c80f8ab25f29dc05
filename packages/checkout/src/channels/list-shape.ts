import type { StorefrontSession } from '@pgw/protocol';

/** The number of channels in each group. The placeholders take the size of the list that this device showed last. */
export type ListShape = readonly number[];

/** Stored in this format: `2,1,4`. */
export const shapeKey = 'pgw-list';
const defaultShape: ListShape = [2, 1, 2];
/** Placeholders further down are not visible while the list is loading. */
const maxGroups = 8;
const maxTiles = 12;

/** The shape of the last list, or a default one, for example if the browser refuses storage. */
export function recallListShape(): ListShape {
  try {
    const stored = localStorage.getItem(shapeKey)?.split(',').map(Number).slice(0, maxGroups) ?? [];
    const isShape = stored.length > 0 && stored.every((tiles) => Number.isInteger(tiles) && tiles > 0);
    return isShape ? stored.map((tiles) => Math.min(tiles, maxTiles)) : defaultShape;
  } catch {
    return defaultShape;
  }
}

/** Stores the shape of a list. A single channel is not a list. */
export function rememberListShape(session: StorefrontSession | null): void {
  if (session === null || session.mode === 'hosted' || session.channels.length < 2) return;
  const groups = new Map<string | null, number>();
  for (const { group } of session.channels) groups.set(group || null, (groups.get(group || null) ?? 0) + 1);
  const withoutGroup = groups.get(null);
  groups.delete(null);
  const shape = [...groups.values(), ...(withoutGroup === undefined ? [] : [withoutGroup])];
  try {
    localStorage.setItem(shapeKey, shape.join());
  } catch {
    // The storage is full or refused: the next placeholders have the default shape.
  }
}
