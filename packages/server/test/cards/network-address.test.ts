import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toNetwork } from '../../src/limits/limiter.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::198.51.100.1', '64:ff9b:0:0::/64'],
])('the network of the address %s is %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});

it('two IPv6 addresses have the same network if and only if they have the same /64 prefix', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
  const fourGroups = fc.array(group, { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(fourGroups, fourGroups, fourGroups, (prefix, hostA, hostB) => {
      const joinAddress = (host: readonly string[]): string => [...prefix, ...host].join(':');
      expect(toNetwork(joinAddress(hostA))).toBe(toNetwork(joinAddress(hostB)));
      // The first group of the prefix differs in one bit.
      const [first = '', ...rest] = prefix;
      const addressInOtherNetwork = [(Number.parseInt(first, 16) ^ 1).toString(16), ...rest, ...hostA].join(
        ':',
      );
      expect(toNetwork(addressInOtherNetwork)).not.toBe(toNetwork(joinAddress(hostA)));
    }),
  );
});
