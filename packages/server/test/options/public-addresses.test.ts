import { expect, it } from 'vitest';
import { createPublicAddresses } from '../../src/options/addresses.ts';

it.each([
  ['https://shop.example', '/', 'https://shop.example/pgw/callback', '/pgw/start'],
  ['https://shop.example/', '/', 'https://shop.example/pgw/callback', '/pgw/start'],
  ['https://shop.example/store', '/store/', 'https://shop.example/store/pgw/callback', '/store/pgw/start'],
  ['https://shop.example/a/b//', '/a/b/', 'https://shop.example/a/b/pgw/callback', '/a/b/pgw/start'],
])(
  'createPublicAddresses puts the path of %j before the mount path',
  (publicUrl, shopUrl, callbackUrl, startPath) => {
    const addresses = createPublicAddresses(publicUrl, '/pgw');
    expect(addresses.origin).toBe('https://shop.example');
    expect(addresses.shopUrl).toBe(shopUrl);
    expect(addresses.url('/callback')).toBe(callbackUrl);
    expect(addresses.path('/start')).toBe(startPath);
  },
);
