import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseInput, parseOften } from '../src/own-members.ts';
import { callbackBody } from '../src/gateway/callback.ts';
import { endpoints } from '../src/gateway/endpoints/index.ts';
import { startRequest } from '../src/storefront/payment.ts';

const schemas: readonly (readonly [name: string, schema: z.ZodType])[] = [
  ...Object.values(endpoints).flatMap(({ name, request, response }): [string, z.ZodType][] => [
    [`request of ${name}`, request],
    [`response of ${name}`, response],
  ]),
  ['callback', callbackBody],
  ['start', startRequest],
];

/** Values that schemas accept, convert, or refuse. */
const texts =
  '|  |0|000|MYR|myr |2005671137F81FD81D89D8|https://bank.example/1|2026-11-30T08:00:00.000Z|0001-01-01T00:00:00|1 |1.5|\uD800';
const others: unknown = JSON.parse(
  '[0, 1, 2, 7, -1, 1.5, 12890, 9007199254740991, true, false, null, {}, [], [1], [{}]]',
);
const values = [...texts.split('|'), 'x'.repeat(101), ...[others, undefined].flat()];

const toPlain = ({ success, data, error }: z.ZodSafeParseResult<unknown>) => ({
  success,
  data,
  issues: error?.issues,
});

test.each(schemas)('%s: a compiled schema has the same result as the schema', (_name, schema) => {
  const object = schema instanceof z.ZodArray ? schema.unwrap() : schema;
  const names = object instanceof z.ZodObject ? Object.keys(object.shape) : [];
  const members = Object.fromEntries([...names, 'other'].map((name) => [name, fc.constantFrom(...values)]));
  const input = fc.record(members, { requiredKeys: [] });
  fc.assert(
    fc.property(fc.oneof(input, fc.array(input, { maxLength: 2 }), fc.constantFrom(...values)), (one) => {
      expect(toPlain(parseOften(schema, one))).toEqual(toPlain(parseInput(schema, one)));
    }),
  );
});

test('the schemas of a payment request are compiled', () => {
  for (const schema of [endpoints.requestPayment.request, endpoints.requestPayment.response, startRequest])
    expect(() => z.compile(schema, { strict: true })).not.toThrow();
});
