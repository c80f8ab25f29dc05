import { expect, it } from 'vitest';
import { toImageUrl } from '../../src/engine/redirect.ts';

it.each([
  'javascript:alert(1)',
  'data:image/svg+xml,x',
  'http://gateway.example/logo.png',
  'https://user:word@gateway.example/logo.png',
  'https://169.254.169.254/logo.png',
  '//evil.example/logo.png',
  '/\\evil.example/logo.png',
  'logo.png',
  '/\t/evil.example/logo.png',
  '/\n\\evil.example/logo.png',
  '/.//evil.example/logo.png',
  '/a/..//evil.example/logo.png',
  '/%2e//evil.example/logo.png',
  '',
])('the image URL %j is not sent to the browser of an https shop', (address) => {
  expect(toImageUrl(address, { requiresHttps: true })).toBeNull();
});

it.each([
  ['https:gateway.example/logo.png', 'https://gateway.example/logo.png'],
  ['HTTPS:\\\\gateway.example\\logo.png', 'https://gateway.example/logo.png'],
  [' https://gateway.example/a b.png\n', 'https://gateway.example/a%20b.png'],
  ['/logos/../bank logo.svg', '/bank%20logo.svg'],
])('the image URL %j is sent as the browser must read it', (address, parsed) => {
  expect(toImageUrl(address, { requiresHttps: true })).toBe(parsed);
});

it.each(['https://gateway.example/logo.png?v=1', '/logos/bank.svg'])(
  'the image URL %s is sent to the browser of an https shop',
  (address) => {
    expect(toImageUrl(address, { requiresHttps: true })).toBe(address);
  },
);
