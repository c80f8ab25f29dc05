import { expect, test } from 'vitest';
import { z } from 'zod';
import { withListNamed } from '../../../src/gateway/fields/lists.ts';

const response = withListNamed('wallets', z.looseObject({ wallets: z.array(z.number()) }));

test('withListNamed finds the list by its name, or as the only list of the response', () => {
  expect(response.parse({ wallets: [1], others: [2] })).toEqual({ wallets: [1], others: [2] });
  expect(response.parse({ service: [1] })).toEqual({ service: [1], wallets: [1] });
});

test('withListNamed refuses a response with no list, or with several lists of other names', () => {
  for (const value of [{}, { a: [1], b: [2] }, null, [1]])
    expect(response.safeParse(value).success).toBe(false);
});
