import { foldReference } from '@pgw/protocol';

/** The number of characters in the random part of a reference. It follows the prefix and a hyphen. */
export const randomPartLength = 16;

/**
 * Returns the readable beginning of the references of an order: upper-case letters, digits and hyphens, at
 * most 30 characters. Several orders may have the same prefix.
 */
export function toOrderPrefix(orderId: string): string {
  return orderId
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-')
    .slice(0, 30);
}

/**
 * Returns the order prefix of a reference that this package created. A reference without a random part is
 * returned in upper case.
 */
export function readOrderPrefix(reference: string): string {
  const upper = reference.toUpperCase();
  const hyphenIndex = upper.length - randomPartLength - 1;
  return upper[hyphenIndex] === '-' ? upper.slice(0, hyphenIndex) : upper;
}

/** True when a reference can belong to an order, because it begins with the prefix of the order's id. */
export function mayBelongTo(reference: string, orderId: string): boolean {
  return foldReference(readOrderPrefix(reference)) === foldReference(toOrderPrefix(orderId));
}
