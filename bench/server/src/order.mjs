// The order of every contestant, so that all of them do the same work per request.

export const merchantId = '1001';
export const secretKey = 'bench-secret-key';
export const token = 'bench-token';

export const order = { amount: 12890, currencyCode: 'MYR', description: 'Two bags of beans' };

export const channelId = 2;
export const callbackUrl = 'https://shop.example/pgw/callback';
export const returnUrl = 'https://shop.example/pgw/return';

/** The body that a browser posts to start a payment: another order and another attempt every time. */
export function orderBody(number) {
  return JSON.stringify({
    order: `A-${number}`,
    attempt: `attempt-${number}-0123456789abcdef`,
    shownAmount: order.amount,
    shownCurrencyCode: order.currencyCode,
    channelId,
  });
}

/** The payment request for a sender with this address. */
export function paymentFor(ipAddress) {
  return {
    channelId,
    currencyCode: order.currencyCode,
    amount: order.amount,
    referenceCode: nextReference(),
    ipAddress,
    returnUrl,
    callbackUrl,
    description: order.description,
  };
}

/** A new reference, as a merchant would generate it. */
let made = 0;
export function nextReference() {
  made += 1;
  return `A-${process.pid}-${made}`;
}
