import type {
  CardResponse,
  CardDetails,
  CardKey,
  StartResponse,
  StartRequest,
  StorefrontProblem,
  StorefrontSession,
} from '@pgw/protocol';
import { allTestCards, type CardOutcome } from '@pgw/sandbox';
import { expect } from 'vitest';
import { sealCard } from './seal-card.ts';
import { openShop, type Shop, type ShopOptions } from './shop.ts';

/** The sandbox's card channel. */
export const cardChannel = 4;

export interface StartedCard {
  readonly reference: string;
  readonly key: CardKey;
}

/** What a card was answered with: a CardResponse or a problem, by its status. */
export interface SentCard {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: CardResponse & StorefrontProblem;
}

/** A shop that accepts cards, and a shopper who sends them as the element does. */
export interface CardShop extends Shop {
  session(order?: string, init?: RequestInit): Promise<StorefrontSession>;
  startCard(fields?: Partial<StartRequest>): Promise<StartedCard>;
  send(
    reference: string,
    jwe: string,
    options?: { readonly save?: boolean } & RequestInit,
  ): Promise<SentCard>;
  /** Starts a payment and sends a card with this result. */
  payByCard(outcome: CardOutcome, fields?: Partial<StartRequest>): Promise<SentCard>;
}

export async function openCardShop(options: ShopOptions = {}): Promise<CardShop> {
  const shop = await openShop({ cards: {}, ...options });
  const session: CardShop['session'] = async (order = 'A1', init) =>
    // The route answers a StorefrontSession.
    (await (await shop.get(`/pgw/session?order=${order}`, init)).json()) as StorefrontSession;
  const startCard: CardShop['startCard'] = async (fields) => {
    const response = await shop.start({ channelId: cardChannel, ...fields });
    expect(response.status).toBe(201);
    // The route answers a StartResponse.
    const { payment, redirect } = (await response.json()) as StartResponse;
    if (redirect.type !== 'card') throw new Error(`the start was answered with ${redirect.type}`);
    return { reference: payment.reference, key: redirect.key };
  };
  const send: CardShop['send'] = async (reference, jwe, { save = false, ...init } = {}) => {
    const response = await shop.get(`/pgw/payments/${reference}/card`, {
      method: 'POST',
      ...init,
      headers: { 'content-type': 'application/json', ...init.headers },
      body: JSON.stringify({ card: jwe, save }),
    });
    const body = (await response.json()) as SentCard['body'];
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
  };
  const payByCard: CardShop['payByCard'] = async (outcome, fields) => {
    const started = await startCard(fields);
    return send(started.reference, sealCard(cardOf(outcome), started));
  };
  return { ...shop, session, startCard, send, payByCard };
}

/** A Visa card of the sandbox with this result. */
export function cardOf(outcome: CardOutcome, fields: Partial<CardDetails> = {}): CardDetails {
  const number = allTestCards.find((card) => card.outcome === outcome && card.brand === 'visa')?.number ?? '';
  return {
    number,
    expiryMonth: '12',
    expiryYear: '2039',
    holderName: 'Aminah',
    securityCode: '123',
    ...fields,
  };
}
