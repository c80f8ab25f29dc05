import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyCallback } from '../src/callback.ts';
import type { JsonValue } from '../src/canonical.ts';
import {
  hmac,
  isSameSignature,
  secretKey,
  sign,
  signatureMessage,
  signatureMessageOfText,
  signedUrl,
  verify,
} from '../src/signature.ts';
import vectors from './vectors.json' with { type: 'json' };

const url = 'https://gateway.example/api/services/app/PaymentGateway/Query';
const data = { transactionNumber: 'T1', timestamp: 1790000000000 };
const secret = 'sandbox-secret-key';
const usableSecret = fc.string({ minLength: 2 }).filter((text) => text.trim() === text);

describe('the vectors of another implementation', () => {
  test.each(vectors)('$name', (vector) => {
    // A vector's data is JSON; the compiler makes a union of all vectors of it.
    const body = vector.data as JsonValue;
    expect(signatureMessage(vector.url, body)).toBe(vector.message);
    expect(sign(vector.url, body, vector.secret)).toBe(vector.signature);
    expect(verify(vector.url, body, vector.signature, vector.secret)).toBe(true);
  });

  test('are thirteen, and one signs a session number of 25 characters', () => {
    expect(vectors).toHaveLength(13);
    const session = vectors.find(({ name }) => name === 'session query');
    expect(session?.data).toMatchObject({ sessionNumber: expect.stringMatching(/^\w{25}$/) });
  });
});

describe('verify', () => {
  const signature = sign(url, data, secret);

  test('accepts a valid signature, also in upper case and with a key object', () => {
    expect(verify(url, data, signature, secret)).toBe(true);
    expect(verify(url, data, signature.toUpperCase(), secret)).toBe(true);
    expect(verify(url, data, signature, secretKey(secret))).toBe(true);
  });

  test('accepts the signature of any data', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.jsonValue(), usableSecret, (address, value, key) => {
        const body = value as JsonValue;
        expect(verify(address, body, sign(address, body, key), key)).toBe(true);
      }),
    );
  });

  test('refuses other data, another URL and another secret', () => {
    expect(verify(url, { ...data, transactionNumber: 'T2' }, signature, secret)).toBe(false);
    expect(verify(url, { ...data, extra: 0 }, signature, secret)).toBe(false);
    expect(verify(`${url}2`, data, signature, secret)).toBe(false);
    expect(verify(url.replace('https', 'http'), data, signature, secret)).toBe(false);
    expect(verify(url, data, signature, `${secret}x`)).toBe(false);
  });

  test('refuses a signature with any one digit changed', () => {
    for (let at = 0; at < 64; at += 1) {
      const digit = signature[at] === '0' ? '1' : '0';
      const tampered = signature.slice(0, at) + digit + signature.slice(at + 1);
      expect(verify(url, data, tampered, secret)).toBe(false);
    }
  });

  test.each([
    ['nothing', ''],
    ['an odd length', signature.slice(1)],
    ['half of it', signature.slice(32)],
    ['too much', `${signature}00`],
    ['a space around it', ` ${signature}`],
    ['a line end after it', `${signature}\n`],
    ['letters that are not hex', `${signature.slice(0, 63)}g`],
    ['letters beyond ASCII', `${signature.slice(0, 63)}é`],
    ['the prefix of a scheme', `sha256=${signature}`],
  ])('refuses %s without an error', (_name, wrong) => {
    expect(verify(url, data, wrong, secret)).toBe(false);
  });

  test('refuses any text that is not the signature', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !isSameSignature(signature, text)));
  });

  test('ignores letter case, because the message is lower-cased', () => {
    expect(
      verify(url.toUpperCase(), { TransactionNumber: 't1', timestamp: data.timestamp }, signature, secret),
    ).toBe(true);
  });
});

describe('signedUrl', () => {
  test.each([
    ['https://gateway.example/Pay', 'https://gateway.example/Pay'],
    ['https://gateway.example/Pay///', 'https://gateway.example/Pay'],
    ['https://gateway.example/Pay/?a=1#b', 'https://gateway.example/Pay'],
    ['https://gateway.example/Pay#a?b', 'https://gateway.example/Pay'],
    ['https://gateway.example/', 'https://gateway.example'],
  ])('of %s is %s', (given, bare) => {
    expect(signedUrl(given)).toBe(bare);
  });

  test('processes many slashes in linear time', () => {
    expect(signedUrl(`https://gateway.example${'/'.repeat(10_000)}`)).toBe('https://gateway.example');
  });
});

test('the message of text is that of the data the text holds', () => {
  expect(signatureMessageOfText(url, '{"timestamp":1790000000000,"transactionNumber":"T1"}')).toBe(
    signatureMessage(url, data),
  );
});

test('a signature is HMAC-SHA256 over UTF-8, in lower-case hex', () => {
  const expected = createHmac('sha256', Buffer.from('sëcret')).update(Buffer.from('größe')).digest('hex');
  expect(hmac('größe', 'sëcret')).toBe(expected);
  expect(hmac('größe', secretKey('sëcret'))).toBe(expected);
});

describe('a secret', () => {
  test.each([
    ['empty', '', /must not be empty/],
    ['only white space', ' \n', /must not be empty/],
    ['ended by a line end', 'tell-no-one\n', /no white space at its ends/],
    ['begun by a space', ' tell-no-one', /no white space at its ends/],
    ['begun by a byte order mark', '\uFEFFtell-no-one', /no white space at its ends/],
    ['of one character', 'x', /at least 2 characters/],
  ])('%s is refused wherever one is taken, and not quoted', (_name, wrong, expected) => {
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

  test('cannot be printed', () => {
    const printed = inspect(secretKey('tell-no-one'), { showHidden: true, depth: 9 });
    expect(printed + JSON.stringify(secretKey('tell-no-one'))).not.toContain('tell-no-one');
  });
});
