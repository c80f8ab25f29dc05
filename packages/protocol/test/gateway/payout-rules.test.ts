import { expect, test } from 'vitest';
import { payoutMethod, payoutViolations } from '../../src/gateway/payout-rules.ts';
import { gatewayProfile } from '../../src/gateway/profile-overrides.ts';

const profile = gatewayProfile();
const bankPayout = { channelId: 9, providerChannelId: 'BANGS01', customer: { name: 'Aisyah' } };
const invalidPaths = (request: Parameters<typeof payoutViolations>[0], usedProfile = profile): string[] =>
  payoutViolations(request, usedProfile).map(({ path }) => path);

test('a payout requires the payout channel: 9 in production, 15 in staging', () => {
  expect(invalidPaths(bankPayout)).toEqual([]);
  expect(invalidPaths({ ...bankPayout, channelId: 15 })).toEqual([]);
  expect(payoutViolations({ ...bankPayout, channelId: 2 }, profile)).toEqual([
    { path: 'channelId', message: 'must be a payout channel: 9 in production, 15 in staging' },
  ]);
});

test('a payout requires a payout channel of the profile', () => {
  const otherProfile = gatewayProfile({ payoutChannelId: { staging: 16 } });
  expect(invalidPaths({ ...bankPayout, channelId: 16 }, otherProfile)).toEqual([]);
  expect(invalidPaths({ ...bankPayout, channelId: 15 }, otherProfile)).toEqual(['channelId']);
});

test.each([undefined, '', '  '])('a bank transfer with the customer.name %j is refused', (name) => {
  expect(invalidPaths({ ...bankPayout, customer: { name } })).toEqual(['customer.name']);
});

test('a payout to a mobile number requires customer.mobileNo, and does not require a name', () => {
  const byMobile = { ...bankPayout, providerChannelId: 'MBNO', customer: {} };
  expect(invalidPaths(byMobile)).toEqual(['customer.mobileNo']);
  expect(invalidPaths({ ...byMobile, customer: { mobileNo: '0123456789' } })).toEqual([]);
  expect(invalidPaths({ ...byMobile, providerChannelId: 'mbno' })).toEqual(['customer.mobileNo']);
});

test.each(['NRIC', 'BREG'])('a payout by %s requires neither name nor mobile number', (providerChannelId) => {
  expect(invalidPaths({ ...bankPayout, providerChannelId, customer: {} })).toEqual([]);
});

test('payoutMethod compares the code with the codes of the profile, and any other code is a bank', () => {
  const otherProfile = gatewayProfile({ payoutProxies: { mobileNumber: 'PHONE' } });
  expect(payoutMethod('phone', otherProfile)).toBe('mobileNumber');
  expect(payoutMethod('MBNO', otherProfile)).toBe('bank');
  expect(payoutMethod('NRIC', otherProfile)).toBe('nationalId');
  expect(payoutMethod('breg', otherProfile)).toBe('businessRegistration');
});
