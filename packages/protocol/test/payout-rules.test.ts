import { describe, expect, test } from 'vitest';
import { payoutMethod, payoutViolations } from '../src/payout-rules.ts';
import { gatewayProfile } from '../src/profile-overrides.ts';

const profile = gatewayProfile();
const bank = { channelId: 9, providerChannelId: 'BANGS01', customer: { name: 'Aisyah' } };
const invalidPaths = (request: Parameters<typeof payoutViolations>[0], usedProfile = profile): string[] =>
  payoutViolations(request, usedProfile).map(({ path }) => path);

test('a payout requires the payout channel: 9 in production, 15 in staging', () => {
  expect(invalidPaths(bank)).toEqual([]);
  expect(invalidPaths({ ...bank, channelId: 15 })).toEqual([]);
  expect(payoutViolations({ ...bank, channelId: 2 }, profile)).toEqual([
    { path: 'channelId', message: 'must be a payout channel: 9 in production, 15 in staging' },
  ]);
});

test('the payout channels are those of the profile', () => {
  const other = gatewayProfile({ payoutChannelId: { staging: 16 } });
  expect(invalidPaths({ ...bank, channelId: 16 }, other)).toEqual([]);
  expect(invalidPaths({ ...bank, channelId: 15 }, other)).toEqual(['channelId']);
});

describe('a bank transfer', () => {
  test.each([undefined, '', '  '])('a bank transfer with the customer.name %j is refused', (name) => {
    expect(invalidPaths({ ...bank, customer: { name } })).toEqual(['customer.name']);
  });
});

describe('a proxy', () => {
  test('a payout to a mobile number requires customer.mobileNo, and no name', () => {
    const byMobile = { ...bank, providerChannelId: 'MBNO', customer: {} };
    expect(invalidPaths(byMobile)).toEqual(['customer.mobileNo']);
    expect(invalidPaths({ ...byMobile, customer: { mobileNo: '0123456789' } })).toEqual([]);
    expect(invalidPaths({ ...byMobile, providerChannelId: 'mbno' })).toEqual(['customer.mobileNo']);
  });

  test.each(['NRIC', 'BREG'])(
    'a payout by %s requires neither name nor mobile number',
    (providerChannelId) => {
      expect(invalidPaths({ ...bank, providerChannelId, customer: {} })).toEqual([]);
    },
  );

  test('the profile has the codes of payout methods, and any other code is a bank', () => {
    const other = gatewayProfile({ payoutProxies: { mobileNumber: 'PHONE' } });
    expect(payoutMethod('phone', other)).toBe('mobileNumber');
    expect(payoutMethod('MBNO', other)).toBe('bank');
    expect(payoutMethod('NRIC', other)).toBe('nationalId');
    expect(payoutMethod('breg', other)).toBe('businessRegistration');
  });
});
