import type {
  CardKey,
  CardTerms,
  StartAnswer,
  StorefrontBank,
  StorefrontChannel,
  StorefrontOrder,
  StorefrontPayment,
  StorefrontRedirect,
  StorefrontSession,
} from '@pgw/protocol';

// The border of the browser: what the shop's server sent is read here, by hand, once. A reader gives null for anything
// that it can't draw, and the caller shows a state of the element for that; nothing below these functions checks again.

type Loose = Readonly<Record<string, unknown>>;

const states = ['pending', 'paid', 'authorized', 'failed', 'cancelled', 'expired', 'refunding', 'refunded'];
const reasons = ['declined', 'funds', 'limit', 'min', 'card'];
const bankCategories = ['personal', 'business'];
const bankStates = ['available', 'offline', 'maintenance'];

export function readSession(body: unknown): StorefrontSession | null {
  if (!isObject(body) || !isOrder(body['order']) || !Array.isArray(body['channels'])) return null;
  const { order, mode, openPayment = null, expiresAt = null, serverTime } = body;
  if (mode !== 'choose' && mode !== 'hosted') return null;
  if (openPayment !== null && !isPayment(openPayment)) return null;
  if (!isTextOrNull(expiresAt) || !isText(serverTime)) return null;
  // A kind of a newer server is left out rather than drawn wrongly.
  const channels = body['channels'].filter(isChannel);
  return { order, mode, channels, expiresAt, serverTime, openPayment };
}

export function readBanks(body: unknown): readonly StorefrontBank[] | null {
  if (!isObject(body) || !Array.isArray(body['banks'])) return null;
  const seen = new Set<string>();
  return body['banks'].filter(
    (bank): bank is StorefrontBank => isBank(bank) && !seen.has(bank.id) && seen.add(bank.id).size > 0,
  );
}

export function readStart(body: unknown): StartAnswer | null {
  if (!isObject(body) || !isPayment(body['payment'])) return null;
  const { payment, redirect } = body;
  if (isObject(redirect) && redirect['type'] === 'card')
    return isCardKey(redirect['key']) ? { payment, redirect: { type: 'card', key: redirect['key'] } } : null;
  return isRedirect(redirect) ? { payment, redirect } : null;
}

export function readPayment(body: unknown): StorefrontPayment | null {
  return isPayment(body) ? body : null;
}

export function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isOrder(value: unknown): value is StorefrontOrder {
  return (
    isObject(value) &&
    isText(value['id']) &&
    isAmount(value['amount']) &&
    isText(value['currencyCode']) &&
    isAmount(value['exponent']) &&
    value['exponent'] <= 8 &&
    isText(value['merchant']) &&
    isTextOrNull(value['merchantLogoUrl']) &&
    isTextOrNull(value['timeZone']) &&
    isTextOrNull(value['gateway'])
  );
}

function isChannel(value: unknown): value is StorefrontChannel {
  return (
    isObject(value) &&
    isAmount(value['id']) &&
    isText(value['name']) &&
    (value['kind'] === 'direct' ||
      value['kind'] === 'provider' ||
      (value['kind'] === 'card' && isCardTerms(value['card']))) &&
    isTextOrNull(value['hint']) &&
    isTextOrNull(value['imageUrl']) &&
    isTextOrNull(value['group']) &&
    isAmount(value['fee']) &&
    (value['limit'] === null || (isObject(value['limit']) && isAmount(value['limit']['amount'])))
  );
}

function isCardTerms(value: unknown): value is CardTerms {
  return isObject(value) && Array.isArray(value['brands']) && Array.isArray(value['savedCards']);
}

function isCardKey(value: unknown): value is CardKey {
  return isObject(value) && isText(value['kid']) && isText(value['x']) && isText(value['y']);
}

function isBank(value: unknown): value is StorefrontBank {
  return (
    isObject(value) &&
    isText(value['id']) &&
    isText(value['displayName']) &&
    isText(value['name']) &&
    Array.isArray(value['aliases']) &&
    value['aliases'].every(isText) &&
    (value['category'] === null || isOneOf(bankCategories, value['category'])) &&
    isTextOrNull(value['imageUrl']) &&
    isOneOf(bankStates, value['status'])
  );
}

export function isPayment(value: unknown): value is StorefrontPayment {
  return (
    isObject(value) &&
    isText(value['reference']) &&
    isOrder(value['order']) &&
    isOneOf(states, value['state']) &&
    (value['reason'] === null || isOneOf(reasons, value['reason'])) &&
    isTextOrNull(value['channel']) &&
    isTextOrNull(value['bank']) &&
    isTextOrNull(value['channelImageUrl']) &&
    isTextOrNull(value['bankImageUrl']) &&
    isAmount(value['fee']) &&
    isTextOrNull(value['expiresAt']) &&
    isTextOrNull(value['transactionNumber']) &&
    isText(value['date']) &&
    isTextOrNull(value['orderUrl'])
  );
}

export function isRedirect(value: unknown): value is StorefrontRedirect {
  if (!isObject(value)) return false;
  if (value['type'] === 'url') return isText(value['url']);
  return value['type'] === 'script' && isText(value['script']) && isTextOrNull(value['url']);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isOneOf(names: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && names.includes(value);
}
