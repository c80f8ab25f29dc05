import { expect, test } from 'vitest';
import { initialSession } from '../../src/endpoints/initial-session.ts';
import { requestPayment } from '../../src/endpoints/request-payment.ts';
import { invalidPaths, expectRefused, expectAccepted, withoutField } from './schema-assertions.ts';

const { request, response } = initialSession;
const required = {
  currencyCode: 'MYR',
  amount: 12345,
  referenceCode: 'ORD-1',
  ipAddress: '203.0.113.7',
  returnUrl: 'https://shop.example/return',
  timestamp: 1790000000000,
};

test('a session request has the fields of a payment request and a lifetime', () => {
  expect(Object.keys(request.shape)).toEqual([
    ...Object.keys(requestPayment.request.shape),
    'expiredInMinutes',
  ]);
  expect(request.parse({ ...required, expiredInMinutes: 30 })).toEqual({ ...required, expiredInMinutes: 30 });
  expect(request.parse(required)).toEqual(required);
});

test.each(Object.keys(required))('a session request without %s is refused', (name) => {
  expect(invalidPaths(request, withoutField(required, name))).toEqual([name]);
});

test.each([0, -1, 1.5, '30'])('a session request with a lifetime of %j minutes is refused', (minutes) => {
  expectRefused(request, required, 'expiredInMinutes', minutes);
});

test('a session request with a lifetime of one minute is accepted', () => {
  expectAccepted(request, required, 'expiredInMinutes', 1);
});

test('unknown properties are refused in a session request and kept in its response', () => {
  expect(invalidPaths(request, { ...required, colour: 'red' })).toEqual(['']);
  const payload = {
    redirectionType: 1,
    redirectUrl: 'https://x.example',
    sessionNumber: 'S1',
    unknownField: 1,
  };
  expect(response.parse(payload)).toEqual(payload);
});

test('a session response has a redirect and a session number of 1 to 100 characters', () => {
  const payload = { redirectionType: 1, redirectUrl: 'https://x.example', sessionNumber: 'S'.repeat(100) };
  expect(invalidPaths(response, payload)).toEqual([]);
  expectRefused(response, payload, 'sessionNumber', 'S'.repeat(101));
  expectRefused(response, payload, 'sessionNumber', '');
  for (const name of Object.keys(payload))
    expect(invalidPaths(response, withoutField(payload, name))).toEqual([name]);
});
