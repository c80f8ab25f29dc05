import { expect, test } from 'vitest';
import { verifyCallback } from '../src/callback.ts';
import type { JsonValue } from '../src/canonical.ts';
import { sign, signatureMessage, verify } from '../src/signature.ts';
import vectors from '../signature-vectors.json' with { type: 'json' };

test('there are 100 published vectors with unique names', () => {
  expect(vectors).toHaveLength(100);
  expect(new Set(vectors.map(({ name }) => name)).size).toBe(100);
});

test.each(vectors)(
  'sign and verify reproduce the published vector "$name"',
  ({ url, json, secret, message, signature }) => {
    // JSON.parse returns JSON values only.
    const data = JSON.parse(json) as JsonValue;
    expect(signatureMessage(url, data)).toBe(message);
    expect(sign(url, data, secret)).toBe(signature);
    expect(verify(url, data, signature, secret)).toBe(true);
    expect(verifyCallback({ rawBody: new TextEncoder().encode(json), signature }, url, secret)).toBe(true);
  },
);
