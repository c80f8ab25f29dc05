import { describe, expect, it } from 'vitest';
import { channelHint } from '../src/channel-hint.ts';
import { defaultProfile } from '../src/profile.ts';

const nothing = { id: 70, name: 'KilatPay', type: undefined, groupId: undefined, groupName: undefined };
const withHints = (channelHints: typeof defaultProfile.channelHints) => ({ channelHints });

describe('the kind of a channel', () => {
  it('is decided by its id before its group, and by its group before its type', () => {
    const channel = { ...nothing, id: 4, groupId: 2, groupName: 'Cards', type: 2 };
    const byType = { '2': 'bank' } as const;
    const byGroup = { ...byType, 'group:2': 'wallet' } as const;
    const byId = { ...byGroup, 'id:4': 'card' } as const;
    expect(channelHint(channel, withHints(byType))).toBe('bank');
    expect(channelHint(channel, withHints(byGroup))).toBe('wallet');
    expect(channelHint(channel, withHints(byId))).toBe('card');
  });

  it.each(['Card', 'CARD', 'card'])('is a card when its type is the text %s', (type) => {
    expect(channelHint({ ...nothing, type }, defaultProfile)).toBe('card');
  });

  it('is found by the name of a group without regard to letter case', () => {
    const channel = { ...nothing, groupName: 'Kartu' };
    expect(channelHint(channel, withHints({ 'group:KARTU': 'card' }))).toBe('card');
  });

  it.each([
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
  ] as const)('is read from the names %j and %j where the type is a number', (name, groupName, hint) => {
    expect(channelHint({ ...nothing, type: 2, name, groupName }, defaultProfile)).toBe(hint);
  });
});
