import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyCallback } from '../src/callback.ts';
import { explainSignature } from '../src/explain.ts';
import { sign, signatureMessage } from '../src/signature.ts';

const secret = 'sandbox-secret-key';
const url = 'https://gateway.example/Pay/Query?x=1';
const bare = 'https://gateway.example/pay/query';
const data = {
  Customer: { name: 'Zoë', email: null },
  amount: 12345,
  currencyCode: 'MYR',
  callbackUrl: 'https://s/x',
};
const text = JSON.stringify(data);
const hmac = (message: string, key = secret): string =>
  createHmac('sha256', key).update(message).digest('hex');
const sorted = '{"amount":12345,"callbackurl":"https://s/x","currencycode":"myr","customer":{"name":"zoë"}}';

const explain = (signature: string) => explainSignature({ url, text, signature, secret });

test('a signature by the rules is valid, whatever its hex case', () => {
  for (const signature of [sign(url, data, secret), sign(url, data, secret).toUpperCase()]) {
    expect(explain(signature)).toEqual({
      verdict: 'valid',
      message: signatureMessage(url, data),
      deviations: [],
      signedMessage: `${bare}${sorted}`,
    });
  }
});

test('of a request only the sorted form is valid, of a callback the raw body as well', () => {
  const raw = hmac(`${bare}${text}`.toLowerCase());
  const signed = { url, text, secret };
  expect(explainSignature({ ...signed, signature: raw }).verdict).toBe('valid');
  expect(explainSignature({ ...signed, signature: raw, kind: 'callback' }).verdict).toBe('valid');
  expect(explainSignature({ ...signed, signature: raw, kind: 'request' })).toMatchObject({
    verdict: 'explained',
    deviations: ['the raw body was signed, not its sorted form (rule 4)'],
  });
  const signature = sign(url, data, secret);
  expect(explainSignature({ ...signed, signature, kind: 'request' }).verdict).toBe('valid');
});

test('of a request the URL with its query is not valid', () => {
  const signature = hmac(`${url}${sorted}`.toLowerCase());
  expect(explainSignature({ url, text, secret, signature }).verdict).toBe('valid');
  expect(explainSignature({ url, text, secret, signature, kind: 'request' }).verdict).toBe('explained');
});

test.each([
  ['another form of the URL: a slash at its end', `${bare}/${sorted}`, /slash at its end/],
  ['another form of the URL: http', `http://gateway.example/pay/query${sorted}`, /http:\/\//],
  ['another form of the URL: another host', `https://www.gateway.example/pay/query${sorted}`, /www\.gateway/],
  [
    'another form of the URL: its default port',
    `https://gateway.example:443/pay/query${sorted}`,
    /default port/,
  ],
  ['another form of the URL: its path alone', `/pay/query${sorted}`, /only the path/],
  ['no URL', sorted, /without the URL/],
  ['no body', bare, /without the body/],
  [
    'letter case of the message',
    `https://gateway.example/Pay/Query${canonicalMixed()}`,
    /message was not lower-cased/,
  ],
  ['letter case of the body', `${bare}${canonicalMixed()}`, /body was not lower-cased/],
  ['letter case of the URL', `https://gateway.example/Pay/Query${sorted}`, /URL was not lower-cased/],
  ['nulls that were kept', `${bare}${sorted.replace('{"name"', '{"email":null,"name"')}`, /null were kept/],
  [
    'key order',
    `${bare}${JSON.stringify({ ...data, Customer: { name: 'Zoë' } }).toLowerCase()}`,
    /not sorted/,
  ],
  ['a body with spaces', `${bare}${sorted.replaceAll(/(?<=[",\d}])([:,])(?=["\d{])/g, '$1 ')}`, /spaces/],
  ['escaped characters', `${bare}${sorted.replace('ë', '\\u00eb')}`, /beyond ASCII/],
  ['escaped slashes', `${bare}${sorted.replace('https://s/x', 'https:\\/\\/s\\/x')}`, /slashes/],
  ['numbers as strings', `${bare}${sorted.replace('12345', '"12345"')}`, /numbers were signed as strings/],
])('a mismatch is explained by %s', (_name, message, expected) => {
  const { verdict, deviations, signedMessage } = explain(hmac(message));
  expect({ verdict, signedMessage }).toEqual({ verdict: 'explained', signedMessage: message });
  expect(deviations.join('; ')).toMatch(expected);
});

function canonicalMixed(): string {
  return '{"amount":12345,"callbackUrl":"https://s/x","currencyCode":"MYR","Customer":{"name":"Zoë"}}';
}

test.each([
  ['the raw body', `${bare}${text.toLowerCase()}`, /raw body/],
  [
    'the URL as it was given',
    `https://gateway.example/pay/query?x=1${sorted}`,
    /the unchanged URL was signed/,
  ],
])(
  'a signature over %s is valid, as it is to verifyCallback, and said to be so',
  (_name, message, expected) => {
    const { verdict, deviations } = explain(hmac(message));
    expect({ verdict, deviations }).toEqual({
      verdict: 'valid',
      deviations: [expect.stringMatching(expected)],
    });
    const callback = { rawBody: new TextEncoder().encode(text), signature: hmac(message) };
    expect(verifyCallback(callback, url, secret)).toBe(true);
  },
);

test('a signature that is only explained is not accepted by verifyCallback', () => {
  const signature = hmac(`${bare}/${sorted}`);
  expect(explain(signature).verdict).toBe('explained');
  expect(verifyCallback({ rawBody: new TextEncoder().encode(text), signature }, url, secret)).toBe(false);
});

test('names that are sorted case-sensitively explain a mismatch', () => {
  const message = `${bare}{"customer":{"name":"zoë"},"amount":12345,"callbackurl":"https://s/x","currencycode":"myr"}`;
  const { deviations } = explain(hmac(message));
  expect(deviations).toEqual([expect.stringContaining('case-sensitively')]);
});

test('two deviations at once are both named', () => {
  const { deviations } = explain(hmac(`${bare}/${text}`.toLowerCase()));
  expect(deviations).toHaveLength(2);
});

describe('the secret', () => {
  test('with white space around it is found out', () => {
    const signature = hmac(`${bare}${sorted}`);
    const { deviations } = explainSignature({ url, text, signature, secret: ` ${secret}\n` });
    expect(deviations).toEqual([expect.stringContaining('white space')]);
  });

  test('that is another one explains nothing, and is never in the explanation', () => {
    const explanation = explain(hmac(`${bare}${sorted}`, 'other'));
    expect(explanation).toMatchObject({ verdict: 'unexplained', deviations: [], signedMessage: undefined });
    expect(JSON.stringify(explanation)).not.toContain(secret);
  });
});

test('a signature in base64 is recognised, and text that is not a signature is reported', () => {
  const base64 = Buffer.from(hmac(`${bare}${sorted}`), 'hex').toString('base64');
  expect(explain(base64).deviations).toEqual([expect.stringContaining('base64')]);
  expect(explain('x').deviations).toEqual([expect.stringContaining('neither 64 hex')]);
});

test('any JSON that was signed by the rules is valid, and any other text explains nothing by accident', () => {
  fc.assert(
    fc.property(fc.json(), fc.string(), (json, other) => {
      const signature = sign(url, JSON.parse(json), secret);
      expect(explainSignature({ url, text: json, signature, secret }).verdict).toBe('valid');
      const foreign = hmac(other, 'other secret');
      expect(explainSignature({ url, text: other, signature: foreign, secret }).verdict).toBe('unexplained');
    }),
    { numRuns: 25 },
  );
});
