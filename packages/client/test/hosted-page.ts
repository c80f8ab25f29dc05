const cardChannelId = '4';

/**
 * Chooses the card channel on the page of a hosted session. Returns the transaction number of the payment.
 */
export async function startPaymentOnHostedPage(redirectUrl: string): Promise<string> {
  const body = new URLSearchParams({ channel: cardChannelId });
  const response = await fetch(redirectUrl, { method: 'POST', body, redirect: 'manual' });
  const number = /\/bank\/(\w+)$/.exec(response.headers.get('location') ?? '')?.[1];
  if (number === undefined)
    throw new Error(`The hosted page did not start a payment: HTTP ${response.status}.`);
  return number;
}
