import { expect, test } from 'vitest';
import { z } from 'zod';
import { violationsOf } from '../src/errors.ts';

const schema = z.strictObject({
  a: z.strictObject({ b: z.array(z.number('must be a number')) }),
  c: z.string('must be a text').optional(),
});

test('each invalid field becomes a violation with its path', () => {
  const { error } = schema.safeParse({ a: { b: [1, 'x'] }, c: 5 });
  expect(error && violationsOf(error)).toEqual([
    { path: 'a.b.1', message: 'must be a number' },
    { path: 'c', message: 'must be a text' },
  ]);
});

test('an unknown property is a violation of its object, by name and without its value', () => {
  const { error } = schema.safeParse({ a: { b: [], secret: 'hush' } });
  const violations = error && violationsOf(error);
  expect(violations).toEqual([{ path: 'a', message: expect.stringContaining('secret') }]);
  expect(JSON.stringify(violations)).not.toContain('hush');
});
