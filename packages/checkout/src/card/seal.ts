import type { CardDetails, CardKey } from '@pgw/protocol';

const curve = { name: 'ECDH', namedCurve: 'P-256' };
const enc = 'A256GCM';

export interface SealOptions {
  readonly key: CardKey;
  /** Of the payment: a card sealed for one opens for no other. */
  readonly reference: string;
  readonly subtle: SubtleCrypto;
}

/**
 * A card that only the shop's server can read: JWE in its compact form (RFC 7516) by direct key agreement, ECDH-ES on
 * P-256, and A256GCM. Rejects when the key is no point of the curve.
 */
export async function seal(card: CardDetails, { key, reference, subtle }: SealOptions): Promise<string> {
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
  const sealed = await subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    aes,
    bytesOf(JSON.stringify(card)),
  );
  // The last 16 bytes are the tag. The second part, an encrypted key, is empty: the key was agreed on.
  const parts = [
    iv,
    new Uint8Array(sealed, 0, sealed.byteLength - 16),
    new Uint8Array(sealed, sealed.byteLength - 16),
  ];
  return [protectedHeader, '', ...parts.map(base64url)].join('.');
}

export interface KdfOptions {
  readonly subtle: SubtleCrypto;
  /** The content encryption that the key is for. */
  readonly algorithm: string;
  readonly apu?: Uint8Array;
  readonly apv: Uint8Array;
  /** At most 256: one round of SHA-256. */
  readonly bits: number;
}

/** Makes a key of a shared secret: Concat KDF of NIST SP 800-56A, as RFC 7518, section 4.6.2 has it. */
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
