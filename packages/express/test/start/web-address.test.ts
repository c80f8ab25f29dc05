import { expect, it } from 'vitest';
import { toImageUrl } from '../../src/start/web-address.ts';

it.each([
  'javascript:alert(1)',
  'data:image/svg+xml,x',
  'http://gateway.example/logo.png',
  'https://user:word@gateway.example/logo.png',
  'https://169.254.169.254/logo.png',
  '//evil.example/logo.png',
  '/\\evil.example/logo.png',
  'logo.png',
  '',
])('the image URL %j is not sent to the browser of an https shop', (address) => {
  expect(toImageUrl(address, { requiresHttps: true })).toBeNull();
});

it.each(['https://gateway.example/logo.png?v=1', '/logos/bank.svg'])(
  'the image URL %s is sent to the browser of an https shop',
  (address) => {
    expect(toImageUrl(address, { requiresHttps: true })).toBe(address);
  },
);
