import { createCipheriv, createECDH, createHash, randomBytes, type CipherGCM } from 'node:crypto';
import type { CardDetails, CardKey } from '@pgw/protocol';

/** The options of {@link sealCard}. */
export interface SealOptions {
  /** The public key that the shop has issued for the payment. */
  readonly key: CardKey;
  /** The reference of the payment. The card can be used only for this payment. */
  readonly reference: string;
  /** Members of the header that are added, or that replace the default ones. */
  readonly header?: Readonly<Record<string, unknown>>;
}

/**
 * Encrypts a card as the element does, following RFC 7516 and section 4.6 of RFC 7518. It does not use the
 * library that the server uses to decrypt.
 */
export function sealCard(details: CardDetails | string, { key, reference, header }: SealOptions): string {
  const ephemeral = createECDH('prime256v1');
  // An uncompressed point of P-256: the byte 4, then 32 bytes for x and 32 bytes for y.
  const point = ephemeral.generateKeys();
  const apv = Buffer.from(reference, 'utf8').toString('base64url');
  const protectedHeader = {
    alg: 'ECDH-ES',
    enc: 'A256GCM',
    kid: key.kid,
    epk: {
      kty: 'EC',
      crv: 'P-256',
      x: toBase64url(point.subarray(1, 33)),
      y: toBase64url(point.subarray(33)),
    },
    apv,
    ...header,
  };
  const encoded = toBase64url(Buffer.from(JSON.stringify(protectedHeader)));
  const shared = ephemeral.computeSecret(
    Buffer.concat([Buffer.from([4]), Buffer.from(key.x, 'base64url'), Buffer.from(key.y, 'base64url')]),
  );
  const derived = concatKdf({ shared, algorithm: 'A256GCM', bits: 256, apu: '', apv: reference });
  const iv = randomBytes(12);
  const cipher: CipherGCM = createCipheriv('aes-256-gcm', derived, iv);
  cipher.setAAD(Buffer.from(encoded, 'ascii'));
  const text = typeof details === 'string' ? details : JSON.stringify(details);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [encoded, '', toBase64url(iv), toBase64url(ciphertext), toBase64url(cipher.getAuthTag())].join('.');
}

/** The Concat KDF of NIST SP 800-56A with SHA-256, one round, with the inputs of RFC 7518, section 4.6.2. */
export function concatKdf(options: {
  readonly shared: Uint8Array;
  readonly algorithm: string;
  readonly bits: number;
  readonly apu: string;
  readonly apv: string;
}): Buffer {
  const { shared, algorithm, bits, apu, apv } = options;
  const hash = createHash('sha256').update(toUint32(1)).update(shared);
  for (const part of [algorithm, apu, apv])
    hash.update(toUint32(Buffer.byteLength(part))).update(part, 'utf8');
  return hash
    .update(toUint32(bits))
    .digest()
    .subarray(0, bits / 8);
}

function toUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function toBase64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
