import { walletEntryType } from '@pgw/protocol';
import { z } from 'zod';
import { expandRepetitions, readCorpus } from '../corpora.ts';
import { RawResponse, type GatewayRequest } from './scripted-gateway.ts';
import { price } from '../target.ts';

/**
 * A response that was written by hand: a whole `body`, or `members` that replace those of an ordinary result.
 */
const responseSchema = z.object({
  body: z.string().optional(),
  members: z.record(z.string(), z.unknown()).optional(),
  status: z.number().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

export type HostileResponse = z.output<typeof responseSchema>;

/** Every response of the corpus. */
export const hostileResponses = readCorpus('gateway-responses', responseSchema);
/** An entry of a wallet's history that the shop does not have. */
const ordinaryWalletEntry = {
  id: 1,
  createdDate: '2026-01-01T08:00:00Z',
  transactionNumber: 'T1',
  refenceCode: 'ANOTHER',
  amount: price.amount / 100,
  currencyCode: price.currencyCode,
  type: walletEntryType.topup,
  postTransactionWalletBalance: 100,
};
/** A card number that the gateway echoes. */
export const cardNumber = '4000000000000002';

/** Creates the response to a request. `$ECHO` becomes the data and the headers of the request. */
export function createHostileResponse(
  { body, members, status, headers = {} }: HostileResponse,
  request: GatewayRequest,
): RawResponse {
  const echo = JSON.stringify([request.data, request.headers, cardNumber]);
  const fillPlaceholders = (text: string): string =>
    expandRepetitions(text).replaceAll('$ECHO', JSON.stringify(echo).slice(1, -1));
  if (body !== undefined) return new RawResponse(fillPlaceholders(body), status, headers);
  const ordinary =
    request.endpoint === 'requestPayment'
      ? { transactionNumber: 'T1', ...price, redirectionType: 1, redirectUrl: 'https://gateway.example/pay' }
      : request.endpoint === 'queryPayment'
        ? // A paid record of another payment: it must not fulfill this one.
          { transactionNumber: 'T1', referenceCode: 'ANOTHER', status: 1, ...price }
        : [{ id: 'B1', name: 'Bank', status: 1 }];
  const list = Array.isArray(ordinary) ? ordinary.map((entry) => ({ ...entry, ...members })) : [];
  const entry = { ...ordinaryWalletEntry, ...members };
  const result =
    request.endpoint === 'queryWalletHistory'
      ? { walletId: 3001, walletBalance: 100, walletHistories: [entry] }
      : Array.isArray(ordinary)
        ? list
        : { ...ordinary, ...members };
  return new RawResponse(fillPlaceholders(JSON.stringify({ result })), status, headers);
}
