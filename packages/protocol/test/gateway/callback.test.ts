import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, canonicalJsonOfText } from '../../src/gateway/signatures/canonical.ts';
import { callbackBody, parseCallback, verifyCallback, findSecretIndex } from '../../src/gateway/callback.ts';
import { hmac, secretKey, sign, signatureMessageOfText } from '../../src/gateway/signatures/signature.ts';

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

test('verifyCallback accepts a signature of the body in its sorted form', () => {
  const rawBody = bytes(JSON.stringify(body, null, 2));
  expect(verifyCallback({ rawBody, signature: sign(url, body, secret) }, url, secret)).toBe(true);
});

test('verifyCallback accepts a signature of the raw body with any spaces, escapes and number format', () => {
  for (const text of [
    JSON.stringify(body),
    JSON.stringify(body, null, 2),
    '{"amount":12345.00,"é":"\\u00e9"}',
  ]) {
    expect(verifyCallback({ rawBody: bytes(text), signature: signRaw(text) }, url, secret)).toBe(true);
  }
});

test.each(['12890.0', '12890.00', '1.289e4', '1.289E+4', '12890.10', '-0', '12345678901234567890', '1e400'])(
  'verifyCallback accepts a signature of the sorted form of an unsorted body with the number %s',
  (number) => {
    const text = `{ "status": 1, "amount": ${number}, "extra": {"b": ${number}, "a": "${number}"} }`;
    const sorted = `{"amount":${number},"extra":{"a":"${number}","b":${number}},"status":1}`;
    expect(verifyCallback({ rawBody: bytes(text), signature: signRaw(sorted) }, url, secret)).toBe(true);
    const otherNumber = signRaw(sorted.replace(`"amount":${number}`, `"amount":${number}1`));
    expect(verifyCallback({ rawBody: bytes(text), signature: otherNumber }, url, secret)).toBe(false);
  },
);

test('verifyCallback accepts a signature of the raw body and of its sorted form for any JSON', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const sorted = hmac(signatureMessageOfText(url, canonicalJsonOfText(text)), secret);
      for (const signature of [signRaw(text), sorted, sorted.toUpperCase()]) {
        expect(verifyCallback({ rawBody: bytes(text), signature }, url, secret)).toBe(true);
        expect(verifyCallback({ rawBody: parseCallback(bytes(text)), signature }, url, secret)).toBe(true);
      }
    }),
  );
});

test('verifyCallback accepts a signature of the URL with or without query, fragment and trailing slash', () => {
  const unchangedUrl = 'https://shop.example/PGW/callback/?Tenant=A%2F1#part';
  const text = JSON.stringify(body);
  const rawBody = bytes(text);
  for (const signedUrl of [unchangedUrl, 'https://shop.example/pgw/callback']) {
    for (const json of [text, canonicalJson(body)]) {
      const signature = hmac(`${signedUrl}${json}`.toLowerCase(), secret);
      expect(verifyCallback({ rawBody, signature }, unchangedUrl, secret)).toBe(true);
    }
  }
});

test('verifyCallback refuses a signature of the URL with another query', () => {
  const text = JSON.stringify(body);
  const signature = hmac(`${url}?tenant=b${text}`.toLowerCase(), secret);
  expect(verifyCallback({ rawBody: bytes(text), signature }, `${url}?tenant=a`, secret)).toBe(false);
});

test('findSecretIndex returns the index of the secret that the callback was signed with', () => {
  const rawBody = bytes(JSON.stringify(body));
  const secrets = ['current', secretKey('previous'), 'oldest'];
  for (const [position, signer] of ['current', 'previous', 'oldest'].entries()) {
    const callback = { rawBody, signature: sign(url, body, signer) };
    expect(findSecretIndex(callback, url, secrets)).toBe(position);
    expect(verifyCallback(callback, url, secrets)).toBe(true);
  }
  const otherCallback = { rawBody, signature: sign(url, body, 'other') };
  expect(findSecretIndex(otherCallback, url, secrets)).toBeUndefined();
  expect(verifyCallback(otherCallback, url, [])).toBe(false);
});

test('an earlier verification does not change the result of verifyCallback', () => {
  const text = JSON.stringify(body);
  const rawBody = bytes(text);
  const signatures = {
    raw: signRaw(text),
    sorted: sign(url, body, secret),
    otherSecret: sign(url, body, 'other'),
  };
  fc.assert(
    fc.property(fc.array(fc.constantFrom('raw', 'sorted', 'otherSecret'), { minLength: 2 }), (kinds) => {
      for (const kind of kinds) {
        const isValid = verifyCallback({ rawBody, signature: signatures[kind] }, url, secret);
        expect(isValid).toBe(kind !== 'otherSecret');
      }
    }),
  );
});

test('verifyCallback refuses a missing or malformed signature, and one with another secret', () => {
  const rawBody = bytes(JSON.stringify(body));
  for (const signature of [undefined, '', 'x', '0'.repeat(64), sign(url, body, 'other')]) {
    expect(verifyCallback({ rawBody, signature }, url, secret)).toBe(false);
  }
});

test('verifyCallback refuses a body with a changed or added value', () => {
  const signature = sign(url, body, secret);
  for (const [name, value] of Object.entries(body)) {
    const changed = { ...body, [name]: typeof value === 'number' ? value + 1 : `${value}x` };
    const rawBody = bytes(JSON.stringify(changed));
    expect(verifyCallback({ rawBody, signature }, url, secret)).toBe(false);
    expect(verifyCallback({ rawBody: parseCallback(rawBody), signature }, url, secret)).toBe(false);
  }
  const withExtraField = { ...body, unknownField: 0 };
  expect(verifyCallback({ rawBody: bytes(JSON.stringify(withExtraField)), signature }, url, secret)).toBe(
    false,
  );
});

test('verifyCallback refuses a signature for another URL', () => {
  const rawBody = bytes(JSON.stringify(body));
  const signature = sign(url, body, secret);
  expect(verifyCallback({ rawBody, signature }, 'https://shop.example/other', secret)).toBe(false);
  expect(verifyCallback({ rawBody, signature }, 'http://shop.example/pgw/callback', secret)).toBe(false);
});

test.each([
  ['an empty body', new Uint8Array()],
  ['text that is not JSON', bytes('amount=1')],
  ['bytes that are not UTF-8', new Uint8Array([0xff, 0xfe, 0x7b])],
  ['JSON that is not an object', bytes('null')],
  ['a number that JSON.parse reads as Infinity', bytes('{"amount":1e400}')],
  ['nesting deeper than the stack', bytes('['.repeat(20_000) + ']'.repeat(20_000))],
])('verifyCallback returns false for %s and does not throw', (_name, rawBody) => {
  expect(verifyCallback({ rawBody, signature: '0'.repeat(64) }, url, secret)).toBe(false);
  const callback = parseCallback(rawBody);
  expect(callback.parsed.success).toBe(false);
  expect(verifyCallback({ rawBody: callback, signature: '0'.repeat(64) }, url, secret)).toBe(false);
});

test('verifyCallback accepts a signature of the raw body with a number above the largest safe integer', () => {
  const text = '{"amount":12345678901234567890}';
  expect(verifyCallback({ rawBody: bytes(text), signature: signRaw(text) }, url, secret)).toBe(true);
});

test('verifyCallback accepts a signature of a raw body with a number that JSON.parse reads as Infinity', () => {
  const text = '{"amount":1e400}';
  expect(verifyCallback({ rawBody: bytes(text), signature: signRaw(text) }, url, secret)).toBe(true);
});

test('parseCallback returns the body with its unknown fields', () => {
  expect(parseCallback(bytes(JSON.stringify({ ...body, newField: [1] }))).parsed).toEqual({
    success: true,
    data: { ...body, newField: [1] },
  });
});

test('callbackBody accepts the optional fields, and null instead of them', () => {
  const full = { ...body, paymentSessionNumber: 'S1', providerTransactionNumber: 'P1' };
  expect(callbackBody.parse(full)).toEqual(full);
  const nulls = { ...body, channelId: null, paymentSessionNumber: null, providerTransactionNumber: null };
  expect(callbackBody.parse(nulls)).toEqual(nulls);
});

test.each(['transactionNumber', 'status', 'referenceCode', 'currencyCode', 'amount'])(
  'parseCallback reports that %s is missing',
  (name) => {
    const { [name]: _omitted, ...rest } = body as Record<string, unknown>;
    expect(parseCallback(bytes(JSON.stringify(rest))).parsed.error?.issues).toMatchObject([{ path: [name] }]);
  },
);

test.each([
  ['amount', '12345'],
  ['status', 1.5],
  ['status', '01'],
  ['status', '-1'],
  ['status', '1.0'],
  ['status', ' 1'],
  ['status', '1e0'],
  ['status', true],
  ['referenceCode', 7],
  ['transactionNumber', 7],
  ['referenceCode', 'R'.repeat(51)],
  ['referenceCode', ''],
  ['transactionNumber', 'T'.repeat(101)],
  ['currencyCode', 'RINGGIT'],
  ['paymentSessionNumber', 'S'.repeat(101)],
])('parseCallback refuses the field %s with the value %j', (name, value) => {
  const result = parseCallback(bytes(JSON.stringify({ ...body, [name]: value }))).parsed;
  expect(result.error?.issues).toMatchObject([{ path: [name] }]);
});

test.each([
  ['status', '1', 1],
  ['status', '0', 0],
  ['channelId', '7', 7],
  ['channelId', '0', null],
  ['channelId', 'seven', null],
  ['channelId', {}, null],
  ['channelId', 7.5, null],
  ['providerTransactionNumber', 'P'.repeat(101), null],
  ['providerTransactionNumber', 7, null],
  ['currencyCode', 'MYR ', 'MYR'],
])('parseCallback reads the field %s with the value %j as %j', (name, value, read) => {
  expect(parseCallback(bytes(JSON.stringify({ ...body, [name]: value }))).parsed.data).toMatchObject({
    [name]: read,
  });
});

test.each([
  [{ amount: '12.00' }, {}],
  [{ currencyCode: 458 }, {}],
  [{ status: 'paid' }, { status: null }],
  [{ transactionNumber: 7 }, { transactionNumber: null }],
  [
    { amount: null, status: [], transactionNumber: {} },
    { status: null, transactionNumber: null },
  ],
])('parseCallback returns the subject of a body with the fields %j', (fields, read) => {
  const { parsed, subject } = parseCallback(bytes(JSON.stringify({ ...body, ...fields })));
  expect(parsed.success).toBe(false);
  expect(subject).toMatchObject({ referenceCode: body.referenceCode, ...read });
});

test.each([{ referenceCode: 7 }, { referenceCode: '' }])(
  'without a readable reference %j, there is no subject',
  (fields) => {
    expect(parseCallback(bytes(JSON.stringify({ ...body, ...fields }))).subject).toBeUndefined();
  },
);

test.each(['', '{', '[]', 'null', '"text"', 'amount=1'])(
  'parseCallback refuses the text %j and does not throw',
  (text) => {
    expect(parseCallback(bytes(text)).parsed.success).toBe(false);
  },
);

test('parseCallback refuses bytes that are not UTF-8', () => {
  expect(parseCallback(new Uint8Array([0xff])).parsed.success).toBe(false);
});
