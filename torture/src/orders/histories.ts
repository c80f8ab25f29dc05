import type { StatusUpdate } from './model.ts';

// The statuses: 0 pending, 1 success, 2 failed, 3 canceled, 9 authorized, 10 expired, 11 refunded, 12 refund in
// progress, 13 refund failed, 17 refund reversed. 99 is a status that the checkout does not know.

/**
 * Sets of six status updates of one payment. A run tests every sequence of the updates of each set: see
 * `listSequences`.
 */
export const updateSets: Readonly<Record<string, readonly StatusUpdate[]>> = {
  finalStates: [{ status: 0 }, { status: 2 }, { status: 3 }, { status: 10 }, { status: 1 }, { status: 99 }],
  cards: [
    { status: 9 },
    { status: 2 },
    { status: 1 },
    { status: 1, hasAnotherAmount: true },
    { status: 0 },
    { status: 10 },
  ],
  refunds: [{ status: 1 }, { status: 12 }, { status: 11 }, { status: 13 }, { status: 17 }, { status: 0 }],
};

/** Histories of a payment. Each lists the statuses that the gateway's record has, one after the other. */
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

/**
 * Lists all sequences of 1 to `maxLength` different items. For the items a and b: [a], [a, b], [b], [b, a].
 */
export function listSequences<Item>(items: readonly Item[], maxLength = items.length): Item[][] {
  if (maxLength === 0) return [];
  return items.flatMap((item, index) => {
    const otherItems = items.filter((_, otherIndex) => otherIndex !== index);
    return [[item], ...listSequences(otherItems, maxLength - 1).map((rest) => [item, ...rest])];
  });
}
