import { expect, test } from 'vitest';
import { z } from 'zod';
import { validEntries } from '../../src/endpoints/valid-entries.ts';

const list = validEntries(z.looseObject({ id: z.number() }));

test('valid entries are kept in their order, with their unknown fields', () => {
  expect(list.parse([{ id: 1, more: true }, { id: 'x' }, null, { id: 2 }])).toEqual([
    { id: 1, more: true },
    { id: 2 },
  ]);
  expect(list.parse([])).toEqual([]);
});

test('a list without a valid entry is refused, and so is a value that is not a list', () => {
  for (const value of [[{ id: 'x' }], [null], {}, null, 'list'])
    expect(list.safeParse(value).success).toBe(false);
});
