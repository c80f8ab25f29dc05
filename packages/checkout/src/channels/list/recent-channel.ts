/** The key in `localStorage`. The value is the id of a channel. */
const recentKey = 'pgw-channel';

/** Returns the id of the channel of the last payment on this device; null if none is stored or storage is not allowed. */
export function recallChannel(): number | null {
  try {
    const stored = Number(localStorage.getItem(recentKey) ?? Number.NaN);
    return Number.isInteger(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Stores the id of the channel of a payment, and no other data. */
export function rememberChannel(channelId: number | null): void {
  if (channelId === null) return;
  try {
    localStorage.setItem(recentKey, String(channelId));
  } catch {
    // The storage is full or not allowed. The next list has the order of the server.
  }
}
