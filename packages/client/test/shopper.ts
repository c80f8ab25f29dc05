/**
 * Chooses the card channel on the page of a hosted session. Returns the transaction number of the attempt.
 */
export async function startAttempt(redirectUrl: string): Promise<string> {
  const body = new URLSearchParams({ channel: '4' });
  const response = await fetch(redirectUrl, { method: 'POST', body, redirect: 'manual' });
  const number = /\/bank\/(\w+)$/.exec(response.headers.get('location') ?? '')?.[1];
  if (number === undefined)
    throw new Error(`The hosted page did not start an attempt: HTTP ${response.status}.`);
  return number;
}
