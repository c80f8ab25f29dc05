import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifyCallback } from '../../../src/gateway/callback.ts';
import type { JsonValue } from '../../../src/gateway/signatures/canonical.ts';
import {
  hmac,
  isSameSignature,
  secretKey,
  sign,
  signatureMessage,
  signatureMessageOfText,
  signedUrl,
  verify,
} from '../../../src/gateway/signatures/signature.ts';
import vectors from './vectors.json' with { type: 'json' };

const url = 'https://gateway.example/api/services/app/PaymentGateway/Query';
const data = { transactionNumber: 'T1', timestamp: 1790000000000 };
const secret = 'sandbox-secret-key';
const usableSecret = fc.string({ minLength: 2 }).filter((text) => text.trim() === text);

test.each(vectors)('sign and verify reproduce the vector "$name" of an independent signer', (vector) => {
  // The data is JSON. The compiler infers a union of all vectors, so its type is replaced.
  const body = vector.data as JsonValue;
  expect(signatureMessage(vector.url, body)).toBe(vector.message);
  expect(sign(vector.url, body, vector.secret)).toBe(vector.signature);
  expect(verify(vector.url, body, vector.signature, vector.secret)).toBe(true);
});

test('there are 13 vectors of an independent signer, and one has a session number of 25 characters', () => {
  expect(vectors).toHaveLength(13);
  const session = vectors.find(({ name }) => name === 'session query');
  expect(session?.data).toMatchObject({ sessionNumber: expect.stringMatching(/^\w{25}$/) });
});

const signature = sign(url, data, secret);

test('verify accepts a valid signature, also in upper case and with a key object', () => {
  expect(verify(url, data, signature, secret)).toBe(true);
  expect(verify(url, data, signature.toUpperCase(), secret)).toBe(true);
  expect(verify(url, data, signature, secretKey(secret))).toBe(true);
});

test('verify accepts the signature of any data', () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.jsonValue(), usableSecret, (address, value, key) => {
      const body = value as JsonValue;
      expect(verify(address, body, sign(address, body, key), key)).toBe(true);
    }),
  );
});

test('verify refuses other data, another URL and another secret', () => {
  expect(verify(url, { ...data, transactionNumber: 'T2' }, signature, secret)).toBe(false);
  expect(verify(url, { ...data, extra: 0 }, signature, secret)).toBe(false);
  expect(verify(`${url}2`, data, signature, secret)).toBe(false);
  expect(verify(url.replace('https', 'http'), data, signature, secret)).toBe(false);
  expect(verify(url, data, signature, `${secret}x`)).toBe(false);
});

test('verify refuses a signature with one changed digit', () => {
  for (let index = 0; index < signature.length; index += 1) {
    const digit = signature[index] === '0' ? '1' : '0';
    const tampered = signature.slice(0, index) + digit + signature.slice(index + 1);
    expect(verify(url, data, tampered, secret)).toBe(false);
  }
});

test.each([
  ['an empty signature', ''],
  ['a signature with an odd length', signature.slice(1)],
  ['half of the signature', signature.slice(32)],
  ['a signature that is too long', `${signature}00`],
  ['a signature with a space before it', ` ${signature}`],
  ['a signature with a line end', `${signature}\n`],
  ['letters that are not hex', `${signature.slice(0, 63)}g`],
  ['letters beyond ASCII', `${signature.slice(0, 63)}é`],
  ['the prefix of a scheme', `sha256=${signature}`],
])('verify returns false for %s and does not throw', (_name, wrong) => {
  expect(verify(url, data, wrong, secret)).toBe(false);
});

test('verify refuses any text that is not the signature', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !isSameSignature(signature, text)));
});

test('verify ignores the letter case of the data, because the message is lower-cased', () => {
  expect(
    verify(url.toUpperCase(), { TransactionNumber: 't1', timestamp: data.timestamp }, signature, secret),
  ).toBe(true);
});

test.each([
  ['https://gateway.example/Pay', 'https://gateway.example/Pay'],
  ['https://gateway.example/Pay///', 'https://gateway.example/Pay'],
  ['https://gateway.example/Pay/?a=1#b', 'https://gateway.example/Pay'],
  ['https://gateway.example/Pay#a?b', 'https://gateway.example/Pay'],
  ['https://gateway.example/', 'https://gateway.example'],
])('signedUrl converts %s to %s', (address, bareUrl) => {
  expect(signedUrl(address)).toBe(bareUrl);
});

test('signedUrl processes many slashes in linear time', () => {
  expect(signedUrl(`https://gateway.example${'/'.repeat(10_000)}`)).toBe('https://gateway.example');
});

test('signatureMessageOfText returns the message of the parsed text', () => {
  expect(signatureMessageOfText(url, '{"timestamp":1790000000000,"transactionNumber":"T1"}')).toBe(
    signatureMessage(url, data),
  );
});

test('a signature is the HMAC-SHA256 of UTF-8 in lower-case hex', () => {
  const expected = createHmac('sha256', Buffer.from('sëcret')).update(Buffer.from('größe')).digest('hex');
  expect(hmac('größe', 'sëcret')).toBe(expected);
  expect(hmac('größe', secretKey('sëcret'))).toBe(expected);
});

test.each([
  ['empty', '', /must not be empty/],
  ['only white space', ' \n', /must not be empty/],
  ['followed by a line end', 'tell-no-one\n', /no white space at its ends/],
  ['preceded by a space', ' tell-no-one', /no white space at its ends/],
  ['preceded by a byte order mark', '\uFEFFtell-no-one', /no white space at its ends/],
  ['one character long', 'x', /at least 2 characters/],
])('every function refuses a secret that is %s, without quoting it', (_name, wrong, expected) => {
  const uses = [
    () => secretKey(wrong),
    () => hmac('message', wrong),
    () => sign(url, data, wrong),
    () => verify(url, data, 'no signature', wrong),
    () => verifyCallback({ rawBody: new Uint8Array(), signature: undefined }, url, wrong),
    () => verifyCallback({ rawBody: new Uint8Array(), signature: undefined }, url, [secret, wrong]),
  ];
  for (const use of uses) {
    expect(use).toThrow(expected);
    expect(use).not.toThrow(/tell-no-one/);
  }
});

test('a secret key cannot be printed', () => {
  const printed = inspect(secretKey('tell-no-one'), { showHidden: true, depth: 9 });
  expect(printed + JSON.stringify(secretKey('tell-no-one'))).not.toContain('tell-no-one');
});
