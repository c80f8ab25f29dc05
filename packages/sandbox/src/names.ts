import { z } from 'zod';

// The service matches header, query and property names without regard to case (observed S, C).

/**
 * A request under the names of its schema, at every depth. A name that the schema doesn't know is left out, as the
 * service's model binding does; `kept` names reach the endpoint's rules.
 */
export function underSchemaNames(
  value: unknown,
  schema: z.ZodType,
  unknownNames: 'dropped' | 'kept' = 'dropped',
): unknown {
  const shape = shapeOf(schema);
  if (shape === undefined || !isObject(value)) return value;
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]));
  const known: Record<string, unknown> = {};
  for (const [given, member] of Object.entries(value)) {
    const name = names.get(given.toLowerCase());
    if (name === undefined && unknownNames === 'kept') known[given] = member;
    const rule = name === undefined ? undefined : shape[name];
    // A property that is null counts as left out (signing rule 5, and the service's own binding).
    if (name !== undefined && rule !== undefined && member !== null)
      known[name] = underSchemaNames(member, rule, unknownNames);
  }
  return known;
}

/** Query parameters under the names of their schema, with numbers read where the schema wants numbers. */
export function queryUnderSchemaNames(query: URLSearchParams, schema: z.ZodObject): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, text] of query) given[name] = text;
  const known = underSchemaNames(given, schema);
  if (!isObject(known)) return {};
  return Object.fromEntries(
    Object.entries(known).map(([name, text]) => [
      name,
      wantsNumber(schema.shape[name]) ? numberOf(text) : text,
    ]),
  );
}

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of an object by its name in any letter case. */
export function memberOf(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  return Object.entries(value).find(([given]) => given.toLowerCase() === name.toLowerCase())?.[1];
}

/** A text of digits as the number it spells; anything else as it is. */
export function numberOf(text: unknown): unknown {
  return typeof text === 'string' && /^-?\d{1,16}$/.test(text) ? Number(text) : text;
}

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const inner = unwrap(schema);
  if (!(inner instanceof z.ZodObject)) return undefined;
  const shape: Record<string, z.ZodType> = {};
  for (const [name, member] of Object.entries(inner.shape)) {
    if (member instanceof z.ZodType) shape[name] = member;
  }
  return shape;
}

function wantsNumber(schema: unknown): boolean {
  return schema instanceof z.ZodType && unwrap(schema) instanceof z.ZodNumber;
}

function unwrap(schema: z.ZodType): unknown {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema;
}
