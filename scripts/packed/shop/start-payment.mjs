// The requests of a browser, for the shops that use only the installed packages.

/** Starts a payment of an order with the first channel without further input. Each attempt is another payment. */
export async function startPayment(url, orderId, attempt = 'attempt-of-the-packed-shop') {
  const { order, channels } = await fetchJson(`${url}/pgw/session?order=${orderId}`);
  const { payment } = await fetchJson(`${url}/pgw/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      order: orderId,
      channelId: channels.find(({ kind }) => kind === 'direct').id,
      shownAmount: order.amount,
      shownCurrencyCode: order.currencyCode,
      attempt,
    }),
  });
  return payment;
}

export async function fetchJson(url, init) {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} responded with HTTP ${response.status}: ${text}`);
  return JSON.parse(text);
}
