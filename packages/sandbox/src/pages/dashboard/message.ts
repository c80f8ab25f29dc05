import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readQueryParameter } from '../fields.ts';

/** The key of this process. A link of another page cannot have a valid signature of a message. */
const key = randomBytes(32);

function signMessage(message: string): string {
  return createHmac('sha256', key).update(message).digest('base64url');
}

/** Empty without an operation, and for a message that this sandbox has not written. */
export function readMessage(incoming: { readonly url: string }, parameter = 'message'): string {
  const message = readQueryParameter(incoming, parameter);
  const signature = Buffer.from(readQueryParameter(incoming, `${parameter}-signature`));
  const expected = Buffer.from(signMessage(message));
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? message : '';
}

export function toMessageParameters(
  message: string,
  parameter = 'message',
): Readonly<Record<string, string>> {
  return { [parameter]: message, [`${parameter}-signature`]: signMessage(message) };
}

/** Returns the URL of a page that shows a message. */
export function toUrlWithMessage(
  path: string,
  message: string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  return `${path}?${new URLSearchParams({ ...parameters, ...toMessageParameters(message) }).toString()}`;
}
