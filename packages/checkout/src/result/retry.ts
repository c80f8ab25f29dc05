import type { StorefrontPayment } from '@pgw/protocol';
import { isObject, isTextOrNull } from '../api/response-guards.ts';
import type { PreviousChoice } from '../channels/index.ts';

/** Holds the choice between the page that shows an outcome and the page with the list, in this tab only. */
const key = 'pgw-retry';

/** Stores the choice of a payment that the shopper tries again. */
export function rememberRetry({ order, channel, bank }: StorefrontPayment): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ order: order.id, channel, bank }));
  } catch {
    // The storage is full or refused: the list has no preselected choice.
  }
}

/** The stored choice if it is that of this order, else null. It is returned once. */
export function takeRetry(order: string): PreviousChoice | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    sessionStorage.removeItem(key);
    if (!isObject(stored) || stored['order'] !== order) return null;
    const { channel, bank } = stored;
    return isTextOrNull(channel) && isTextOrNull(bank) ? { channel, bank } : null;
  } catch {
    return null;
  }
}
