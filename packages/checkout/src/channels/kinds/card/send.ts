import type { CardResponse, CardKey } from '@pgw/protocol';
import { isRedirect, createPaymentUrl } from '../../../api/payments.ts';
import { request, type ApiResponse, type Fetcher } from '../../../api/request.ts';
import { isObject, isPayment } from '../../../api/response-guards.ts';
import type { CardForm } from './form.ts';

/** A payment that is started and needs its card. */
export interface StartedCardPayment {
  readonly reference: string;
  readonly key: CardKey;
  readonly endpoint: string;
  readonly fetcher: Fetcher;
}

/** Sends the card of a payment. Resolves to null without a request if the card cannot be encrypted. */
export type SendCard = (started: StartedCardPayment) => Promise<ApiResponse<CardResponse> | null>;

/** Encrypts the card of a form for one payment and sends it to the shop's server. Never rejects. */
export async function sendCard(
  form: CardForm,
  { reference, key, endpoint, fetcher }: StartedCardPayment,
): ReturnType<SendCard> {
  const { rule } = form;
  const json = await form.encrypt(key, reference).catch(() => null);
  if (json === null) return null;
  const url = `${createPaymentUrl(endpoint, reference)}/card`;
  const response = await request(url, { fetcher, read: readCardResponse, json });
  if (response.kind === 'problem' && response.code === 'card-not-supported') form.showUnsupportedBrand(rule);
  return response;
}

/** Returns the response to a card; null if it is not valid. */
function readCardResponse(body: unknown): CardResponse | null {
  if (!isObject(body) || !isPayment(body['payment'])) return null;
  const { payment, redirect } = body;
  return redirect === null || isRedirect(redirect) ? { payment, redirect } : null;
}
