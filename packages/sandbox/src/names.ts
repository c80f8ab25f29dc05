import { z } from 'zod';

// The service accepts header, query and property names in any letter case (observed S, C).

/**
 * Renames the properties of a request to the names of its schema, at every depth. Unknown properties are removed, as the service
 * does, or `kept` for the rules of the endpoint.
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
    // A property with the value null counts as missing (signing rule 5; the service does the same).
    if (name !== undefined && rule !== undefined && member !== null)
      known[name] = underSchemaNames(member, rule, unknownNames);
  }
  return known;
}

/** Renames query parameters to the names of their schema, and converts texts to numbers where the schema has numbers. */
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

/** Whether a value is a JSON object: not null and not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The property of an object by its name, in any letter case. */
export function memberOf(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  return Object.entries(value).find(([given]) => given.toLowerCase() === name.toLowerCase())?.[1];
}

/** Converts a text of digits to a number; any other value is returned unchanged. */
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
