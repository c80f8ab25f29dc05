// The responses of the stub gateway by path, for the gateway's interface and for the APIs of the published
// SDKs.
import { channelId, order } from './order.mjs';

const transactionExpired = new Date(Date.now() + 24 * 3_600_000).toISOString();

const transactionPrefix = '20056711-';

/** Returns the number of the transaction of a payment. It contains the reference, so that the stub needs no store. */
export const toTransactionNumber = (reference) => `${transactionPrefix}${reference}`;

const createCheckoutResult = (reference) => ({
  currencyCode: order.currencyCode,
  amount: order.amount,
  transactionNumber: toTransactionNumber(reference),
  channelId,
  redirectionType: 1,
  redirectUrl: `https://bank.example/pay/${reference}`,
  clientScript: null,
  transactionExpired,
});

/** The record of a paid payment. */
const createRecord = (reference) => ({
  transactionNumber: toTransactionNumber(reference),
  referenceCode: reference,
  status: 1,
  currencyCode: order.currencyCode,
  amount: order.amount,
  channelId,
});

const toEnvelope = (result) => ({
  result,
  targetUrl: null,
  success: true,
  error: null,
  unAuthorizedRequest: false,
  __abp: true,
});

const currencyList = [
  {
    acceptedCurrencyCode: order.currencyCode,
    minRequestAmount: 1,
    maxRequestAmount: 30000,
    surcharge: 0,
    isSurchargePercentage: false,
  },
];

const channels = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  name: `Channel ${index + 1}`,
  type: 'EWallet',
  isProviderHostChannel: false,
  imageUrl: `https://gateway.example/images/${index + 1}.png`,
  currencyList,
}));

const stripeIntent = {
  id: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
  object: 'payment_intent',
  amount: order.amount,
  currency: 'myr',
  status: 'requires_action',
  client_secret: 'pi_3MtwBwLkdIwHu7ix28a3tqPa_secret_x',
  next_action: {
    type: 'redirect_to_url',
    redirect_to_url: { url: 'https://bank.example/pay/1', return_url: null },
  },
  metadata: {},
};

const adyenPayment = {
  pspReference: 'KSV4R3PXRLTGWX82',
  resultCode: 'RedirectShopper',
  merchantReference: 'A-1',
  action: {
    type: 'redirect',
    method: 'GET',
    paymentMethodType: 'molpay_ebanking_fpx_MY',
    url: 'https://bank.example/pay/1',
  },
};

const molliePayment = {
  resource: 'payment',
  id: 'tr_7UhSN1zuXS',
  mode: 'test',
  status: 'open',
  createdAt: '2026-01-01T00:00:00+00:00',
  amount: { value: '128.90', currency: 'MYR' },
  description: order.description,
  sequenceType: 'oneoff',
  redirectUrl: 'https://shop.example/return',
  _links: {
    self: { href: 'https://api.example/v2/payments/tr_7UhSN1zuXS', type: 'application/hal+json' },
    checkout: { href: 'https://bank.example/pay/1', type: 'text/html' },
  },
};

const responses = [
  ['/GetChannels', toEnvelope(channels)],
  ['/v1/payment_intents', stripeIntent],
  ['/v71/payments', adyenPayment],
  ['/v2/payments', molliePayment],
].map(([path, body]) => [path, Buffer.from(JSON.stringify(body))]);

/**
 * Returns the body of the response for a path and a request body, or undefined. All other bodies are serialized once, so
 * that the stub needs little CPU.
 */
export function findBody(url, requestBody) {
  if (url.includes('/RequestPayment')) {
    const [, reference] = /"referenceCode":"([^"]+)"/i.exec(requestBody);
    return Buffer.from(JSON.stringify(toEnvelope(createCheckoutResult(reference))));
  }
  if (url.includes('/PaymentGateway/Query?')) {
    const [, number] = /transactionNumber=([^&]+)/i.exec(url);
    return Buffer.from(JSON.stringify(toEnvelope(createRecord(number.slice(transactionPrefix.length)))));
  }
  return responses.find(([path]) => url.includes(path))?.[1];
}
