import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, type JsonValue } from '../src/canonical.ts';
import { callbackBody, parseCallback, verifyCallback, verifyingSecret } from '../src/callback.ts';
import { hmac, secretKey, sign, signatureMessageOfText } from '../src/signature.ts';

const url = 'https://shop.example/pgw/callback';
const secret = 'sandbox-secret-key';
const body = {
  transactionNumber: '2005671137F81FD81D89D8',
  status: 1,
  referenceCode: 'ORD-2026/0001',
  currencyCode: 'MYR',
  channelId: 2,
  amount: 12345,
};
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const signRaw = (text: string): string => hmac(signatureMessageOfText(url, text), secret);

describe('verifyCallback', () => {
  test('takes a signature over the sorted form', () => {
    const rawBody = bytes(JSON.stringify(body, null, 2));
    expect(verifyCallback({ rawBody, signature: sign(url, body, secret) }, url, secret)).toBe(true);
  });

  test('takes a signature over the raw bytes, however they are spelled', () => {
    for (const text of [
      JSON.stringify(body),
      JSON.stringify(body, null, 2),
      '{"amount":12345.00,"é":"\\u00e9"}',
    ]) {
      expect(verifyCallback({ rawBody: bytes(text), signature: signRaw(text) }, url, secret)).toBe(true);
    }
  });

  test('takes either form of any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const sorted = hmac(
          signatureMessageOfText(url, canonicalJson(JSON.parse(text) as JsonValue)),
          secret,
        );
        for (const signature of [signRaw(text), sorted, sorted.toUpperCase()]) {
          expect(verifyCallback({ rawBody: bytes(text), signature }, url, secret)).toBe(true);
          expect(verifyCallback({ rawBody: parseCallback(bytes(text)), signature }, url, secret)).toBe(true);
        }
      }),
    );
  });

  test('takes a signature over the URL as the merchant sent it, and over the bare URL', () => {
    const sent = 'https://shop.example/PGW/callback/?Tenant=A%2F1#part';
    const text = JSON.stringify(body);
    const rawBody = bytes(text);
    for (const form of [sent, 'https://shop.example/pgw/callback']) {
      for (const json of [text, canonicalJson(body)]) {
        const signature = hmac(`${form}${json}`.toLowerCase(), secret);
        expect(verifyCallback({ rawBody, signature }, sent, secret)).toBe(true);
      }
    }
    const otherQuery = hmac(`https://shop.example/pgw/callback/?tenant=b${text}`.toLowerCase(), secret);
    expect(verifyCallback({ rawBody, signature: otherQuery }, sent, secret)).toBe(false);
  });

  test('of several secrets takes what any of them signed, and says which', () => {
    const rawBody = bytes(JSON.stringify(body));
    const secrets = ['current', secretKey('previous'), 'oldest'];
    for (const [position, signer] of ['current', 'previous', 'oldest'].entries()) {
      const callback = { rawBody, signature: sign(url, body, signer) };
      expect(verifyingSecret(callback, url, secrets)).toBe(position);
      expect(verifyCallback(callback, url, secrets)).toBe(true);
    }
    const foreign = { rawBody, signature: sign(url, body, 'other') };
    expect(verifyingSecret(foreign, url, secrets)).toBeUndefined();
    expect(verifyCallback(foreign, url, [])).toBe(false);
  });

  test('gives the same verdict whatever was verified before', () => {
    const text = JSON.stringify(body);
    const rawBody = bytes(text);
    const signatures = {
      raw: signRaw(text),
      sorted: sign(url, body, secret),
      foreign: sign(url, body, 'other'),
    };
    fc.assert(
      fc.property(fc.array(fc.constantFrom('raw', 'sorted', 'foreign'), { minLength: 2 }), (kinds) => {
        for (const kind of kinds) {
          const verdict = verifyCallback({ rawBody, signature: signatures[kind] }, url, secret);
          expect(verdict).toBe(kind !== 'foreign');
        }
      }),
    );
  });

  test('refuses a missing, malformed or foreign signature', () => {
    const rawBody = bytes(JSON.stringify(body));
    for (const signature of [undefined, '', 'x', '0'.repeat(64), sign(url, body, 'other')]) {
      expect(verifyCallback({ rawBody, signature }, url, secret)).toBe(false);
    }
  });

  test('refuses a body with any value changed', () => {
    const signature = sign(url, body, secret);
    for (const [name, value] of Object.entries(body)) {
      const changed = { ...body, [name]: typeof value === 'number' ? value + 1 : `${value}x` };
      const rawBody = bytes(JSON.stringify(changed));
      expect(verifyCallback({ rawBody, signature }, url, secret)).toBe(false);
      expect(verifyCallback({ rawBody: parseCallback(rawBody), signature }, url, secret)).toBe(false);
    }
    const more = { ...body, more: 0 };
    expect(verifyCallback({ rawBody: bytes(JSON.stringify(more)), signature }, url, secret)).toBe(false);
  });

  test('refuses a signature for another URL', () => {
    const rawBody = bytes(JSON.stringify(body));
    const signature = sign(url, body, secret);
    expect(verifyCallback({ rawBody, signature }, 'https://shop.example/other', secret)).toBe(false);
    expect(verifyCallback({ rawBody, signature }, 'http://shop.example/pgw/callback', secret)).toBe(false);
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['no JSON', bytes('amount=1')],
    ['bytes that are not UTF-8', new Uint8Array([0xff, 0xfe, 0x7b])],
    ['JSON that is no object', bytes('null')],
    ['a number that JSON cannot carry back', bytes('{"amount":1e400}')],
    ['nesting deeper than the stack', bytes('['.repeat(20_000) + ']'.repeat(20_000))],
  ])('refuses %s without an error', (_name, rawBody) => {
    expect(verifyCallback({ rawBody, signature: '0'.repeat(64) }, url, secret)).toBe(false);
    const reading = parseCallback(rawBody);
    expect(reading.parsed.success).toBe(false);
    expect(verifyCallback({ rawBody: reading, signature: '0'.repeat(64) }, url, secret)).toBe(false);
  });

  test('takes numbers beyond the safe integers by their raw form', () => {
    const text = '{"amount":12345678901234567890}';
    expect(verifyCallback({ rawBody: bytes(text), signature: signRaw(text) }, url, secret)).toBe(true);
  });
});

test('a raw signature is taken over a body that has no sorted form', () => {
  const text = '{"amount":1e400}';
  expect(verifyCallback({ rawBody: bytes(text), signature: signRaw(text) }, url, secret)).toBe(true);
});

describe('parseCallback', () => {
  test('gives the body, unknown fields kept', () => {
    expect(parseCallback(bytes(JSON.stringify({ ...body, newField: [1] }))).parsed).toEqual({
      success: true,
      data: { ...body, newField: [1] },
    });
  });

  test('takes what applies to some payments only, or null for it', () => {
    const full = { ...body, paymentSessionNumber: 'S1', providerTransactionNumber: 'P1' };
    expect(callbackBody.parse(full)).toEqual(full);
    const nulls = { ...body, channelId: null, paymentSessionNumber: null, providerTransactionNumber: null };
    expect(callbackBody.parse(nulls)).toEqual(nulls);
  });

  test.each(['transactionNumber', 'status', 'referenceCode', 'currencyCode', 'amount'])(
    'says that %s is missing',
    (name) => {
      const { [name]: _left, ...rest } = body as Record<string, unknown>;
      expect(parseCallback(bytes(JSON.stringify(rest))).parsed.error?.issues).toMatchObject([
        { path: [name] },
      ]);
    },
  );

  test.each([
    ['amount', '12345'],
    ['status', 1.5],
    ['status', '1'],
    ['referenceCode', 'R'.repeat(51)],
    ['referenceCode', ''],
    ['transactionNumber', 'T'.repeat(101)],
    ['currencyCode', 'RINGGIT'],
    ['paymentSessionNumber', 'S'.repeat(101)],
    ['providerTransactionNumber', 'P'.repeat(101)],
  ])('refuses %s as %j', (name, value) => {
    const result = parseCallback(bytes(JSON.stringify({ ...body, [name]: value }))).parsed;
    expect(result.error?.issues).toMatchObject([{ path: [name] }]);
  });

  test.each(['', '{', '[]', 'null', '"text"', 'amount=1'])('refuses %j without an error', (text) => {
    expect(parseCallback(bytes(text)).parsed.success).toBe(false);
  });

  test('refuses bytes that are not UTF-8', () => {
    expect(parseCallback(new Uint8Array([0xff])).parsed.success).toBe(false);
  });
});
