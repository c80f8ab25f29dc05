import type { StorefrontChannel, StorefrontSession } from '@pgw/protocol';
import {
  isObject,
  isOneOf,
  isOrder,
  isPayment,
  isText,
  isTextOrNull,
  shape,
  type Is,
} from './response-guards.ts';

/** The URL of an order's session. The loader of the script tag requests the same URL. */
export function sessionUrl(endpoint: string, order: string): string {
  return `${endpoint}/session?order=${encodeURIComponent(order)}`;
}

const isLimit = shape('amount#');
const isSimple = isOneOf(['direct', 'provider']);

/** False for a kind that only newer servers have. Such a channel is not in the list. */
const isChannel = shape(
  'name hint? imageUrl? group? id# fee#',
  ({ kind, limit, card }) =>
    (isSimple(kind) || (kind === 'card' && isCardTerms(card))) && (limit === null || isLimit(limit)),
) as Is<StorefrontChannel>;

function isCardTerms(value: unknown): boolean {
  return isObject(value) && Array.isArray(value['brands']) && Array.isArray(value['savedCards']);
}

/** The session, without channels that cannot be shown; null if it is not valid. */
export function readSession(body: unknown): StorefrontSession | null {
  if (!isObject(body)) return null;
  const { order, mode, channels, openPayment = null, expiresAt = null, serverTime } = body;
  return isOrder(order) &&
    (mode === 'choose' || mode === 'hosted') &&
    Array.isArray(channels) &&
    (openPayment === null || isPayment(openPayment)) &&
    isTextOrNull(expiresAt) &&
    isText(serverTime)
    ? { order, mode, channels: channels.filter(isChannel), expiresAt, serverTime, openPayment }
    : null;
}
