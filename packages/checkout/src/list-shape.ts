/** How many channels stand in each group, as last seen on this device: the skeleton takes the list's real size. */
export type ListShape = readonly number[];

/** Where it is kept, as `2,1,4`. */
export const shapeKey = 'pgw-list';
const usual: ListShape = [2, 1, 2];
/** More than this is not drawn: what is below is not seen while it loads. */
const mostGroups = 8;
const mostTiles = 12;

/** The shape of the last list, or a usual one. A browser that refuses storage remembers none. */
export function recallShape(): ListShape {
  try {
    const kept = localStorage.getItem(shapeKey)?.split(',').map(Number).slice(0, mostGroups) ?? [];
    const isShape = kept.length > 0 && kept.every((tiles) => Number.isInteger(tiles) && tiles > 0);
    return isShape ? kept.map((tiles) => Math.min(tiles, mostTiles)) : usual;
  } catch {
    return usual;
  }
}
