import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifyCallback } from '../../../src/gateway/callback.ts';
import { explainSignature } from '../../../src/gateway/signatures/explain.ts';
import { sign, signatureMessage } from '../../../src/gateway/signatures/signature.ts';

const secret = 'sandbox-secret-key';
const url = 'https://gateway.example/Pay/Query?x=1';
const bareUrl = 'https://gateway.example/pay/query';
const data = {
  Customer: { name: 'Zoë', email: null },
  amount: 12345,
  currencyCode: 'MYR',
  callbackUrl: 'https://s/x',
};
const text = JSON.stringify(data);
const hmac = (message: string, key = secret): string =>
  createHmac('sha256', key).update(message).digest('hex');
const sortedBody =
  '{"amount":12345,"callbackurl":"https://s/x","currencycode":"myr","customer":{"name":"zoë"}}';

const mixedCaseBody =
  '{"amount":12345,"callbackUrl":"https://s/x","currencyCode":"MYR","Customer":{"name":"Zoë"}}';

const explain = (signature: string) => explainSignature({ url, text, signature, secret });

test('a correct signature is valid in lower-case and upper-case hex', () => {
  for (const signature of [sign(url, data, secret), sign(url, data, secret).toUpperCase()]) {
    expect(explain(signature)).toEqual({
      verdict: 'valid',
      message: signatureMessage(url, data),
      deviations: [],
      signedMessage: `${bareUrl}${sortedBody}`,
    });
  }
});

test('the raw body is a valid form of a callback, and an invalid form of a request', () => {
  const raw = hmac(`${bareUrl}${text}`.toLowerCase());
  const input = { url, text, secret };
  expect(explainSignature({ ...input, signature: raw }).verdict).toBe('valid');
  expect(explainSignature({ ...input, signature: raw, kind: 'callback' }).verdict).toBe('valid');
  expect(explainSignature({ ...input, signature: raw, kind: 'request' })).toMatchObject({
    verdict: 'explained',
    deviations: ['the raw body was signed, not its sorted form (rule 4)'],
  });
  const signature = sign(url, data, secret);
  expect(explainSignature({ ...input, signature, kind: 'request' }).verdict).toBe('valid');
});

test('a request that was signed with the query of its URL is not valid', () => {
  const signature = hmac(`${url}${sortedBody}`.toLowerCase());
  expect(explainSignature({ url, text, secret, signature }).verdict).toBe('valid');
  expect(explainSignature({ url, text, secret, signature, kind: 'request' }).verdict).toBe('explained');
});

test.each([
  ['another form of the URL: a slash at its end', `${bareUrl}/${sortedBody}`, /slash at its end/],
  ['another form of the URL: http', `http://gateway.example/pay/query${sortedBody}`, /http:\/\//],
  [
    'another form of the URL: another host',
    `https://www.gateway.example/pay/query${sortedBody}`,
    /www\.gateway/,
  ],
  [
    'another form of the URL: its default port',
    `https://gateway.example:443/pay/query${sortedBody}`,
    /default port/,
  ],
  ['another form of the URL: only its path', `/pay/query${sortedBody}`, /only the path/],
  ['no URL', sortedBody, /without the URL/],
  ['no body', bareUrl, /without the body/],
  [
    'letter case of the message',
    `https://gateway.example/Pay/Query${mixedCaseBody}`,
    /message was not lower-cased/,
  ],
  ['letter case of the body', `${bareUrl}${mixedCaseBody}`, /body was not lower-cased/],
  ['letter case of the URL', `https://gateway.example/Pay/Query${sortedBody}`, /URL was not lower-cased/],
  [
    'nulls that were kept',
    `${bareUrl}${sortedBody.replace('{"name"', '{"email":null,"name"')}`,
    /null were kept/,
  ],
  [
    'names that are not sorted',
    `${bareUrl}${JSON.stringify({ ...data, Customer: { name: 'Zoë' } }).toLowerCase()}`,
    /not sorted/,
  ],
  [
    'a body with spaces',
    `${bareUrl}{"amount": 12345, "callbackurl": "https://s/x", "currencycode": "myr", "customer": {"name": "zoë"}}`,
    /spaces/,
  ],
  ['escaped characters', `${bareUrl}${sortedBody.replace('ë', '\\u00eb')}`, /beyond ASCII/],
  ['escaped slashes', `${bareUrl}${sortedBody.replace('https://s/x', 'https:\\/\\/s\\/x')}`, /slashes/],
  [
    'numbers as strings',
    `${bareUrl}${sortedBody.replace('12345', '"12345"')}`,
    /numbers were signed as strings/,
  ],
])('explainSignature finds this deviation: %s', (_name, message, expected) => {
  const { verdict, deviations, signedMessage } = explain(hmac(message));
  expect({ verdict, signedMessage }).toEqual({ verdict: 'explained', signedMessage: message });
  expect(deviations.join('; ')).toMatch(expected);
});

test.each([
  ['the raw body', `${bareUrl}${text.toLowerCase()}`, /raw body/],
  ['the unchanged URL', `https://gateway.example/pay/query?x=1${sortedBody}`, /the unchanged URL was signed/],
])('explainSignature and verifyCallback accept a signature of %s', (_name, message, expected) => {
  const { verdict, deviations } = explain(hmac(message));
  expect({ verdict, deviations }).toEqual({
    verdict: 'valid',
    deviations: [expect.stringMatching(expected)],
  });
  const callback = { rawBody: new TextEncoder().encode(text), signature: hmac(message) };
  expect(verifyCallback(callback, url, secret)).toBe(true);
});

test('verifyCallback refuses a signature for which explainSignature returns "explained"', () => {
  const signature = hmac(`${bareUrl}/${sortedBody}`);
  expect(explain(signature).verdict).toBe('explained');
  expect(verifyCallback({ rawBody: new TextEncoder().encode(text), signature }, url, secret)).toBe(false);
});

test('explainSignature finds names that were sorted case-sensitively', () => {
  const message = `${bareUrl}{"customer":{"name":"zoë"},"amount":12345,"callbackurl":"https://s/x","currencycode":"myr"}`;
  const { deviations } = explain(hmac(message));
  expect(deviations).toEqual([expect.stringContaining('case-sensitively')]);
});

test('explainSignature reports two deviations of one signature', () => {
  const { deviations } = explain(hmac(`${bareUrl}/${text}`.toLowerCase()));
  expect(deviations).toHaveLength(2);
});

test('explainSignature finds a secret with white space at its ends', () => {
  const signature = hmac(`${bareUrl}${sortedBody}`);
  const { deviations } = explainSignature({ url, text, signature, secret: ` ${secret}\n` });
  expect(deviations).toEqual([expect.stringContaining('white space')]);
});

test('a signature with another secret is unexplained, and no explanation contains the secret', () => {
  const explanation = explain(hmac(`${bareUrl}${sortedBody}`, 'other'));
  expect(explanation).toMatchObject({ verdict: 'unexplained', deviations: [], signedMessage: undefined });
  expect(JSON.stringify(explanation)).not.toContain(secret);
});

test('explainSignature recognizes base64, and reports text that is not a signature', () => {
  const base64 = Buffer.from(hmac(`${bareUrl}${sortedBody}`), 'hex').toString('base64');
  expect(explain(base64).deviations).toEqual([expect.stringContaining('base64')]);
  expect(explain('x').deviations).toEqual([expect.stringContaining('neither 64 hex')]);
});

test('a correct signature of any JSON is valid, and a signature with another secret is unexplained', () => {
  fc.assert(
    fc.property(fc.json(), fc.string(), (json, otherText) => {
      const signature = sign(url, JSON.parse(json), secret);
      expect(explainSignature({ url, text: json, signature, secret }).verdict).toBe('valid');
      const otherSignature = hmac(otherText, 'other secret');
      expect(explainSignature({ url, text: otherText, signature: otherSignature, secret }).verdict).toBe(
        'unexplained',
      );
    }),
    { numRuns: 25 },
  );
});
