import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/gateway/endpoints/index.ts';
import { gatewayDocument, storefrontDocument, type OpenApiDocument } from '../../src/openapi/index.ts';
import { gatewayProfile } from '../../src/gateway/profile-overrides.ts';

const documents: readonly [string, OpenApiDocument][] = [
  ['gateway', gatewayDocument()],
  ['storefront', storefrontDocument()],
];

test.each(documents)(
  'openapi/%s.json equals the document that the code creates; `npm run openapi` updates it',
  (name, document) => {
    const url = new URL(`../../../../openapi/${name}.json`, import.meta.url);
    expect(JSON.parse(readFileSync(url, 'utf8'))).toEqual(document);
  },
);

test.each(documents)('the %s document is valid OpenAPI 3.1', async (_name, document) => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result.errors).toBeUndefined();
  expect(result).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
});

test.each(documents)('the %s document has every schema that it refers to', (_name, document) => {
  const { components } = document as unknown as { components: { schemas: object } };
  const refs = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  for (const [, target] of refs) expect(Object.keys(components.schemas)).toContain(target);
});

test('the gateway document has every operation of the endpoint table', () => {
  const text = JSON.stringify(gatewayDocument());
  for (const { name, summary } of Object.values(endpoints)) {
    expect(text).toContain(summary);
    expect(text).toMatch(new RegExp(`"operationId":"[^"]*${name}`, 'i'));
  }
});

test('the gateway document has the paths and headers of the profile', () => {
  const document = gatewayDocument(
    gatewayProfile({ paths: { getChannels: '/channels' }, headers: { tenant: 'X-Tenant' } }),
  );
  expect(document['paths']).toHaveProperty('/channels');
  expect(JSON.stringify(document)).toContain('"X-Tenant"');
});

test('the gateway document has limits and required fields', () => {
  expect(gatewayDocument()).toMatchObject({
    components: {
      schemas: {
        RequestPaymentRequest: {
          additionalProperties: false,
          required: ['currencyCode', 'amount', 'referenceCode', 'ipAddress', 'returnUrl', 'timestamp'],
          properties: { referenceCode: { maxLength: 50 }, amount: { type: 'integer', exclusiveMinimum: 0 } },
        },
      },
    },
  });
});
