import { expect, test } from 'vitest';
import { verifyCallback } from '../../../src/gateway/callback.ts';
import { canonicalJsonOfText } from '../../../src/gateway/signatures/canonical.ts';
import { explainSignature } from '../../../src/gateway/signatures/explain.ts';
import { hmac, signatureMessageOfText } from '../../../src/gateway/signatures/signature.ts';
import vectors from '../../../signature-vectors.json' with { type: 'json' };

test('there are 100 published vectors with unique names', () => {
  expect(vectors).toHaveLength(100);
  expect(new Set(vectors.map(({ name }) => name)).size).toBe(100);
});

test.each(vectors)(
  'the published vector "$name" is signed and verified',
  ({ url, json, secret, message, signature }) => {
    expect(signatureMessageOfText(url, canonicalJsonOfText(json))).toBe(message);
    expect(hmac(message, secret)).toBe(signature);
    const explanation = explainSignature({ url, text: json, signature, secret, kind: 'request' });
    expect(explanation).toMatchObject({ verdict: 'valid', message, deviations: [] });
    expect(verifyCallback({ rawBody: new TextEncoder().encode(json), signature }, url, secret)).toBe(true);
  },
);
