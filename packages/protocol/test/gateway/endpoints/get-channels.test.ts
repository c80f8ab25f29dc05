import { expect, test } from 'vitest';
import { getChannels } from '../../../src/gateway/endpoints/get-channels.ts';
import { invalidPaths } from './schema-assertions.ts';

const { request, response } = getChannels;

test('a request for channels accepts an optional timestamp', () => {
  expect(invalidPaths(request, { timestamp: 1 })).toEqual([]);
  expect(invalidPaths(request, {})).toEqual([]);
  expect(invalidPaths(request, { timestamp: 1, channelId: 2 })).toEqual(['']);
});

test('the channel list is an array of channels with their unknown properties', () => {
  const list = [{ id: 2, name: 'FPX', isProviderHostChannel: true, unknownField: 1 }];
  expect(response.parse(list)).toEqual(list);
  expect(response.parse([])).toEqual([]);
  expect(invalidPaths(response, [{ ...list[0], id: 'two' }])).toEqual(['0.id']);
  expect(invalidPaths(response, { items: list })).toEqual(['']);
});

test('the channel list omits an invalid channel and keeps the others', () => {
  const good = { id: 2, name: 'FPX', isProviderHostChannel: true };
  expect(response.parse([{ id: 'two' }, good, null, 7])).toEqual([good]);
});
