import type { StorefrontChannel, StorefrontSession } from '@pgw/protocol';
import {
  isObject,
  isOneOf,
  isOrder,
  isPayment,
  isText,
  isTextOrNull,
  isObjectWith,
  type Guard,
} from './response-guards.ts';

/** Creates the URL of an order's session. The loader of the script tag requests the same URL. */
export function createSessionUrl(endpoint: string, order: string): string {
  return `${endpoint}/session?order=${encodeURIComponent(order)}`;
}

const isLimit = isObjectWith('amount#');
const isKindWithoutCard = isOneOf(['direct', 'provider']);

/** Returns false for a kind of channel that this version of the element does not know. */
const isChannel = isObjectWith(
  'name hint? imageUrl? group? id# fee#',
  ({ kind, limit, card }) =>
    (isKindWithoutCard(kind) || (kind === 'card' && isCardTerms(card))) && (limit === null || isLimit(limit)),
) as Guard<StorefrontChannel>;

function isCardTerms(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { brands, savedCards, marks = [] } = value;
  return [brands, savedCards, marks].every(Array.isArray);
}

/** Returns the session of a response without invalid channels. Returns null if the session is not valid. */
export function readSession(body: unknown): StorefrontSession | null {
  if (!isObject(body)) return null;
  const { order, mode, channels, openPayment, expiresAt, serverTime } = body;
  return isOrder(order) &&
    (mode === 'choose' || mode === 'hosted') &&
    Array.isArray(channels) &&
    (openPayment === null || isPayment(openPayment)) &&
    isTextOrNull(expiresAt) &&
    isText(serverTime)
    ? { order, mode, channels: channels.filter(isChannel), expiresAt, serverTime, openPayment }
    : null;
}
