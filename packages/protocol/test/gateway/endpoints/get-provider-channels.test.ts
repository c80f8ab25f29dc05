import { expect, test } from 'vitest';
import { getProviderChannels } from '../../../src/gateway/endpoints/get-provider-channels.ts';
import { invalidPaths } from './schema-assertions.ts';

const { request, response } = getProviderChannels;

test('a request for provider channels requires a channelId and accepts a timestamp', () => {
  expect(invalidPaths(request, { channelId: 2, timestamp: 1 })).toEqual([]);
  expect(invalidPaths(request, { timestamp: 1 })).toEqual(['channelId']);
  expect(invalidPaths(request, { channelId: 2 })).toEqual([]);
  expect(invalidPaths(request, { channelId: '2', timestamp: 1 })).toEqual(['channelId']);
  // The path of an unknown property is the object itself.
  expect(invalidPaths(request, { channelId: 2, timestamp: 1, bank: 1 })).toEqual(['']);
});

const banks = [{ id: 'B1', name: 'bank', displayName: null, imageUrl: null, status: -1, unknownField: 1 }];

test('a list of provider channels keeps the unknown properties of its entries', () => {
  expect(response.parse(banks)).toEqual(banks);
});

test('a list of provider channels omits an invalid entry, and is refused when all entries are invalid', () => {
  expect(invalidPaths(response, [{ ...banks[0], status: null }])).toEqual(['0.status']);
  expect(response.parse([{ ...banks[0], status: null }, banks[0]])).toEqual(banks);
});
