import { expect, test } from 'vitest';
import { channelHint } from '../../src/gateway/channel-hint.ts';
import { defaultProfile } from '../../src/gateway/profile.ts';

const unknownChannel = {
  id: 70,
  name: 'KilatPay',
  type: undefined,
  groupId: undefined,
  groupName: undefined,
};
const withHints = (channelHints: typeof defaultProfile.channelHints) => ({ channelHints });

test('channelHint uses the hint for the id of a channel first, then for its group, then for its type', () => {
  const channel = { ...unknownChannel, id: 4, groupId: 2, groupName: 'Cards', type: 2 };
  const byType = { '2': 'bank' } as const;
  const byGroup = { ...byType, 'group:2': 'wallet' } as const;
  const byId = { ...byGroup, 'id:4': 'card' } as const;
  expect(channelHint(channel, withHints(byType))).toBe('bank');
  expect(channelHint(channel, withHints(byGroup))).toBe('wallet');
  expect(channelHint(channel, withHints(byId))).toBe('card');
});

test.each(['Card', 'CARD', 'card'])('a channel of type %s has the hint card', (type) => {
  expect(channelHint({ ...unknownChannel, type }, defaultProfile)).toBe('card');
});

test('a hint for a group is found by the name of the group in any letter case', () => {
  const channel = { ...unknownChannel, groupName: 'Kartu' };
  expect(channelHint(channel, withHints({ 'group:KARTU': 'card' }))).toBe('card');
});

test.each([
  ['Credit or debit card', 'Cards', 'card'],
  ['Visa', null, 'card'],
  ['KilatPay', 'Cards', 'card'],
  ['FPX online banking', 'Online banking', 'bank'],
  ['DuitNow QR', 'Online banking', 'qr'],
  ['PasarPay', 'E-wallets', 'wallet'],
  ['Gift card', 'Cards', 'points'],
  ['Ansur — pay in 3', 'Pay later and rewards', 'later'],
  ['Pay later by card', 'Pay later and rewards', 'later'],
  ['KilatPay', null, undefined],
] as const)(
  'a channel with a numeric type, the name %j and the group %j has the hint %j',
  (name, groupName, hint) => {
    expect(channelHint({ ...unknownChannel, type: 2, name, groupName }, defaultProfile)).toBe(hint);
  },
);
