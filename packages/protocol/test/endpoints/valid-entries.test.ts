import { expect, test } from 'vitest';
import { z } from 'zod';
import { validEntries } from '../../src/endpoints/valid-entries.ts';

const list = validEntries(z.looseObject({ id: z.number() }));

test('invalid entries are omitted, and valid entries keep their order and their unknown fields', () => {
  expect(list.parse([{ id: 1, unknownField: true }, { id: 'x' }, null, { id: 2 }])).toEqual([
    { id: 1, unknownField: true },
    { id: 2 },
  ]);
});

test('an empty list is accepted', () => {
  expect(list.parse([])).toEqual([]);
});

test('a list with only invalid entries is refused, and a value that is not a list is refused', () => {
  for (const value of [[{ id: 'x' }], [null], {}, null, 'list'])
    expect(list.safeParse(value).success).toBe(false);
});
