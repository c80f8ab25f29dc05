import type { CardKey, CardTerms, StartResponse, StorefrontPayment, StorefrontSession } from '@pgw/protocol';
import * as shop from './fixtures.ts';

// Responses of a shop's server that accepts cards.

export const cardTerms: CardTerms = {
  brands: ['visa', 'mastercard', 'amex', 'unionpay'],
  canSave: true,
  savedCards: [],
};

export const savedCards: CardTerms['savedCards'] = [
  { id: 's1', brand: 'visa', last4: '4242', expiry: '09/30' },
  { id: 's2', brand: 'amex', last4: '0005', expiry: null },
  { id: 's3', brand: 'mastercard', last4: '4444', expiry: '01/24' },
];

const outcomes = [
  'Approved',
  'Declined',
  'Not enough money',
  'The bank requires a code (by redirect)',
  'Paid, but the response was lost',
];

export const testCards: NonNullable<CardTerms['testCards']> = (
  ['visa', 'mastercard', 'amex'] as const
).flatMap((brand, brandIndex) =>
  outcomes.map((label, outcomeIndex) => ({
    brand,
    label,
    number:
      brand === 'amex'
        ? `37000000000${String(outcomeIndex)}000`
        : `${String(4 + brandIndex)}20000000000${String(outcomeIndex)}000`,
    securityCode: brand === 'amex' ? '1234' : '123',
  })),
);

/** A session with a card channel and two other channels. `change` replaces terms of the card channel. */
export function cardSession(change: Partial<CardTerms> = {}): StorefrontSession {
  const card = { ...shop.card, kind: 'card' as const, card: { ...cardTerms, ...change } };
  return { ...shop.session, channels: [shop.fpx, shop.duitNow, card] };
}

/** A session whose only channel is the card channel. */
export function onlyCardSession(change: Partial<CardTerms> = {}): StorefrontSession {
  const { channels, ...rest } = cardSession(change);
  return { ...rest, channels: channels.filter(({ kind }) => kind === 'card') };
}

/** The public key of the example in RFC 7517, appendix A.1. */
export const key: CardKey = {
  kid: '1.0.z',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
  expiresAt: '2026-09-14T07:00:00Z',
};

export const payment: StorefrontPayment = {
  ...shop.payment,
  approver: 'card',
  channel: 'Credit or debit card',
  bank: null,
  channelImageUrl: shop.card.imageUrl,
  bankImageUrl: null,
  fee: 0,
};

export const start: StartResponse = { payment, redirect: { type: 'card', key } };

export const paid = { payment: { ...payment, state: 'paid' }, redirect: null };

export const declined = { payment: { ...payment, state: 'failed', reason: 'card' }, redirect: null };

export const challenge = { payment, redirect: { type: 'url', url: 'https://bank.example/ask' } };
