import type { News } from './model.ts';

/** Six different pieces of news of one payment; every order of every choice among them is tried. */
export const newsSets: Readonly<Record<string, readonly News[]>> = {
  ends: [{ status: 0 }, { status: 2 }, { status: 3 }, { status: 10 }, { status: 1 }, { status: 99 }],
  cards: [
    { status: 9 },
    { status: 2 },
    { status: 1 },
    { status: 1, isAnotherAmount: true },
    { status: 0 },
    { status: 10 },
  ],
  refunds: [{ status: 1 }, { status: 12 }, { status: 11 }, { status: 13 }, { status: 17 }, { status: 0 }],
};

/** What a gateway may go through with one payment, in its own order. */
export const histories: readonly (readonly number[])[] = [
  [1],
  [0, 1],
  [2],
  [0, 2],
  [3],
  [10],
  [2, 1],
  [3, 1],
  [10, 1],
  [99, 1],
  [9, 1],
  [9, 2],
  [9, 10],
  [9, 2, 9, 1],
  [1, 11],
  [1, 12, 11],
  [1, 12, 13],
  [1, 12, 11, 17],
  [2, 1, 12, 11],
  [9, 1, 12, 11],
];

/** Every order of every choice of 1 to `longest` of the items. */
export function arrangements<Item>(items: readonly Item[], longest = items.length): Item[][] {
  if (longest === 0) return [];
  return items.flatMap((item, index) => {
    const others = items.filter((_, other) => other !== index);
    return [[item], ...arrangements(others, longest - 1).map((rest) => [item, ...rest])];
  });
}
