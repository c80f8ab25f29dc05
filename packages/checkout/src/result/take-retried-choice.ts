import { isCount, isObject, isText, isTextOrNull, type LooseObject } from '../api/response-guards.ts';
import type { PreviousChoice } from '../channels/index.ts';

/** The page of the result stores the choice in `sessionStorage`, and the page with the list reads it. */
export const retryKey = 'pgw-retry';
const shownKey = 'pgw-shown';

/** What the page showed when the shopper left it, for example to reload it in another language. */
export interface ShownChoice {
  readonly channelId: number | null;
  readonly bankId: string | null;
  /** The reference of the payment whose QR code was shown. */
  readonly onPhone: string | null;
}

/** Stores a choice of an order. If the storage is full or not allowed, the list has no preselected choice. */
export function remember(
  key: string,
  choice: (PreviousChoice | ShownChoice) & { readonly order: string },
): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(choice));
  } catch {
    // See above.
  }
}

/** Reads and deletes what was stored. Null if there is nothing, or if it belongs to another order. */
function take(key: string, order: string): LooseObject | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '');
    sessionStorage.removeItem(key);
    return isObject(stored) && stored['order'] === order ? stored : null;
  } catch {
    return null;
  }
}

/** Returns the choice of a payment that the shopper tries again. */
export function takeRetriedChoice(order: string): PreviousChoice | null {
  const { channel, bank, replaced } = take(retryKey, order) ?? {};
  const isChoice = isTextOrNull(channel) && isTextOrNull(bank) && isTextOrNull(replaced);
  return isChoice ? { channel, bank, replaced } : null;
}

export function rememberShown(order: string, shown: ShownChoice): void {
  remember(shownKey, { order, ...shown });
}

export function takeShown(order: string): ShownChoice {
  const { channelId, bankId, onPhone } = take(shownKey, order) ?? {};
  return {
    channelId: isCount(channelId) ? channelId : null,
    bankId: isText(bankId) ? bankId : null,
    onPhone: isText(onPhone) ? onPhone : null,
  };
}
