import { expect, test } from 'vitest';
import { getChannels } from '../../src/endpoints/get-channels.ts';
import { complaints } from './rules.ts';

const { request, response } = getChannels;

test('the channel list takes a timestamp and does not require it', () => {
  expect(complaints(request, { timestamp: 1 })).toEqual([]);
  expect(complaints(request, {})).toEqual([]);
  expect(complaints(request, { timestamp: 1, channelId: 2 })).toEqual(['']);
});

test('the channel list is an array of channels, unknown properties kept', () => {
  const list = [{ id: 2, name: 'FPX', isProviderHostChannel: true, more: 1 }];
  expect(response.parse(list)).toEqual(list);
  expect(response.parse([])).toEqual([]);
  expect(complaints(response, [{ ...list[0], id: 'two' }])).toEqual(['0.id']);
  expect(complaints(response, { items: list })).toEqual(['']);
});

test('one unreadable channel does not lose the others', () => {
  const good = { id: 2, name: 'FPX', isProviderHostChannel: true };
  expect(response.parse([{ id: 'two' }, good, null, 7])).toEqual([good]);
});
