import { simpleLowerCase } from './canonical.ts';

/**
 * The identity of a reference or transaction number: two that differ only in letter case are one, because the
 * signature does not protect letter case.
 */
export function foldReference(reference: string): string {
  return simpleLowerCase(reference);
}

/** True when two references or transaction numbers name the same thing. */
export function isSameReference(a: string, b: string): boolean {
  return foldReference(a) === foldReference(b);
}
