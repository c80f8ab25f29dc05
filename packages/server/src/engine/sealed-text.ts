import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Redacted } from '@pgw/protocol';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts with AES-256-GCM and a random nonce. Decryption requires the same `context`. */
export function sealText(text: Redacted, key: Uint8Array, context: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv);
  cipher.setAAD(Buffer.from(context, 'utf8'));
  const ciphertext = Buffer.concat([cipher.update(text.reveal(), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, ciphertext, cipher.getAuthTag()]).toString('base64url');
}

/** Decrypts a text with the first matching key. Returns undefined when no key matches. */
export function openText(sealed: string, keys: readonly Uint8Array[], context: string): Redacted | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < ivBytes + tagBytes) return undefined;
  for (const key of keys) {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
    decipher.setAAD(Buffer.from(context, 'utf8'));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    try {
      const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
      return new Redacted(text.toString('utf8'));
    } catch {
      // The text is encrypted with another key or for another row. Try the next key.
    }
  }
  return undefined;
}
