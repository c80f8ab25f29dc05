import express from 'express';
import { expect, it } from 'vitest';
import { trustsAnyAddress } from '../../../src/routes/requests/trusted-proxy.ts';

function trusts(setting: unknown): boolean {
  const app = express();
  app.set('trust proxy', setting);
  return trustsAnyAddress({ app });
}

it.each([
  ['true', true],
  ['a function that trusts all', () => true],
  ['two halves of the internet', ['0.0.0.0/1', '128.0.0.0/1']],
  ['one half of the internet', '128.0.0.0/1'],
  ['half of IPv6', '::/1'],
])('%s is recognized as open', (_what, setting) => {
  expect(trusts(setting)).toBe(true);
});

it.each([
  ['nothing', false],
  ['a number of proxies', 2],
  ['networks of this machine', 'loopback, uniquelocal'],
  ['one address', '198.18.0.7'],
  ['a function of the shop', (address: string) => address === '10.0.0.1'],
])('%s is not recognized as open', (_what, setting) => {
  expect(trusts(setting)).toBe(false);
});
