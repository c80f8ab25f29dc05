import type { Endpoint } from '../gateway/endpoints/endpoint.ts';
import { endpoints } from '../gateway/endpoints/index.ts';
import { fault, invalidSignatureCode, undocumentedCode } from '../gateway/faults.ts';
import { defaultProfile, type GatewayProfile } from '../gateway/profile.ts';
import { contentOf, refTo, schemaOf, type JsonObject, type OpenApiDocument } from './document.ts';

/**
 * Creates the OpenAPI 3.1 document of the gateway from {@link endpoints} and a profile. Without a profile,
 * the default profile is used.
 */
export function gatewayDocument(profile: GatewayProfile = defaultProfile): OpenApiDocument {
  const table: readonly Endpoint[] = Object.values(endpoints);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payment gateway service',
      version: 'v1',
      description:
        'Amounts are integers in minor units. Balances and history amounts of wallets are decimals. Generated from the endpoint table of @pgw/protocol.',
    },
    servers: [{ url: '{baseUrl}', variables: { baseUrl: { default: 'https://gateway.example' } } }],
    paths: pathsOf(table, profile),
    components: {
      securitySchemes: securitySchemes(profile),
      schemas: {
        ...Object.fromEntries(table.flatMap(schemasOf)),
        Fault: faultSchema,
        Envelope: envelopeSchema,
      },
    },
  };
}

function pathsOf(table: readonly Endpoint[], profile: GatewayProfile): JsonObject {
  const paths = groupBy(table, ({ name }) => profile.paths[name]);
  return Object.fromEntries(paths.map(([path, group]) => [path, operationsAt(group, profile)]));
}

/** A payout and a payment request have the same path and method, and so do the banks of payouts and of payments. */
function operationsAt(endpointsOfPath: readonly Endpoint[], profile: GatewayProfile): JsonObject {
  const methods = groupBy(endpointsOfPath, ({ method }) => method.toLowerCase());
  return Object.fromEntries(methods.map(([method, group]) => [method, operation(group, profile)]));
}

function groupBy(
  table: readonly Endpoint[],
  keyOf: (endpoint: Endpoint) => string,
): (readonly [key: string, group: readonly Endpoint[]])[] {
  const keys = new Set(table.map(keyOf));
  return [...keys].map((key) => [key, table.filter((endpoint) => keyOf(endpoint) === key)]);
}

function operation(group: readonly Endpoint[], profile: GatewayProfile): JsonObject {
  const [first, ...others] = group;
  const isGet = first?.method === 'GET';
  return {
    operationId: [first?.name, ...others.map(({ name }) => capitalize(name))].join('Or'),
    summary: group.map(({ summary }) => summary).join(' · '),
    ...(group.length > 1 && {
      description: `A payout has the channelId ${profile.payoutChannelId.production} in production, ${profile.payoutChannelId.staging} in staging.`,
    }),
    security: [first?.isSigned === false ? { tenant: [] } : { tenant: [], token: [], signature: [] }],
    ...(isGet
      ? { parameters: uniqueByName(group.flatMap((endpoint) => parametersOf(endpoint, profile))) }
      : { requestBody: { required: true, content: contentOf(schemaOfGroup(group, 'Request')) } }),
    responses: responsesOf(group),
  };
}

/** Endpoints with the same path can have the same parameters. */
function uniqueByName(parameters: readonly JsonObject[]): JsonObject[] {
  return [...new Map(parameters.map((parameter) => [parameter['name'], parameter])).values()];
}

function parametersOf({ request }: Endpoint, profile: GatewayProfile): JsonObject[] {
  const names: Readonly<Record<string, string>> = profile.queryParameters;
  const { properties = {}, required = [] } = schemaOf(request, 'input');
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  return Object.entries(properties as JsonObject).map(([name, schema]) => ({
    name: names[name] ?? name,
    in: 'query',
    required: isRequired(name),
    schema,
    description: `Signed under the name ${name}.`,
  }));
}

function responsesOf(group: readonly Endpoint[]): JsonObject {
  const result = schemaOfGroup(group, 'Result');
  const hasDocumentedEnvelope = group.some((endpoint) => endpoint.hasDocumentedEnvelope);
  const envelope = { allOf: [refTo('Envelope'), { type: 'object', properties: { result } }] };
  return {
    200: {
      description: hasDocumentedEnvelope
        ? 'The result in its envelope. The status and `success` do not determine the outcome: this response may also be a fault.'
        : 'The result, with or without the envelope.',
      content: contentOf(hasDocumentedEnvelope ? envelope : { anyOf: [result, envelope] }),
    },
    400: {
      description: `A refusal. Codes: ${codesOf(group)}`,
      content: contentOf({ anyOf: [refTo('Envelope'), refTo('Fault')] }),
    },
    401: { description: 'The token has expired, or the login was refused. Nothing was processed.' },
  };
}

function codesOf(group: readonly Endpoint[]): string {
  const signatureCodes = group.some(({ isSigned }) => isSigned) ? [invalidSignatureCode] : [];
  const endpointCodes = group.flatMap(({ faults }) => faults);
  const codes = new Set([...signatureCodes, ...endpointCodes, undocumentedCode]);
  return [...codes].map((code) => `${code} ${fault(code).name}`).join(', ');
}

function schemasOf(endpoint: Endpoint): (readonly [string, JsonObject])[] {
  const { name, method, request, response, summary } = endpoint;
  const result = { title: summary, ...schemaOf(response, 'input') };
  const requestSchema = [componentName(name, 'Request'), schemaOf(request, 'input')] as const;
  return [...(method === 'POST' ? [requestSchema] : []), [componentName(name, 'Result'), result]];
}

function schemaOfGroup(group: readonly Endpoint[], part: 'Request' | 'Result'): JsonObject {
  const refs = group.map(({ name }) => refTo(componentName(name, part)));
  const [only] = refs;
  // The response to a payout also matches the schema of a payment request, so `oneOf` would be wrong.
  return only !== undefined && refs.length === 1 ? only : { anyOf: refs };
}

function componentName(name: string, part: 'Request' | 'Result'): string {
  return `${capitalize(name)}${part}`;
}

function capitalize(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function securitySchemes({ headers }: GatewayProfile): JsonObject {
  return {
    tenant: { type: 'apiKey', in: 'header', name: headers.tenant, description: 'The merchant ID.' },
    token: { type: 'http', scheme: 'bearer', description: `In the header ${headers.authorization}.` },
    signature: {
      type: 'apiKey',
      in: 'header',
      name: headers.signature,
      description:
        'HMAC-SHA256 of the URL and the canonical JSON: https://pgw-js.github.io/pgw/gateway-profile',
    },
  };
}

const faultSchema: JsonObject = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'integer' },
    message: { type: 'string' },
    details: { type: ['string', 'null'] },
    validationErrors: {
      type: ['array', 'null'],
      items: {
        type: 'object',
        properties: {
          message: { type: 'string' },
          members: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
};

const envelopeSchema: JsonObject = {
  type: 'object',
  required: ['result'],
  properties: {
    result: {
      description: 'The result. Null on failure, except for a rejected signature, whose fault is here.',
    },
    targetUrl: { type: ['string', 'null'] },
    success: { type: 'boolean' },
    error: { anyOf: [refTo('Fault'), { type: 'null' }] },
    unAuthorizedRequest: { type: 'boolean' },
    __abp: { type: 'boolean' },
  },
};
