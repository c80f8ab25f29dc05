import { defaultProfile } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { channels } from '../../src/index.ts';
import { payoutChannelId } from '../merchant.ts';

// Other tests use the names instead of the ids. These tests connect the names with the ids.
it('payouts have the channel ids 9 and 15 of the interface, and no channel for payments has these ids', () => {
  expect(defaultProfile.payoutChannelId).toStrictEqual({ production: 9, staging: 15 });
  expect(payoutChannelId).toBe(15);
  expect(channels.filter(({ id }) => id === 9 || id === 15)).toStrictEqual([]);
});

// The interface leaves the other ids to the gateway. The README of the sandbox lists them.
it('each channel for payments has the id in the README', () => {
  expect(channels.map(({ id, name }) => [id, name])).toStrictEqual([
    [2, 'FPX online banking'],
    [3, 'DuitNow QR'],
    [4, 'Credit or debit card'],
    [5, 'KilatPay'],
    [6, 'Sentuh eWallet'],
    [7, 'PasarPay'],
    [8, 'LompatPay'],
    [10, 'Riak Wallet'],
    [11, 'Merpati Pay'],
    [12, 'Ansur — pay in 3'],
    [13, 'Bintang Rewards'],
    [14, 'Lusa — pay in 30 days'],
    [16, 'Tangga instalments'],
    [17, 'Lintas banks and wallets'],
    [18, 'Dering Pay'],
  ]);
  expect(new Set(Object.values(channelIds))).toStrictEqual(new Set(channels.map(({ id }) => id)));
});
