import { chosenBank, type CheckoutState } from './state.ts';

/** Which bank this device paid with last: only its id is kept. A browser that refuses storage has no memory of it. */
export function recallBank(channelId: number): string | null {
  try {
    return localStorage.getItem(key(channelId));
  } catch {
    return null;
  }
}

/** Keeps the id of the bank that is chosen, if one is. */
export function rememberChoice(state: CheckoutState): void {
  const bank = chosenBank(state);
  if (bank === null || state.channelId === null) return;
  try {
    localStorage.setItem(key(state.channelId), bank.id);
  } catch {
    // Storage is full or refused: the shopper chooses again next time.
  }
}

function key(channelId: number): string {
  return `pgw-bank-${String(channelId)}`;
}
