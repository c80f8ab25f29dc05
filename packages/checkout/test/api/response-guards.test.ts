import {
  cardResponse,
  startResponse,
  storefrontBanks,
  storefrontPayment,
  storefrontPaymentStatus,
  storefrontSession,
} from '@pgw/protocol/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readBanks } from '../../src/api/banks.ts';
import { isRedirect, readPayment, readStart } from '../../src/api/payments.ts';
import { isObject, isPayment, type LooseObject } from '../../src/api/response-guards.ts';
import { readSession } from '../../src/api/session.ts';

/** The members of JSON Schema that the schemas of the storefront have. */
interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Creates values that a schema accepts. */
function createValues(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type = [] } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(createValues));
  return fc.oneof(...[type].flat().map((each) => createValuesOfType(each, schema)));
}

function createValuesOfType(type: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  const { minimum, exclusiveMinimum = -1, maximum = Number.MAX_SAFE_INTEGER } = schema;
  if (type === 'object') return createObjects(schema);
  if (type === 'array') return fc.array(createValues(schema.items ?? {}), { maxLength: 3 });
  if (type === 'string') return createStrings(schema);
  if (type === 'integer') return fc.integer({ min: minimum ?? exclusiveMinimum + 1, max: maximum });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  throw new Error(`The test has no values for ${JSON.stringify(schema)}.`);
}

function createStrings({ format, pattern, minLength = 0 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date-time')
    return fc
      .date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength, maxLength: 10 });
}

function createObjects({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, member]) => [name, createValues(member)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
}

/** Returns the response of the card route, or null if a member is not valid. */
function readCardResponse(body: unknown): LooseObject | null {
  if (!isObject(body) || !isPayment(body['payment'])) return null;
  return body['redirect'] === null || isRedirect(body['redirect']) ? body : null;
}

const readers = [
  ['session', storefrontSession(), readSession],
  ['start response', startResponse(), readStart],
  ['card response', cardResponse(), readCardResponse],
  ['payment', z.union([storefrontPayment(), storefrontPaymentStatus()]), readPayment],
  ['list of banks', storefrontBanks(), readBanks],
] as const satisfies readonly (readonly [string, z.ZodType, (body: unknown) => unknown])[];

/** Paths of members that the element does not validate: it validates the card terms when it shows the form. */
const isNotValidated = (path: readonly string[]): boolean => path.includes('card') || path.includes('kind');

/** Lists the paths of the required members of a value, with its schema. */
function listRequiredPaths(schema: JsonSchema, value: unknown): readonly (readonly string[])[] {
  if (schema.anyOf !== undefined) {
    const alternative = schema.anyOf.find(({ type }) => (type === 'null') === (value === null));
    return alternative === undefined ? [] : listRequiredPaths(alternative, value);
  }
  if (!isObject(value)) return [];
  return (schema.required ?? []).flatMap((name) => {
    const below = listRequiredPaths(schema.properties?.[name] ?? {}, value[name]);
    return [[name], ...below.map((path) => [name, ...path])];
  });
}

/** Returns a copy of a value with another value at a path. */
function replaceAt(value: unknown, [name = '', ...path]: readonly string[], member: unknown): unknown {
  if (!isObject(value)) return value;
  return { ...value, [name]: path.length === 0 ? member : replaceAt(value[name], path, member) };
}

/** The terms are optional in the schema, and required for a card. The element removes a card without terms. */
const hasCardTerms = (channel: LooseObject): boolean =>
  channel['kind'] !== 'card' || channel['card'] !== undefined;

describe.each(readers)('the guard of a %s', (_name, schema, read) => {
  const json = z.toJSONSchema(schema) as JsonSchema;
  const values = createValues(json);

  it('accepts every value that the schema accepts', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(schema.safeParse(value).success).toBe(true);
        const result = read(value);
        expect(result).not.toBeNull();
        if (isObject(value) && Array.isArray(value['channels']))
          expect(result).toMatchObject({ channels: value['channels'].filter(hasCardTerms) });
      }),
    );
  });

  it('refuses a value in which a required member is missing or has another type', () => {
    fc.assert(
      fc.property(values, fc.nat(), fc.constantFrom(undefined, {}, true), (value, n, member) => {
        const paths = listRequiredPaths(json, value).filter((path) => !isNotValidated(path));
        const path = paths[n % paths.length] ?? [];
        const changed = replaceAt(value, path, member);
        fc.pre(!schema.safeParse(changed).success);
        expect({ path, member, result: read(changed) }).toMatchObject({ result: null });
      }),
    );
  });
});
