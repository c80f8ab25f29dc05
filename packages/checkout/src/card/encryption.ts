import type { CardDetails, CardKey } from '@pgw/protocol';

const curve = { name: 'ECDH', namedCurve: 'P-256' };
const enc = 'A256GCM';

export interface EncryptOptions {
  readonly key: CardKey;
  /** The reference of the payment. The card cannot be decrypted for another payment. */
  readonly reference: string;
  readonly subtle: SubtleCrypto;
}

/**
 * Encrypts a card for the shop's server: a compact JWE (RFC 7516) with direct key agreement, ECDH-ES on P-256, and A256GCM.
 * Rejects if the key is not a point of the curve.
 */
export async function encryptCard(
  card: CardDetails,
  { key, reference, subtle }: EncryptOptions,
): Promise<string> {
  const { kid, x, y } = key;
  const theirs = await subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, curve, false, []);
  const ours = await subtle.generateKey(curve, true, ['deriveBits']);
  const epk = await subtle.exportKey('jwk', ours.publicKey);
  const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, ours.privateKey, 256);
  const apv = bytesOf(reference);
  const secret = await concatKdf(new Uint8Array(shared), { subtle, algorithm: enc, apv, bits: 256 });
  const header = {
    alg: 'ECDH-ES',
    enc,
    kid,
    epk: { kty: 'EC', crv: 'P-256', x: epk.x, y: epk.y },
    apv: base64url(apv),
  };
  const protectedHeader = base64url(bytesOf(JSON.stringify(header)));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const aes = await subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt']);
  const additionalData = bytesOf(protectedHeader);
  const encrypted = await subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    aes,
    bytesOf(JSON.stringify(card)),
  );
  // The last 16 bytes are the tag. The encrypted key is empty, because both sides derive the key.
  const parts = [
    iv,
    new Uint8Array(encrypted, 0, encrypted.byteLength - 16),
    new Uint8Array(encrypted, encrypted.byteLength - 16),
  ];
  return [protectedHeader, '', ...parts.map(base64url)].join('.');
}

export interface KdfOptions {
  readonly subtle: SubtleCrypto;
  /** The content encryption of the key. */
  readonly algorithm: string;
  readonly apu?: Uint8Array;
  readonly apv: Uint8Array;
  /** At most 256, one round of SHA-256. */
  readonly bits: number;
}

/** Derives a key from a shared secret: the Concat KDF of NIST SP 800-56A as in RFC 7518, section 4.6.2. */
export async function concatKdf(
  shared: Uint8Array,
  { subtle, algorithm, apu = new Uint8Array(), apv, bits }: KdfOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const input = joined([
    uint32(1),
    shared,
    ...[bytesOf(algorithm), apu, apv].flatMap((part) => [uint32(part.length), part]),
    uint32(bits),
  ]);
  return new Uint8Array(await subtle.digest('SHA-256', input)).slice(0, bits / 8);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function uint32(value: number): Uint8Array {
  return new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value]);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function base64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
}
