import { chosenBank, type CheckoutState } from '../state/checkout-state.ts';

/** The id of the bank that was last paid with on this device; null if there is none, or the browser refuses storage. */
export function recallBank(channelId: number): string | null {
  try {
    return localStorage.getItem(key(channelId));
  } catch {
    return null;
  }
}

/** Stores the id of the chosen bank, and nothing else. */
export function rememberBank(state: CheckoutState): void {
  const bank = chosenBank(state);
  if (bank === null || state.channelId === null) return;
  try {
    localStorage.setItem(key(state.channelId), bank.id);
  } catch {
    // The storage is full or refused: next time no bank is preselected.
  }
}

function key(channelId: number): string {
  return `pgw-bank-${String(channelId)}`;
}
