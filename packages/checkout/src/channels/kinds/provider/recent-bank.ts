import { getChosenBank, type CheckoutState } from '../../../state/checkout-state.ts';

/** Returns the bank of the last payment through this channel on this device; null if none is stored. */
export function recallBank(channelId: number): string | null {
  try {
    return localStorage.getItem(createKey(channelId));
  } catch {
    return null;
  }
}

/** Stores the id of the chosen bank, and no other data. */
export function rememberBank(state: CheckoutState): void {
  const bank = getChosenBank(state);
  if (bank === null || state.channelId === null) return;
  try {
    localStorage.setItem(createKey(state.channelId), bank.id);
  } catch {
    // The storage is full or not allowed. No bank is preselected in the next checkout.
  }
}

function createKey(channelId: number): string {
  return `pgw-bank-${String(channelId)}`;
}
