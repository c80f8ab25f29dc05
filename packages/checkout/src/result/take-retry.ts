import { isObject, isTextOrNull } from '../api/response-guards.ts';
import type { PreviousChoice } from '../channels/index.ts';

/** Stored between the page that shows an outcome and the page with the list, in this tab only. */
export const retryKey = 'pgw-retry';

/** The stored choice if it is that of this order, else null. It is returned once. */
export function takeRetry(order: string): PreviousChoice | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(retryKey) ?? 'null');
    sessionStorage.removeItem(retryKey);
    if (!isObject(stored) || stored['order'] !== order) return null;
    const { channel, bank } = stored;
    return isTextOrNull(channel) && isTextOrNull(bank) ? { channel, bank } : null;
  } catch {
    return null;
  }
}
