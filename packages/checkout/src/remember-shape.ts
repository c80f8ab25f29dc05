import type { StorefrontSession } from '@pgw/protocol';
import { shapeKey } from './list-shape.ts';

/** Keeps the shape of a list: numbers alone, nothing of the shopper's. */
export function rememberShape(session: StorefrontSession | null): void {
  // One channel, or none, has no list.
  if (session === null || session.mode === 'hosted' || session.channels.length < 2) return;
  const groups = new Map<string | null, number>();
  for (const { group } of session.channels) groups.set(group || null, (groups.get(group || null) ?? 0) + 1);
  const last = groups.get(null);
  groups.delete(null);
  try {
    localStorage.setItem(shapeKey, [...groups.values(), ...(last === undefined ? [] : [last])].join());
  } catch {
    // Storage is full or refused: the next skeleton has the usual size.
  }
}
