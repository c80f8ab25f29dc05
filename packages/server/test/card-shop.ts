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

/** The id of the sandbox's card channel. */
export const cardChannelId = 4;

/** A started payment, with the key that encrypts its card. */
export interface StartedCardPayment {
  readonly reference: string;
  readonly key: CardKey;
}

/**
 * The response to a card. The body has the fields of a CardResponse or of a problem, depending on the status.
 */
export interface CardResult {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: CardResponse & StorefrontProblem;
}

/** A shop that accepts cards, and requests that send cards as the element does. */
export interface CardShop extends Shop {
  /** Fetches the session of an order, by default A1. */
  fetchSession(order?: string, init?: RequestInit): Promise<StorefrontSession>;
  /** Starts a payment on the card channel. */
  startCardPayment(fields?: Partial<StartRequest>): Promise<StartedCardPayment>;
  /** Sends an encrypted card. */
  sendCard(
    reference: string,
    jwe: string,
    options?: { readonly save?: boolean } & RequestInit,
  ): Promise<CardResult>;
  /** Starts a payment and sends a card with this result. */
  payByCard(outcome: CardOutcome, fields?: Partial<StartRequest>): Promise<CardResult>;
}

/** Opens a shop whose checkout accepts cards. */
export async function openCardShop(options: ShopOptions = {}): Promise<CardShop> {
  const shop = await openShop({ cards: {}, ...options });
  const fetchSession: CardShop['fetchSession'] = async (order = 'A1', init) =>
    // The route responds with a StorefrontSession.
    (await (await shop.fetch(`/pgw/session?order=${order}`, init)).json()) as StorefrontSession;
  const startCardPayment: CardShop['startCardPayment'] = async (fields) => {
    const response = await shop.start({ channelId: cardChannelId, ...fields });
    expect(response.status).toBe(201);
    // The route responds with a StartResponse.
    const { payment, redirect } = (await response.json()) as StartResponse;
    if (redirect.type !== 'card') throw new Error(`The redirect has the type ${redirect.type}, not card.`);
    return { reference: payment.reference, key: redirect.key };
  };
  const sendCard: CardShop['sendCard'] = async (reference, jwe, { save = false, ...init } = {}) => {
    const response = await shop.fetch(`/pgw/payments/${reference}/card`, {
      method: 'POST',
      ...init,
      headers: { 'content-type': 'application/json', ...init.headers },
      body: JSON.stringify({ card: jwe, save }),
    });
    const body = (await response.json()) as CardResult['body'];
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
  };
  const payByCard: CardShop['payByCard'] = async (outcome, fields) => {
    const started = await startCardPayment(fields);
    return sendCard(started.reference, sealCard(createTestCard(outcome), started));
  };
  return { ...shop, fetchSession, startCardPayment, sendCard, payByCard };
}

/** A Visa card of the sandbox with this result. */
export function createTestCard(outcome: CardOutcome, fields: Partial<CardDetails> = {}): CardDetails {
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
