import type { CardAnswer, CardKey } from '@pgw/protocol';
import { ask, type Answer, type Fetcher } from '../ask.ts';
import type { CardForm } from './card-form.ts';

const limitMs = 30_000;

/** A payment that was started and waits for its card. */
export interface StartedByCard {
  readonly reference: string;
  readonly key: CardKey;
  /** Where the card is sent. */
  readonly url: string;
  readonly fetcher: Fetcher;
  /** Reads the server's answer. */
  readonly read: (body: unknown) => CardAnswer | null;
}

/** Sends the card for a payment. Null when it can't be encrypted: then nothing was sent. */
export type SendCard = (started: StartedByCard) => Promise<Answer<CardAnswer> | null>;

/** Sends the card of a form, encrypted for one payment, to the shop's server. Never rejects. */
export async function sendCard(
  form: CardForm,
  { reference, key, url, fetcher, read }: StartedByCard,
): ReturnType<SendCard> {
  const { rule } = form;
  const send = await form.seal(key, reference).catch(() => null);
  const answer = send && (await ask(url, { fetcher, read, limitMs, send }));
  if (answer?.kind === 'problem' && answer.code === 'card-not-supported') form.refuse(rule);
  return answer;
}
