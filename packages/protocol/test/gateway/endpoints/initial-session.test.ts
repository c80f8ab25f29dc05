import { expect, test } from 'vitest';
import { initialSession } from '../../../src/gateway/endpoints/initial-session.ts';
import { requestPayment } from '../../../src/gateway/endpoints/request-payment.ts';
import { paymentFields } from './payment-fields.ts';
import { invalidPaths, expectRefused, expectAccepted, withoutField } from './schema-assertions.ts';

const { request, response } = initialSession;

test('a session request has the fields of a payment request and a lifetime', () => {
  expect(Object.keys(request.shape)).toEqual([
    ...Object.keys(requestPayment.request.shape),
    'expiredInMinutes',
  ]);
  expect(request.parse({ ...paymentFields, expiredInMinutes: 30 })).toEqual({
    ...paymentFields,
    expiredInMinutes: 30,
  });
  expect(request.parse(paymentFields)).toEqual(paymentFields);
});

test.each(Object.keys(paymentFields))('a session request without %s is refused', (name) => {
  expect(invalidPaths(request, withoutField(paymentFields, name))).toEqual([name]);
});

test.each([0, -1, 1.5, '30'])('a session request with a lifetime of %j minutes is refused', (minutes) => {
  expectRefused(request, paymentFields, 'expiredInMinutes', minutes);
});

test('a session request with a lifetime of one minute is accepted', () => {
  expectAccepted(request, paymentFields, 'expiredInMinutes', 1);
});

test('unknown properties are refused in a session request and kept in its response', () => {
  expect(invalidPaths(request, { ...paymentFields, colour: 'red' })).toEqual(['']);
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
