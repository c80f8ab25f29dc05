import { expect, test } from 'vitest';
import { z } from 'zod';
import { validEntries } from '../../../src/gateway/fields/lists.ts';

const list = validEntries(z.looseObject({ id: z.number() }));

test('validEntries omits invalid entries, and valid entries keep their order and their unknown fields', () => {
  expect(list.parse([{ id: 1, unknownField: true }, { id: 'x' }, null, { id: 2 }])).toEqual([
    { id: 1, unknownField: true },
    { id: 2 },
  ]);
});

test('validEntries accepts an empty list', () => {
  expect(list.parse([])).toEqual([]);
});

test('validEntries refuses a list with only invalid entries, and a value that is not a list', () => {
  for (const value of [[{ id: 'x' }], [null], {}, null, 'list'])
    expect(list.safeParse(value).success).toBe(false);
});
