import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../../src/index.ts';
import { openShop } from '../../shop.ts';

const nonce = 'R28gYXdheSwgcGxlYXNlIQ==';
const gatewayOrigins = ['https://gateway.example'];
const options = { nonce, logoOrigins: gatewayOrigins, redirectOrigins: gatewayOrigins };

test('the policy has exactly the documented sources', () => {
  expect(contentSecurityPolicy(options).split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic' 'self'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' https://gateway.example",
    "form-action 'self' https://gateway.example",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html pgw-loader',
  ]);
});

test('the policy has no unsafe source', () => {
  expect(contentSecurityPolicy(options)).not.toMatch(/unsafe|\*|data:|https?:(?!\/\/gateway\.example)/);
});

test("a page can add sources to the policy, and an added source replaces the source 'none'", () => {
  const policy = contentSecurityPolicy({
    ...options,
    additionalSources: {
      'font-src': ["'self'"],
      'style-src': ["'self'"],
      'frame-ancestors': ['https://app.example'],
    },
  });
  expect(policy).toContain("font-src 'self'");
  expect(policy).toContain(`style-src 'nonce-${nonce}' 'self'`);
  expect(policy).toContain('frame-ancestors https://app.example');
});

test('the policy has the origin of a CDN as a script source for browsers without strict-dynamic', () => {
  const policy = contentSecurityPolicy({ ...options, scriptOrigin: 'https://cdn.example' });
  expect(policy).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic' https://cdn.example`);
});

test.each([
  ['a short nonce', { nonce: 'abc' }],
  ['a nonce that ends the directive', { nonce: "aaaaaaaaaaaaaaaaaaaaaaaa'; script-src *" }],
  ['a source with a semicolon', { additionalSources: { 'img-src': ['https://a.example; script-src *'] } }],
  ['a source with a comma', { additionalSources: { 'img-src': ['https://a.example,script-src'] } }],
  ['a directive with a space', { additionalSources: { 'img-src *; script-src': ['x'] } }],
  ['a source with a line break', { logoOrigins: ['https://a.example\r\nSet-Cookie: a=b'] }],
])('a policy with %s is refused', (_name, invalidOptions) => {
  expect(() => contentSecurityPolicy({ ...options, ...invalidOptions })).toThrow(RangeError);
});

test('the policy of a checkout has the origins of the gateway and of the options', async () => {
  const shop = await openShop({
    logoOrigins: ['https://logos.example'],
    redirectOrigins: ['https://bank.example'],
    merchantLogoUrl: 'https://cdn.example/logo.svg',
  });
  const policy = shop.checkout.contentSecurityPolicy({ nonce: randomBytes(16).toString('base64') });
  await shop.close();
  expect(policy).toContain(`img-src 'self' ${shop.sandbox.url} https://logos.example https://cdn.example;`);
  expect(policy).toContain(`form-action 'self' ${shop.sandbox.url} https://bank.example;`);
});
