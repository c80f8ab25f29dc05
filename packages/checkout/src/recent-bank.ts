/** Which bank this device paid with last: only its id is kept. A browser that refuses storage has no memory of it. */
export function recallBank(channelId: number): string | null {
  try {
    return localStorage.getItem(key(channelId));
  } catch {
    return null;
  }
}

export function rememberBank(channelId: number, bankId: string): void {
  try {
    localStorage.setItem(key(channelId), bankId);
  } catch {
    // Storage is full or refused: the shopper chooses again next time.
  }
}

function key(channelId: number): string {
  return `pgw-bank-${String(channelId)}`;
}
