import { expect, it } from 'vitest';
import { z } from 'zod';
import { formatViolations, parseInput, violationsOf } from '../src/internal.ts';

const limits = z.strictObject({
  recheckDays: z.number().optional(),
  queriesPerSecond: z.number().optional(),
});
const schema = z.strictObject({
  amount: z.number().optional(),
  publicUrl: z.string().optional(),
  limits: limits.prefault({}),
  list: z.array(limits).optional(),
  either: z.union([z.literal(false), limits]).optional(),
});

it.each([
  [{ ammount: 1 }, 'Unrecognized key: "ammount"; did you mean amount?'],
  [{ publicURL: 'x' }, 'Unrecognized key: "publicURL"; did you mean publicUrl?'],
  [{ limits: { recheckDay: 1 } }, 'limits Unrecognized key: "recheckDay"; did you mean recheckDays?'],
  [
    { list: [{}, { queryPerSecond: 1 }] },
    'list.1 Unrecognized key: "queryPerSecond"; did you mean queriesPerSecond?',
  ],
  [{ amuont: 1 }, 'Unrecognized key: "amuont"; did you mean amount?'],
  [{ lsit: [] }, 'Unrecognized key: "lsit"; did you mean list?'],
  [{ colour: 1 }, 'Unrecognized key: "colour"'],
  [{ amout: 1, publicUr: 'x' }, 'Unrecognized keys: "amout", "publicUr"; did you mean amount, publicUrl?'],
])('an unknown member is refused with the nearest name: %j', (input, message) => {
  const { error } = parseInput(schema, input);
  expect(error && formatViolations(violationsOf(error))).toBe(message);
});
