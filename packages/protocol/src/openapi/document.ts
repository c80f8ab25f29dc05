import { z } from 'zod';

/** A value of a JSON document. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

/** An OpenAPI 3.1 document, as it is written to disk. */
export interface OpenApiDocument extends JsonObject {
  readonly openapi: '3.1.0';
}

/** Which side of a schema is meant: what may be sent, or what comes out of reading it. */
type Side = 'input' | 'output';

/** JSON Schema 2020-12 of a zod schema, as OpenAPI 3.1 takes it. Our own readings (a transform) show what they read. */
export function schemaOf(schema: z.ZodType, side: Side): JsonObject {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: side,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Every integer of ours is a safe one; saying so at each hides the bounds that mean something.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  // A JSON Schema is JSON: the round trip leaves out what is undefined.
  return JSON.parse(JSON.stringify(json)) as JsonObject;
}

/** A reference to a schema of the document's own components. */
export function refTo(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** A body of one media type. */
export function contentOf(schema: JsonObject, mediaType = 'application/json'): JsonObject {
  return { [mediaType]: { schema } };
}
