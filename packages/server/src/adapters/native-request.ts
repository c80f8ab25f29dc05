import { InvalidRequestError } from '@pgw/protocol';
import type { MountedPart } from '../http/dispatch.ts';

/** The members of an object, each with the result of `typeof`. */
type Members = Readonly<Record<string, 'object' | 'function' | 'string'>>;

/**
 * Requires that an argument is the object of the server framework that it should be, because code in JavaScript may pass any value.
 *
 * @throws InvalidRequestError with the name of the method, of the argument, and of a missing member.
 */
export function requireNative(
  method: string,
  { name, value, members }: { readonly name: string; readonly value: unknown; readonly members: Members },
): void {
  const missing = Object.entries(members).find(([member, type]) => {
    const found: unknown =
      typeof value === 'object' && value !== null ? Reflect.get(value, member) : undefined;
    return typeof found !== type || found === null;
  });
  if (missing === undefined) return;
  const message = `must be the object that the server framework passes, with the member ${missing[0]}`;
  throw new InvalidRequestError(method, [{ path: name, message }]);
}

/** Requires that the argument of `checkout.mount` is a part of the shop with its path. */
export function requirePart(part: MountedPart): MountedPart {
  const hasMembers =
    typeof part === 'object' &&
    part !== null &&
    typeof Reflect.get(part, 'path') === 'string' &&
    typeof Reflect.get(part, 'dispatch') === 'function';
  if (hasMembers) return part;
  const message = 'must be an object with path and dispatch, such as the result of createOffice';
  throw new InvalidRequestError('checkout.mount', [{ path: 'part', message }]);
}
