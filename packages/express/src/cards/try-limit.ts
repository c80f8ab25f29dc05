import { createHmac } from 'node:crypto';
import type { TryLimit } from './card-store.ts';

/** The number of characters of a hash: 132 bits. */
const hashLength = 22;

/** Creates the limit for a value. The store receives a keyed hash instead of the value. */
export function createTryLimit(
  hashKey: Uint8Array,
  { kind, value, max }: { readonly kind: string; readonly value: string; readonly max: number },
): TryLimit {
  const hash = createHmac('sha256', hashKey).update(`${kind} ${value}`, 'utf8').digest('base64url');
  return { key: `${kind}:${hash.slice(0, hashLength)}`, max };
}
