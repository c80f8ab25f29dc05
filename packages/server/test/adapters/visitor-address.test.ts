import { expect, it } from 'vitest';
import { createAddressReader } from '../../src/adapters/visitor-address.ts';

it.each([
  ['no proxy: the header is ignored', 0, '10.0.0.1', '203.0.113.1', '10.0.0.1'],
  ['one proxy', 1, '10.0.0.1', '203.0.113.1', '203.0.113.1'],
  ['one proxy and a false address at the front', 1, '10.0.0.1', '192.0.2.9, 203.0.113.1', '203.0.113.1'],
  ['two proxies', 2, '10.0.0.1', '203.0.113.1, 10.0.0.2', '203.0.113.1'],
  ['more proxies than addresses', 5, '10.0.0.1', '203.0.113.1', '203.0.113.1'],
  ['a text that is no address counts as the proxy', 2, '10.0.0.1', 'unknown, 10.0.0.2', '10.0.0.2'],
  ['an address with a port', 1, '10.0.0.1', '[2001:db8::7]:80', '2001:db8::7'],
  ['no header', 1, '10.0.0.1', undefined, '10.0.0.1'],
  ['no connection and no header', 1, undefined, undefined, '0.0.0.0'],
])('the address of the visitor: %s', (_title, trustedProxies, remoteAddress, forwardedFor, expected) => {
  const readAddress = createAddressReader({ trustedProxies });
  expect(readAddress({}, { remoteAddress, forwardedFor })).toBe(expected);
});

it.each([
  ['203.0.113.1', '203.0.113.1'],
  [undefined, '0.0.0.0'],
  ['no address', '0.0.0.0'],
])('a function that returns %s results in %s', (result, expected) => {
  const readAddress = createAddressReader(() => result);
  expect(readAddress({}, { remoteAddress: '10.0.0.1', forwardedFor: '192.0.2.1' })).toBe(expected);
});

it.each([{ trustedProxies: -1 }, { trustedProxies: '1' }, { proxies: 1 }, 'x-real-ip', null])(
  'the option clientAddress refuses %j',
  (option) => {
    expect(() => createAddressReader(option as never)).toThrow(
      expect.objectContaining({
        code: 'invalid-configuration',
        message: expect.stringContaining('clientAddress'),
      }),
    );
  },
);
