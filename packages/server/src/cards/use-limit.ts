import { createHmac } from 'node:crypto';
import type { UseLimit } from '../model/ports/card-store.ts';

/** A value whose uses are counted. */
export interface LimitedValue<Kind extends string> {
  readonly kind: Kind;
  readonly value: string;
  readonly max: number;
}

/** The number of characters of a hash: 132 bits. */
const hashLength = 22;

/** Creates the limit for a value. The store receives a keyed hash instead of the value. */
export function createUseLimit<Kind extends string>(
  hashKey: Uint8Array,
  { kind, value, max }: LimitedValue<Kind>,
): UseLimit & { readonly kind: Kind } {
  const hash = createHmac('sha256', hashKey).update(`${kind} ${value}`, 'utf8').digest('base64url');
  return { key: `${kind}:${hash.slice(0, hashLength)}`, max, kind };
}
