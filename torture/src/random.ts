/** A source of random values. The same seed gives the same values. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns a whole number from 0 to `end - 1`. */
  below(end: number): number;
  /** Returns true in one of `n` cases on average. */
  isOneIn(n: number): boolean;
  /** Returns one of the items. @throws RangeError when the list is empty. */
  pick<Item>(items: readonly Item[]): Item;
  /** Returns a new list with the items in random order. */
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** Creates the generator mulberry32. It is fast and good enough to choose times and inputs. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    isOneIn: (n) => below(n) === 0,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('The list of items is empty.');
      return item;
    },
    shuffled: (items) => {
      const keyed = items.map((item) => ({ item, key: next() }));
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
    },
  };
}
