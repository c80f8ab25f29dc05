// The code that the hand-written implementations share. It signs requests as a merchant would implement it from
// the interface.
import { createHmac } from 'node:crypto';
import { merchantId, createPaymentFields, secretKey, token } from '../order.mjs';

export const requestPaymentPath = '/api/services/app/PaymentGateway/RequestPayment';

/**
 * Returns a value with its properties sorted by name without regard to case, and without nulls, at every
 * depth.
 */
export function sortProperties(value) {
  if (Array.isArray(value)) return value.map(sortProperties);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null && member !== undefined)
      .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
      .map(([name, member]) => [name, sortProperties(member)]),
  );
}

export function signByHand(url, json) {
  return createHmac('sha256', secretKey)
    .update((url + json).toLowerCase())
    .digest('hex');
}

/** Creates the body and the headers of a signed payment request. */
export function createSignedRequest(origin, request) {
  const body = JSON.stringify(sortProperties({ ...createPaymentFields(request.ip), timestamp: Date.now() }));
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'Abp-TenantId': merchantId,
    Authorization: `Bearer ${token}`,
    'cap-signature': signByHand(origin + requestPaymentPath, body),
  };
  return { body, headers };
}

/** Converts the gateway's response to the response for the browser. */
export function toBrowserResponse({ result }) {
  return {
    transactionNumber: result.transactionNumber,
    redirect: { type: 'url', url: result.redirectUrl },
    expiresAt: result.transactionExpired,
  };
}
