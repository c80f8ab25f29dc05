import type { StorefrontOrder, StorefrontPayment } from '@pgw/protocol';

// Every response of the shop's server is validated once, by these functions and by the readers beside this file. A reader returns
// null for a response that cannot be shown. zod would be a third of the element's size.

export type LooseObject = Readonly<Record<string, unknown>>;

type Check = (value: unknown) => boolean;

/** A type guard. */
export type Is<Shape> = (value: unknown) => value is Shape;

/** Members of an object, separated by spaces: `name` is a string, `name?` a string or null, `name#` a whole number from 0. */
type Members = string;

/** A guard for an object with these members, for which `isRest` is true as well. */
export function shape(members: Members, isRest: (value: LooseObject) => boolean = () => true): Check {
  const expected = members.split(' ').map((member) => member.split(/(?=[?#])/));
  return (value) =>
    isObject(value) &&
    expected.every(([name = '', mark]) =>
      (mark === '#' ? isCount : mark ? isTextOrNull : isText)(value[name]),
    ) &&
    isRest(value);
}

export function isObject(value: unknown): value is LooseObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** A guard for one of several values. */
export function isOneOf(names: readonly unknown[]): Check {
  return (value) => names.includes(value);
}

export const isOrder = shape(
  'id currencyCode merchant merchantLogoUrl? timeZone? gateway? amount# exponent#',
  ({ exponent }) => Number(exponent) <= 8,
) as Is<StorefrontOrder>;

const isState = isOneOf('pending paid authorized failed cancelled expired refunding refunded'.split(' '));
const isReason = isOneOf([null, 'declined', 'funds', 'limit', 'min', 'card']);

const isRefund = shape('amount#', ({ isDone }) => typeof isDone === 'boolean');

/** A payment of an order that was paid already. Older servers send no such field. */
function isSecondOrMissing(second: unknown): boolean {
  return (
    second === undefined || (isObject(second) && (second['refund'] === null || isRefund(second['refund'])))
  );
}

export const isPayment = shape(
  'reference date channel? bank? channelImageUrl? bankImageUrl? expiresAt? transactionNumber? orderUrl? fee#',
  ({ order, state, reason, second }) =>
    isOrder(order) && isState(state) && isReason(reason) && isSecondOrMissing(second),
) as Is<StorefrontPayment>;
