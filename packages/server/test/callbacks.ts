import { sign, type JsonValue } from '@pgw/protocol';
import { defaultTenant } from '@pgw/sandbox';
import { gatewayStatus, orderTotal, type Shop } from './shop.ts';

/** The payload of a callback. */
export type CallbackPayload = Readonly<Record<string, JsonValue>>;

/** Returns the payload of a callback that reports a payment of the shop as paid. */
export function createCallbackPayload(
  payment: { readonly reference: string; readonly transactionNumber: string | null },
  fields: CallbackPayload = {},
): CallbackPayload {
  return {
    amount: orderTotal,
    currencyCode: 'MYR',
    referenceCode: payment.reference,
    status: gatewayStatus.success,
    transactionNumber: payment.transactionNumber,
    ...fields,
  };
}

/** Signs a payload as the gateway does. The default URL is the callback URL of the shop. */
export function signCallback(
  shop: Pick<Shop, 'url'>,
  payload: CallbackPayload,
  callbackUrl = `${shop.url}/pgw/callback`,
): string {
  return sign(callbackUrl, payload, defaultTenant.secretKey);
}

/** Sends the shop a callback with this payload and a valid signature. */
export function sendCallback(shop: Shop, payload: CallbackPayload): Promise<Response> {
  return sendCallbackBody(shop, JSON.stringify(payload), signCallback(shop, payload));
}

/** Sends the shop a callback with this body. Without a signature, the header is omitted. */
export function sendCallbackBody(shop: Shop, body: string, signature?: string): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(signature !== undefined && { 'cap-signature': signature }),
  };
  return shop.fetch('/pgw/callback', { method: 'POST', headers, body });
}
