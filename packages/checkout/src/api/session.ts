import type { StorefrontChannel, StorefrontSession } from '@pgw/protocol';
import {
  isObject,
  isOrder,
  isPayment,
  isText,
  isTextOrNull,
  isObjectWith,
  type Guard,
  type LooseObject,
} from './response-guards.ts';

/** Creates the URL of an order's session. The loader of the script tag requests the same URL. */
export function createSessionUrl(endpoint: string, order: string): string {
  return `${endpoint}/session?order=${encodeURIComponent(order)}`;
}

const isLimit = isObjectWith('amount#');
const isTermsText = isObjectWith('text href');

/** The checks of the members that only one kind of channel has. */
const checksByKind: Readonly<Record<StorefrontChannel['kind'], (channel: LooseObject) => boolean>> = {
  direct: () => true,
  provider: () => true,
  instalments: () => true,
  card: ({ card }) => isCardTerms(card),
};

/** Returns false for a kind of channel that this version of the element does not know. */
const isChannel = isObjectWith(
  'name hint? imageUrl? group? id# fee#',
  (channel) =>
    isOfKnownKind(channel) &&
    (channel['limit'] === null || isLimit(channel['limit'])) &&
    isTermsOrMissing(channel['terms']),
) as Guard<StorefrontChannel>;

function isTermsOrMissing(terms: unknown): boolean {
  return terms === undefined || (isObject(terms) && Object.values(terms).every(isTermsText));
}

function isOfKnownKind(channel: LooseObject): boolean {
  return Object.entries(checksByKind).some(([kind, check]) => kind === channel['kind'] && check(channel));
}

function isCardTerms(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { brands, savedCards, marks = [] } = value;
  return [brands, savedCards, marks].every(Array.isArray);
}

/** Returns the session of a response without invalid channels. Returns null if the session is not valid. */
export function readSession(body: unknown): StorefrontSession | null {
  if (!isObject(body)) return null;
  const { order, mode, channels, openPayment, expiresAt, serverTime, shopUrl } = body;
  return isOrder(order) &&
    (mode === 'choose' || mode === 'hosted') &&
    Array.isArray(channels) &&
    (openPayment === null || isPayment(openPayment)) &&
    isTextOrNull(expiresAt) &&
    isText(serverTime) &&
    (shopUrl === undefined || isText(shopUrl))
    ? {
        order,
        mode,
        channels: channels.filter(isChannel),
        expiresAt,
        serverTime,
        openPayment,
        ...(shopUrl !== undefined && { shopUrl }),
      }
    : null;
}
