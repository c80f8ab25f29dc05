import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  channel,
  channelTerms,
  providerChannel,
  providerChannelStatus,
  type Channel,
} from '../../src/gateway/channel.ts';

const minimalChannel = { id: 2, name: 'Online banking', isProviderHostChannel: true };
const myr = (amount: number) => ({ amount, currencyCode: 'MYR' });

/** Returns a channel that accepts MYR by this rule. */
function channelWithRule(rule: object): Channel {
  return channel().parse({ ...minimalChannel, currencyList: [{ acceptedCurrencyCode: 'MYR', ...rule }] });
}

test('a channel requires an id, and its name and isProviderHostChannel have defaults', () => {
  expect(channel().safeParse({ name: 'x', isProviderHostChannel: true }).success).toBe(false);
  const expected = { id: 7, name: 'Channel 7', isProviderHostChannel: false };
  expect(channel().parse({ id: 7 })).toEqual(expected);
  expect(channel().parse({ id: 7, name: null, isProviderHostChannel: null })).toEqual(expected);
});

test('a channel keeps unknown fields at every depth', () => {
  const input = {
    ...minimalChannel,
    colour: 'red',
    currencyList: [{ acceptedCurrencyCode: 'MYR', tax: 6 }],
  };
  expect(channel().parse(input)).toEqual(input);
});

test('a channel accepts null in every optional field', () => {
  const input = {
    ...minimalChannel,
    type: null,
    imageUrl: null,
    groupId: null,
    groupName: null,
    groupImageUrl: null,
    savePayment: null,
    currencyList: null,
  };
  expect(channel().parse(input)).toEqual(input);
});

test('the type of a channel is a text or a number', () => {
  expect(channel().parse({ ...minimalChannel, type: 'Card' }).type).toBe('Card');
  expect(channel().parse({ ...minimalChannel, type: 3 }).type).toBe(3);
  expect(channel().safeParse({ ...minimalChannel, type: {} }).success).toBe(false);
});

const bank = { id: 'B1', name: 'bank', displayName: 'The Bank', imageUrl: 'https://x/y.png', status: 1 };

test('a provider channel keeps unknown fields and unknown statuses', () => {
  expect(providerChannel().parse({ ...bank, status: 7, bic: 'X' })).toEqual({ ...bank, status: 7, bic: 'X' });
});

test('the default name of a provider channel is its display name or its id', () => {
  expect(providerChannel().parse({ ...bank, name: null }).name).toBe('The Bank');
  expect(providerChannel().parse({ id: 'B1', status: 1 }).name).toBe('B1');
});

test('a provider channel has a text as id and an integer as status', () => {
  expect(providerChannel().safeParse({ ...bank, id: 1 }).success).toBe(false);
  expect(providerChannel().parse({ ...bank, status: '1' }).status).toBe(1);
  expect(providerChannel().safeParse({ ...bank, status: '1.0' }).success).toBe(false);
  expect(providerChannel().safeParse({ ...bank, status: 0.5 }).success).toBe(false);
});

test('providerChannelStatus has the four numbers of the interface', () => {
  expect(new Set(Object.values(providerChannelStatus))).toEqual(new Set([0, 1, 2, -1]));
});

test('channelTerms returns undefined for a currency that the channel does not list', () => {
  expect(channelTerms(channelWithRule({}), { amount: 100, currencyCode: 'SGD' })).toBeUndefined();
});

test('a channel has no fee and no limit without a currency list, or with a currency rule that has neither', () => {
  const noFeeAndNoLimit = { fee: 0, limit: undefined };
  expect(channelTerms(channel().parse(minimalChannel), myr(100))).toEqual(noFeeAndNoLimit);
  expect(channelTerms(channel().parse({ ...minimalChannel, currencyList: null }), myr(100))).toEqual(
    noFeeAndNoLimit,
  );
  expect(channelTerms(channelWithRule({}), myr(100))).toEqual(noFeeAndNoLimit);
});

test('channelTerms ignores the letter case of the currency', () => {
  expect(channelTerms(channelWithRule({ surcharge: 1 }), { amount: 100, currencyCode: 'myr' })?.fee).toBe(
    100,
  );
});

test.each([
  ['RM 9.99 is below', 999, { kind: 'min', amount: 1000 }],
  ['RM 10 is within', 1000, undefined],
  ['RM 500 is within', 50_000, undefined],
  ['RM 500.01 is above', 50_001, { kind: 'max', amount: 50_000 }],
])('%s the limits of a channel for RM 10 to RM 500', (_name, amount, limit) => {
  const terms = channelTerms(channelWithRule({ minRequestAmount: 10, maxRequestAmount: 500 }), myr(amount));
  expect(terms?.limit).toEqual(limit);
});

test('a channel with the maximum 0 has no maximum', () => {
  expect(channelTerms(channelWithRule({ maxRequestAmount: 0 }), myr(10 ** 12))?.limit).toBeUndefined();
});

// A gateway in .NET can send these numbers for limits that are not set.
test('channelTerms accepts the smallest and the greatest decimal of .NET as limits', () => {
  const greatest = Number('79228162514264337593543950335');
  const unlimited = channelWithRule({ minRequestAmount: -greatest, maxRequestAmount: greatest });
  expect(channelTerms(unlimited, myr(10 ** 12))?.limit).toBeUndefined();
  const tooHighMinimum = channelWithRule({ minRequestAmount: greatest });
  expect(channelTerms(tooHighMinimum, myr(10 ** 12))?.limit?.kind).toBe('min');
  const unlimitedSurcharge = channelWithRule({
    surcharge: 1,
    isSurchargePercentage: true,
    maxSurchargeAmount: greatest,
  });
  expect(channelTerms(unlimitedSurcharge, myr(10_000))?.fee).toBe(100);
});

test('channelTerms converts a limit in JPY without decimal digits', () => {
  const yen = channel().parse({
    ...minimalChannel,
    currencyList: [{ acceptedCurrencyCode: 'JPY', minRequestAmount: 100 }],
  });
  expect(channelTerms(yen, { amount: 99, currencyCode: 'JPY' })?.limit).toEqual({
    kind: 'min',
    amount: 100,
  });
  expect(channelTerms(yen, { amount: 100, currencyCode: 'JPY' })?.limit).toBeUndefined();
});

test.each([
  ['a fixed surcharge', { surcharge: 1.5 }, 150],
  ['a percentage', { surcharge: 1.5, isSurchargePercentage: true }, 150],
  [
    'a percentage below its minimum',
    { surcharge: 1, isSurchargePercentage: true, minSurchargeAmount: 2 },
    200,
  ],
  [
    'a percentage above its maximum',
    { surcharge: 5, isSurchargePercentage: true, maxSurchargeAmount: 3 },
    300,
  ],
  [
    'a percentage with a maximum of 0',
    { surcharge: 5, isSurchargePercentage: true, maxSurchargeAmount: 0 },
    500,
  ],
  ['no surcharge', { surcharge: 0, isSurchargePercentage: true, minSurchargeAmount: 2 }, 0],
  ['a negative surcharge', { surcharge: -1 }, 0],
])('channelTerms calculates the fee of a payment of RM 100 with %s', (_name, rule, fee) => {
  expect(channelTerms(channelWithRule(rule), myr(10_000))?.fee).toBe(fee);
});

test('a fee is an integer in minor units, and never negative', () => {
  const percent = fc.double({ min: 0, max: 20, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 ** 10 }),
      percent,
      fc.boolean(),
      (amount, surcharge, isPercent) => {
        const pricedChannel = channelWithRule({ surcharge, isSurchargePercentage: isPercent });
        const fee = channelTerms(pricedChannel, myr(amount))?.fee;
        expect(Number.isSafeInteger(fee) && Number(fee) >= 0).toBe(true);
      },
    ),
  );
});
