import { isObject, isTextOrNull } from '../api/response-guards.ts';
import type { PreviousChoice } from '../channels/index.ts';

/** The page of the result stores the choice in `sessionStorage`, and the page with the list reads it. */
export const retryKey = 'pgw-retry';

/** Reads and deletes the stored choice. Null if there is none, or if it belongs to another order. */
export function takeRetriedChoice(order: string): PreviousChoice | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(retryKey) ?? 'null');
    sessionStorage.removeItem(retryKey);
    if (!isObject(stored) || stored['order'] !== order) return null;
    const { channel, bank, replaced } = stored;
    const isChoice = isTextOrNull(channel) && isTextOrNull(bank) && isTextOrNull(replaced);
    return isChoice ? { channel, bank, replaced } : null;
  } catch {
    return null;
  }
}
