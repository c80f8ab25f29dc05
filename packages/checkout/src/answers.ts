import type { StorefrontChannel, StorefrontOrder, StorefrontPayment, StorefrontSession } from '@pgw/protocol';

// The border of the browser: what the shop's server sent is read here, by hand, once. A reader gives null for anything
// that it can't draw, and the caller shows a state of the element for that; nothing below these functions checks again.

export type Loose = Readonly<Record<string, unknown>>;

type Check = (value: unknown) => boolean;

/** Tells whether a value has a shape. */
export type Is<Shape> = (value: unknown) => value is Shape;

/** Members of an object, with spaces between them: `name` is a text, `name?` a text or null, `name#` a count. */
type Members = string;

/** Tells whether a value is an object with these members, and what else it must be. */
export function shape(members: Members, isRest: (value: Loose) => boolean = () => true): Check {
  const wanted = members.split(' ').map((member) => member.split(/(?=[?#])/));
  return (value) =>
    isObject(value) &&
    wanted.every(([name = '', mark]) =>
      (mark === '#' ? isCount : mark ? isTextOrNull : isText)(value[name]),
    ) &&
    isRest(value);
}

export function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** One of some names, or null where that is one of them too. */
export function isOneOf(names: readonly unknown[]): Check {
  return (value) => names.includes(value);
}

export const isOrder = shape(
  'id currencyCode merchant merchantLogoUrl? timeZone? gateway? amount# exponent#',
  ({ exponent }) => Number(exponent) <= 8,
) as Is<StorefrontOrder>;

const isState = isOneOf('pending paid authorized failed cancelled expired refunding refunded'.split(' '));
const isReason = isOneOf([null, 'declined', 'funds', 'limit', 'min', 'card']);

export const isPayment = shape(
  'reference date channel? bank? channelImageUrl? bankImageUrl? expiresAt? transactionNumber? orderUrl? fee#',
  ({ order, state, reason }) => isOrder(order) && isState(state) && isReason(reason),
) as Is<StorefrontPayment>;

const isLimit = shape('amount#');
const isSimple = isOneOf(['direct', 'provider']);

/** A kind of a newer server is left out rather than drawn wrongly. */
const isChannel = shape(
  'name hint? imageUrl? group? id# fee#',
  ({ kind, limit, card }) =>
    (isSimple(kind) || (kind === 'card' && isCardTerms(card))) && (limit === null || isLimit(limit)),
) as Is<StorefrontChannel>;

function isCardTerms(value: unknown): boolean {
  return isObject(value) && Array.isArray(value['brands']) && Array.isArray(value['savedCards']);
}

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

export function readPayment(body: unknown): StorefrontPayment | null {
  return isPayment(body) ? body : null;
}
