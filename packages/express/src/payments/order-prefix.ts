import { foldReference } from '@pgw/protocol';

/** Characters of the random part of a reference, which follows the prefix and a hyphen. */
export const randomLength = 16;

/**
 * The readable beginning of the references of an order: upper case, letters and digits, at most 30
 * characters. Orders may share one.
 */
export function orderPrefixOf(orderId: string): string {
  return orderId
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-')
    .slice(0, 30);
}

/** The order prefix of a reference that this package made; of any other reference, the reference itself. */
export function prefixOfReference(reference: string): string {
  const upper = reference.toUpperCase();
  const prefix = upper.slice(0, -randomLength - 1);
  return upper === `${prefix}-${upper.slice(-randomLength)}` ? prefix : upper;
}

/** True when a reference can belong to an order: the order's id makes the prefix of the reference. */
export function mayBelongTo(reference: string, orderId: string): boolean {
  return foldReference(prefixOfReference(reference)) === foldReference(orderPrefixOf(orderId));
}
