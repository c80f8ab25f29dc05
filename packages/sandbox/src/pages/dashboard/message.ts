import { readQueryParameter } from '../fields.ts';

const maxMessageLength = 300;

/** Reads the message about an operation from the URL of the page that follows it. Empty without an operation. */
export function readMessage(incoming: { readonly url: string }, parameter = 'message'): string {
  return readQueryParameter(incoming, parameter).slice(0, maxMessageLength);
}

/** Returns the URL of a page that shows a message. */
export function toUrlWithMessage(
  path: string,
  message: string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  return `${path}?${new URLSearchParams({ ...parameters, message }).toString()}`;
}
