import type { StorefrontOrder, StorefrontPayment } from '@pgw/protocol';
import type { StorefrontPaymentStatus } from '@pgw/protocol/internal';

// These guards and the `read…` functions of this folder validate every response of the shop's server. A
// `read…` function returns null for an invalid response. The zod library would be a third of the element's
// size.

export type LooseObject = Readonly<Record<string, unknown>>;

type Check = (value: unknown) => boolean;

/** A type guard. */
export type Guard<Shape> = (value: unknown) => value is Shape;

/** Names of members: `name` is a text, `name?` a text or null, and `name#` a whole number from 0. */
type Members = string;

const checksByMark: Readonly<Record<string, Check>> = { '?': isTextOrNull, '#': isCount };

/** Creates a guard for an object with these members. `checkOthers` checks the other members. */
export function isObjectWith(
  members: Members,
  checkOthers: (value: LooseObject) => boolean = () => true,
): Check {
  const expected = members.split(' ').map((member) => member.split(/(?=[?#])/));
  return (value) =>
    isObject(value) &&
    expected.every(([name = '', mark = '']) => (checksByMark[mark] ?? isText)(value[name])) &&
    checkOthers(value);
}

export function isObject(value: unknown): value is LooseObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a string that is not empty. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Creates a guard for one of several values. */
export function isOneOf(values: readonly unknown[]): Check {
  return (value) => values.includes(value);
}

export const isOrder = isObjectWith(
  'id currencyCode merchant description? merchantLogoUrl? timeZone? gateway? amount# exponent#',
  // No currency has more than 8 decimal digits.
  ({ exponent }) => Number(exponent) <= 8,
) as Guard<StorefrontOrder>;

const isState = isOneOf('pending paid authorized failed canceled expired refunding refunded'.split(' '));
const isMoney = isOneOf([undefined, 'not-taken', 'unknown']);
export const isPhoneLink = isObjectWith('url codeUrl');
/** How far a pending payment got, or who approves it. */
const isProgress = isOneOf([
  undefined,
  'start-unclear',
  'start-lost',
  'card-unclear',
  'not-sent',
  'second-person',
]);
const isReason = isOneOf([null, 'declined', 'funds', 'limit', 'min', 'card', 'authentication']);

const isRefund = isObjectWith('amount# date?', ({ isDone }) => typeof isDone === 'boolean');

const isLoyalty = isObjectWith('pointsAmount# moneyAmount#');

/** Whether a value describes a second payment. It is undefined for every other payment. */
function isSecondOrMissing(second: unknown): boolean {
  return (
    second === undefined || (isObject(second) && (second['refund'] === null || isRefund(second['refund'])))
  );
}

/** Whether a value is a payment whose order the server does not send to this browser. */
export const isPaymentStatus = isObjectWith(
  'reference',
  ({ order, state, money }) => order === undefined && isState(state) && isMoney(money),
) as Guard<StorefrontPaymentStatus>;

export const isPayment = isObjectWith(
  'reference date channel? bank? channelImageUrl? bankImageUrl? expiresAt? transactionNumber? orderUrl? fee#',
  ({ order, state, money, reason, second, approval, step, phone, loyalty }) =>
    isOrder(order) &&
    isState(state) &&
    isProgress(approval) &&
    isProgress(step) &&
    (phone === undefined || isPhoneLink(phone)) &&
    (loyalty === undefined || isLoyalty(loyalty)) &&
    isMoney(money) &&
    isReason(reason) &&
    isSecondOrMissing(second),
) as Guard<StorefrontPayment>;
