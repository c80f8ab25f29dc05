import { simpleLowerCase } from './signatures/canonical.ts';

/**
 * Converts a reference or transaction number to lower case, for comparison and for unique keys. Numbers that
 * differ only in letter case are the same number, because the signature does not protect letter case.
 */
export function normalizeReference(reference: string): string {
  return simpleLowerCase(reference);
}

/** Returns true when two references or transaction numbers are the same, except for letter case. */
export function isSameReference(a: string, b: string): boolean {
  return normalizeReference(a) === normalizeReference(b);
}
