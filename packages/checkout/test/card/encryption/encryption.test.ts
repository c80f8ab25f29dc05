import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  toBase64url,
  concatKdf,
  encryptCard,
} from '../../../src/channels/kinds/card/encryption/encryption.ts';

const { subtle } = globalThis.crypto;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const card = { number: '4111111111111111', holderName: 'Aisyah', securityCode: '123' };

async function createKey() {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  const { x = '', y = '' } = await exportJWK(publicKey);
  return { privateKey, key: { kid: 'k1', x, y, expiresAt: '2026-11-21T12:00:00Z' } };
}

test('the key derivation returns the key of the example in RFC 7518, appendix C', async () => {
  // The shared secret of Alice and Bob in the example of the RFC.
  const sharedSecret = new Uint8Array([
    158, 86, 217, 29, 129, 113, 53, 211, 114, 131, 66, 131, 191, 132, 38, 156, 251, 49, 110, 163, 218, 128,
    106, 72, 246, 218, 167, 121, 140, 254, 144, 196,
  ]);
  const options = { subtle, algorithm: 'A128GCM', apu: bytes('Alice'), apv: bytes('Bob'), bits: 128 };
  expect(toBase64url(await concatKdf(sharedSecret, options))).toBe('VqqN6vgjbSBcIijNcacQGg');
});

describe('encryptCard', () => {
  test('the jose library decrypts an encrypted card, and its header contains the reference of the payment', async () => {
    const { key, privateKey } = await createKey();
    const jwe = await encryptCard(card, { key, reference: 'pay_2005671137F81FD8', subtle });
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, privateKey);
    expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual(card);
    expect(protectedHeader).toMatchObject({
      alg: 'ECDH-ES',
      enc: 'A256GCM',
      kid: 'k1',
      apv: toBase64url(bytes('pay_2005671137F81FD8')),
      epk: { kty: 'EC', crv: 'P-256' },
    });
    expect(protectedHeader['epk']).not.toHaveProperty('d');
  });

  test('an encrypted card contains no data of the card in plain text, and is different each time', async () => {
    const { key } = await createKey();
    const options = { key, reference: 'pay_1', subtle };
    const first = await encryptCard(card, options);
    const second = await encryptCard(card, options);
    expect(first.split('.')).toHaveLength(5);
    expect(first).not.toBe(second);
    for (const part of first.split('.'))
      expect(atob(part.replace(/-/g, '+').replace(/_/g, '/'))).not.toMatch(/4111|Aisyah/);
  });

  test('an encrypted card cannot be decrypted if its header contains the reference of another payment', async () => {
    const { key, privateKey } = await createKey();
    const jwe = await encryptCard(card, { key, reference: 'pay_1', subtle });
    const [header = '', ...rest] = jwe.split('.');
    const changedHeader = JSON.stringify({ ...JSON.parse(atob(header)), apv: toBase64url(bytes('pay_2')) });
    await expect(
      compactDecrypt([toBase64url(bytes(changedHeader)), ...rest].join('.'), privateKey),
    ).rejects.toThrow();
  });

  test('encryptCard rejects for a key that is not a point of the curve', async () => {
    const { key } = await createKey();
    await expect(
      encryptCard(card, { key: { ...key, y: key.x }, reference: 'pay_1', subtle }),
    ).rejects.toThrow();
  });

  test('a name in any script is the same after encryption and decryption', async () => {
    const { key, privateKey } = await createKey();
    const jwe = await encryptCard({ ...card, holderName: 'லதா 李 São' }, { key, reference: 'pay_௧', subtle });
    const { plaintext } = await compactDecrypt(jwe, privateKey);
    expect(JSON.parse(new TextDecoder().decode(plaintext)).holderName).toBe('லதா 李 São');
  });
});
