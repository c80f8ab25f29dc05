import { z } from 'zod';

/** A value of a JSON document. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  /** The value of a property. */
  readonly [name: string]: Json;
}

/** An OpenAPI 3.1 document as JSON. */
export interface OpenApiDocument extends JsonObject {
  /** The version of OpenAPI. */
  readonly openapi: '3.1.0';
}

/** Converts a zod schema, before or after parsing, to JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function schemaOf(schema: z.ZodType, side: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: side,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // zod adds the limits of safe integers to every integer. Without them, a reader sees the real limits.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return JSON.parse(JSON.stringify(json)) as JsonObject;
}

export function refTo(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

export function contentOf(schema: JsonObject, mediaType = 'application/json'): JsonObject {
  return { [mediaType]: { schema } };
}
