import express from 'express';
import { expect, it } from 'vitest';
import { trustsEveryAddress } from '../../../src/adapters/express/client-address.ts';

function trustsEveryAddressWith(setting: unknown): boolean {
  const app = express();
  app.set('trust proxy', setting);
  return trustsEveryAddress({ app });
}

it.each([
  ['true', true],
  ['a function that trusts every address', () => true],
  ['both halves of the IPv4 addresses', ['0.0.0.0/1', '128.0.0.0/1']],
  ['one half of the IPv4 addresses', '128.0.0.0/1'],
  ['one half of the IPv6 addresses', '::/1'],
])('trustsEveryAddress() is true with the "trust proxy" setting %s', (_setting, setting) => {
  expect(trustsEveryAddressWith(setting)).toBe(true);
});

it.each([
  ['false', false],
  ['a number of proxies', 2],
  ['this machine and private networks', 'loopback, uniquelocal'],
  ['one address', '198.18.0.7'],
  ['a function of the shop', (address: string) => address === '10.0.0.1'],
])('trustsEveryAddress() is false with the "trust proxy" setting %s', (_setting, setting) => {
  expect(trustsEveryAddressWith(setting)).toBe(false);
});
