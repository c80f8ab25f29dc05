import type { CardResponse, CardKey } from '@pgw/protocol';
import { request, type ApiResponse, type Fetcher } from '../api/request.ts';
import type { CardForm } from './form.ts';

const timeoutMs = 30_000;

/** A payment that is started and needs its card. */
export interface StartedCardPayment {
  readonly reference: string;
  readonly key: CardKey;
  /** Where the card is sent. */
  readonly url: string;
  readonly fetcher: Fetcher;
  /** Validates the response. */
  readonly read: (body: unknown) => CardResponse | null;
}

/** Sends the card of a payment. Null if it cannot be encrypted: then nothing is sent. */
export type SendCard = (started: StartedCardPayment) => Promise<ApiResponse<CardResponse> | null>;

/** Encrypts the card of a form for one payment and sends it to the shop's server. Never rejects. */
export async function sendCard(
  form: CardForm,
  { reference, key, url, fetcher, read }: StartedCardPayment,
): ReturnType<SendCard> {
  const { rule } = form;
  const json = await form.encrypt(key, reference).catch(() => null);
  if (json === null) return null;
  const response = await request(url, { fetcher, read, timeoutMs, json });
  if (response.kind === 'problem' && response.code === 'card-not-supported') form.showUnsupportedBrand(rule);
  return response;
}
