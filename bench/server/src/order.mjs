// Every implementation (a program that is measured) receives this order, so that all of them do the same work per
// request.

export const merchantId = '1001';
export const secretKey = 'bench-secret-key';
export const token = 'bench-token';

export const order = { amount: 12890, currencyCode: 'MYR', description: 'Two bags of beans' };

export const channelId = 2;
export const callbackUrl = 'https://shop.example/pgw/callback';
export const returnUrl = 'https://shop.example/pgw/return';

/**
 * Creates the body that a browser sends to start a payment. Bodies with different numbers have different orders
 * and attempt keys.
 */
export function createOrderBody(number) {
  return JSON.stringify({
    order: `A-${number}`,
    attempt: `attempt-${number}-0123456789abcdef`,
    shownAmount: order.amount,
    shownCurrencyCode: order.currencyCode,
    channelId,
  });
}

/** Creates the fields of a payment request for a shopper with this IP address. */
export function createPaymentFields(ipAddress) {
  return {
    channelId,
    currencyCode: order.currencyCode,
    amount: order.amount,
    referenceCode: createReference(),
    ipAddress,
    returnUrl,
    callbackUrl,
    description: order.description,
  };
}

let referenceCount = 0;
/** Generates a new reference, as a merchant would. */
export function createReference() {
  referenceCount += 1;
  return `A-${process.pid}-${referenceCount}`;
}
