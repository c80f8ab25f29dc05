import { describe, expect, test } from 'vitest';
import { payoutMethod, payoutViolations } from '../src/payout-rules.ts';
import { gatewayProfile } from '../src/profile-overrides.ts';

const profile = gatewayProfile();
const bank = { channelId: 9, providerChannelId: 'BANGS01', customer: { name: 'Aisyah' } };
const paths = (request: Parameters<typeof payoutViolations>[0], given = profile): string[] =>
  payoutViolations(request, given).map(({ path }) => path);

test('a payout has the payout channel: 9 in production, 15 in staging', () => {
  expect(paths(bank)).toEqual([]);
  expect(paths({ ...bank, channelId: 15 })).toEqual([]);
  expect(payoutViolations({ ...bank, channelId: 2 }, profile)).toEqual([
    { path: 'channelId', message: 'must be a payout channel: 9 in production, 15 in staging' },
  ]);
});

test('the payout channels are those of the profile', () => {
  const other = gatewayProfile({ payoutChannelId: { staging: 16 } });
  expect(paths({ ...bank, channelId: 16 }, other)).toEqual([]);
  expect(paths({ ...bank, channelId: 15 }, other)).toEqual(['channelId']);
});

describe('a bank transfer', () => {
  test.each([undefined, '', '  '])('needs customer.name, not %j', (name) => {
    expect(paths({ ...bank, customer: { name } })).toEqual(['customer.name']);
  });
});

describe('a proxy', () => {
  test('by mobile number needs customer.mobileNo, and no name', () => {
    const byMobile = { ...bank, providerChannelId: 'MBNO', customer: {} };
    expect(paths(byMobile)).toEqual(['customer.mobileNo']);
    expect(paths({ ...byMobile, customer: { mobileNo: '0123456789' } })).toEqual([]);
    expect(paths({ ...byMobile, providerChannelId: 'mbno' })).toEqual(['customer.mobileNo']);
  });

  test.each(['NRIC', 'BREG'])('by %s needs neither name nor mobile number', (providerChannelId) => {
    expect(paths({ ...bank, providerChannelId, customer: {} })).toEqual([]);
  });

  test('uses the codes of the profile; any other code is a bank', () => {
    const other = gatewayProfile({ payoutProxies: { mobileNumber: 'PHONE' } });
    expect(payoutMethod('phone', other)).toBe('mobileNumber');
    expect(payoutMethod('MBNO', other)).toBe('bank');
    expect(payoutMethod('NRIC', other)).toBe('nationalId');
    expect(payoutMethod('breg', other)).toBe('businessRegistration');
  });
});
