/** The input of a payment request. */
export const order = {
  channelId: 2,
  currencyCode: 'MYR',
  amount: 12345,
  referenceCode: 'ORD-2026/0001',
  ipAddress: '203.0.113.7',
  returnUrl: 'https://shop.example/orders/1?x=Y',
  description: 'Zwei Becher, größer Σ',
} as const;

/** The result of the payment request of {@link order}. */
export const checkoutResult = {
  currencyCode: 'MYR',
  amount: 12345,
  transactionNumber: 'T-0001',
  channelId: 2,
  redirectionType: 1,
  redirectUrl: 'https://gateway.example/pay/T-0001',
  clientScript: null,
  transactionExpired: '2026-11-21T08:00:00Z',
};

/** The record of the payment of {@link order}. */
export const paymentRecord = {
  transactionNumber: 'T-0001',
  referenceCode: 'ORD-2026/0001',
  status: 1,
  currencyCode: 'MYR',
  amount: 12345,
};

/** The response to a login. The token is valid for one day. */
export const loginResult = { accessToken: 'token', expireInSeconds: 86_400 };

/** Returns a successful response with the envelope of the interface. */
export function wrapInEnvelope(result: unknown): object {
  return { result, targetUrl: null, success: true, error: null, unAuthorizedRequest: false, __abp: true };
}

/** Returns the body of a response with a fault. */
export function createFaultBody(code: number, message: string): object {
  const error = { code, message, details: null, validationErrors: null };
  return { result: null, targetUrl: null, success: false, error, unAuthorizedRequest: false, __abp: true };
}

/** The response of a staging gateway to a rejected signature. */
export const rejectedSignature = wrapInEnvelope({ code: 1, message: 'Invalid Signature.' });
