import type { z } from 'zod';
import { callbackBody } from '../gateway/callback.ts';
import { defaultProfile, type GatewayProfile } from '../gateway/profile.ts';
import * as schemas from '../storefront/index.ts';
import {
  storefrontRoutes,
  type RouteParameter,
  type RouteResponse,
  type StorefrontRoute,
} from '../storefront/routes.ts';
import { contentOf, refTo, schemaOf, type JsonObject, type OpenApiDocument } from './document.ts';

/**
 * Creates the OpenAPI 3.1 document of the routes of the checkout middleware from their table. Without a profile, the default
 * profile is used.
 */
export function storefrontDocument(profile: GatewayProfile = defaultProfile): OpenApiDocument {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [operationId, route] of Object.entries<StorefrontRoute>(storefrontRoutes)) {
    const { method, path } = route;
    paths[path] = { ...paths[path], [method]: { operationId, ...describeRoute(route, profile) } };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'pgw checkout',
      version: 'v1',
      description:
        'The routes of the checkout middleware, relative to its mount path. Amounts are integers in minor units. Generated from the storefront routes of @pgw/protocol.',
    },
    servers: [{ url: '/pgw', description: 'mountPath of the checkout' }],
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(components).map(([name, { schema, side }]) => [name, schemaOf(schema(), side)]),
      ),
    },
  };
}

/** The schemas that the document names. */
const components: Readonly<
  Record<string, { readonly schema: () => z.ZodType; readonly side: 'input' | 'output' }>
> = {
  StartRequest: { schema: () => schemas.startRequest, side: 'input' },
  StartResponse: { schema: schemas.startResponse, side: 'output' },
  CardRequest: { schema: () => schemas.cardRequest, side: 'input' },
  CardResponse: { schema: schemas.cardResponse, side: 'output' },
  Session: { schema: schemas.storefrontSession, side: 'output' },
  Banks: { schema: schemas.storefrontBanks, side: 'output' },
  Payment: { schema: schemas.storefrontPayment, side: 'output' },
  PaymentStatus: { schema: schemas.storefrontPaymentStatus, side: 'output' },
  Problem: { schema: schemas.storefrontProblem, side: 'output' },
  CallbackBody: { schema: () => callbackBody, side: 'input' },
};

/** Returns a reference to a component, or the schema itself if it is not a component. */
function describeSchema(schema: z.ZodType): JsonObject {
  const component = Object.entries(components).find(([, entry]) => entry.schema() === schema);
  return component === undefined ? schemaOf(schema, 'output') : refTo(component[0]);
}

const problem: JsonObject = {
  description: 'Problem details (RFC 9457) with a stable `code`, see https://pgw-js.github.io/pgw/errors.',
  content: contentOf(refTo('Problem'), 'application/problem+json'),
};

function describeRoute(
  {
    summary,
    parameters = [],
    gatewayParameters,
    body,
    bodyType,
    responses,
    hasProblems = true,
  }: StorefrontRoute,
  profile: GatewayProfile,
): JsonObject {
  const allParameters = [...parameters, ...(gatewayParameters?.(profile) ?? [])];
  return {
    summary,
    ...(allParameters.length > 0 && { parameters: allParameters.map(describeParameter) }),
    ...(body !== undefined && {
      requestBody: { required: true, content: contentOf(describeSchema(body), bodyType) },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, describeResponse(response)]),
      ),
      ...(hasProblems && { default: problem }),
    },
  };
}

function describeParameter({ schema, required = true, ...parameter }: RouteParameter): JsonObject {
  const described = schema === undefined ? { type: 'string' } : schemaOf(schema, 'output');
  return { ...parameter, required, schema: described };
}

function describeResponse({ description, schema, mediaType }: RouteResponse): JsonObject {
  if (schema !== undefined) return { description, content: contentOf(describeAlternatives(schema())) };
  return mediaType === undefined ? { description } : { description, content: { [mediaType]: {} } };
}

/** A union of components is `anyOf` their references. */
function describeAlternatives(schema: z.ZodType): JsonObject {
  const { def } = schema as z.ZodUnion<readonly z.ZodType[]>;
  return def.type === 'union' ? { anyOf: def.options.map(describeSchema) } : describeSchema(schema);
}
