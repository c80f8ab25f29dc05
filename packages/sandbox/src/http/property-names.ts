import * as z from '@pgw/protocol/zod';
import { isObject } from '@pgw/protocol/internal';

// The gateway accepts header, query and property names in any letter case (staging gateway, public clients).

/** Renames properties to the names of the schema, and removes unknown ones as the gateway does. `kept` ones stay. */
export function renameToSchema(
  value: unknown,
  schema: z.ZodType,
  unknownProperties: 'removed' | 'kept' = 'removed',
): unknown {
  const shape = findShape(schema);
  if (shape === undefined || !isObject(value)) return value;
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]));
  const renamed: Record<string, unknown> = {};
  for (const [sentName, property] of Object.entries(value)) {
    const name = names.get(sentName.toLowerCase());
    const propertySchema = name === undefined ? undefined : shape[name];
    if (name === undefined || propertySchema === undefined) {
      if (unknownProperties === 'kept') renamed[sentName] = property;
      continue;
    }
    // A property with the value null counts as missing, as in the gateway (signing rule 5).
    if (property !== null) renamed[name] = renameToSchema(property, propertySchema, unknownProperties);
  }
  return renamed;
}

/** Renames query parameters, and converts texts to numbers where the schema has numbers. */
export function parseQuery(query: URLSearchParams, schema: z.ZodObject): Record<string, unknown> {
  const renamed = renameToSchema(Object.fromEntries(query), schema);
  if (!isObject(renamed)) return {};
  return Object.fromEntries(
    Object.entries(renamed).map(([name, text]) => [
      name,
      isNumberSchema(schema.shape[name]) ? parseNumber(text) : text,
    ]),
  );
}

/** Finds the property of an object by its name, in any letter case. */
export function findProperty(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  return Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

/** Converts a text of digits to a number. Any other value is returned unchanged. */
export function parseNumber(text: unknown): unknown {
  return typeof text === 'string' && /^-?\d{1,16}$/.test(text) ? Number(text) : text;
}

function findShape(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const inner = unwrapOptional(schema);
  if (!(inner instanceof z.ZodObject)) return undefined;
  const shape: Record<string, z.ZodType> = {};
  for (const [name, member] of Object.entries(inner.shape)) {
    if (member instanceof z.ZodType) shape[name] = member;
  }
  return shape;
}

function isNumberSchema(schema: unknown): boolean {
  return schema instanceof z.ZodType && unwrapOptional(schema) instanceof z.ZodNumber;
}

function unwrapOptional(schema: z.ZodType): unknown {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema;
}
