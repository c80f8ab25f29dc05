import { expect, test } from 'vitest';
import { getProviderChannels } from '../../src/endpoints/get-provider-channels.ts';
import { complaints } from './rules.ts';

const { request, response } = getProviderChannels;

test('the lookup requires the id of a channel and takes a timestamp', () => {
  expect(complaints(request, { channelId: 2, timestamp: 1 })).toEqual([]);
  expect(complaints(request, { timestamp: 1 })).toEqual(['channelId']);
  expect(complaints(request, { channelId: 2 })).toEqual([]);
  expect(complaints(request, { channelId: '2', timestamp: 1 })).toEqual(['channelId']);
  expect(complaints(request, { channelId: 2, timestamp: 1, bank: 1 })).toEqual(['']);
});

test('the answer is an array of provider channels, unknown properties kept', () => {
  const banks = [{ id: 'B1', name: 'bank', displayName: null, imageUrl: null, status: -1, more: 1 }];
  expect(response.parse(banks)).toEqual(banks);
  expect(complaints(response, [{ ...banks[0], status: null }])).toEqual(['0.status']);
  expect(response.parse([{ ...banks[0], status: null }, banks[0]])).toEqual(banks);
});
