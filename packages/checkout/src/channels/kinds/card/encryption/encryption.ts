import type { CardDetails, CardKey } from '@pgw/protocol';

const curve = { name: 'ECDH', namedCurve: 'P-256' };
const contentEncryption = 'A256GCM';

export interface EncryptOptions {
  readonly key: CardKey;
  /** The reference of the payment. The card cannot be decrypted for another payment. */
  readonly reference: string;
  readonly subtle: SubtleCrypto;
}

/** Encrypts a card as a compact JWE (RFC 7516): ECDH-ES on P-256 and A256GCM. Rejects an invalid key. */
export async function encryptCard(
  card: CardDetails,
  { key, reference, subtle }: EncryptOptions,
): Promise<string> {
  const { kid, x, y } = key;
  const serverKey = await subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, curve, false, []);
  const ephemeralKeys = await subtle.generateKey(curve, true, ['deriveBits']);
  const epk = await subtle.exportKey('jwk', ephemeralKeys.publicKey);
  const sharedSecret = await subtle.deriveBits(
    { name: 'ECDH', public: serverKey },
    ephemeralKeys.privateKey,
    256,
  );
  const apv = toBytes(reference);
  const derivedKey = await concatKdf(new Uint8Array(sharedSecret), {
    subtle,
    algorithm: contentEncryption,
    apv,
    bits: 256,
  });
  const header = {
    alg: 'ECDH-ES',
    enc: contentEncryption,
    kid,
    epk: { kty: 'EC', crv: 'P-256', x: epk.x, y: epk.y },
    apv: toBase64url(apv),
  };
  const protectedHeader = toBase64url(toBytes(JSON.stringify(header)));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const encryptionKey = await subtle.importKey('raw', derivedKey, 'AES-GCM', false, ['encrypt']);
  const additionalData = toBytes(protectedHeader);
  const encrypted = await subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    encryptionKey,
    toBytes(JSON.stringify(card)),
  );
  // The last 16 bytes are the authentication tag. The encrypted key is empty, because both sides derive the
  // key.
  const parts = [
    iv,
    new Uint8Array(encrypted, 0, encrypted.byteLength - 16),
    new Uint8Array(encrypted, encrypted.byteLength - 16),
  ];
  return [protectedHeader, '', ...parts.map(toBase64url)].join('.');
}

export interface KdfOptions {
  readonly subtle: SubtleCrypto;
  /** The algorithm for which the key is used: the `enc` value of the header. */
  readonly algorithm: string;
  /** PartyUInfo of RFC 7518: data of the sender. Default: empty. */
  readonly apu?: Uint8Array;
  /** PartyVInfo of RFC 7518: data of the receiver. */
  readonly apv: Uint8Array;
  /** The length of the key, at most 256 bits: one round of SHA-256. */
  readonly bits: number;
}

/** Derives a key from a shared secret: the Concat KDF of NIST SP 800-56A as in RFC 7518, section 4.6.2. */
export async function concatKdf(
  sharedSecret: Uint8Array,
  { subtle, algorithm, apu = new Uint8Array(), apv, bits }: KdfOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const input = concatBytes([
    toUint32Bytes(1),
    sharedSecret,
    ...[toBytes(algorithm), apu, apv].flatMap((part) => [toUint32Bytes(part.length), part]),
    toUint32Bytes(bits),
  ]);
  return new Uint8Array(await subtle.digest('SHA-256', input)).slice(0, bits / 8);
}

function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

function toUint32Bytes(value: number): Uint8Array {
  return new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value]);
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function toBase64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
}
