// The code that the hand-written contestants share: the signature as a merchant implements it from the interface.
import { createHmac } from 'node:crypto';
import { merchantId, paymentFor, secretKey, token } from '../order.mjs';

export const path = '/api/services/app/PaymentGateway/RequestPayment';

/** Sorts properties without regard to case and removes nulls, at every depth. */
export function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null && member !== undefined)
      .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

export function signatureOf(url, json) {
  return createHmac('sha256', secretKey)
    .update((url + json).toLowerCase())
    .digest('hex');
}

/** A signed request for an order, ready to be sent. */
export function signedRequest(origin, request) {
  const body = JSON.stringify(sorted({ ...paymentFor(request.ip), timestamp: Date.now() }));
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'Abp-TenantId': merchantId,
    Authorization: `Bearer ${token}`,
    'cap-signature': signatureOf(origin + path, body),
  };
  return { body, headers };
}

/** The response for the browser. */
export function responseOf({ result }) {
  return {
    transactionNumber: result.transactionNumber,
    redirect: { type: 'url', url: result.redirectUrl },
    expiresAt: result.transactionExpired,
  };
}
