import type { Request } from 'express';

/** A request with a transaction or session number in its path, as `:number`. */
export type RequestWithNumber = Request<{ number: string }>;

/** Returns the value of a form field, or an empty text when the field is missing or repeated. */
export function readField(incoming: { readonly body?: unknown }, name: string): string {
  const [value = '', ...otherValues] = readFields(incoming, name);
  return otherValues.length === 0 ? value : '';
}

/** Returns all values of a form field. */
export function readFields(incoming: { readonly body?: unknown }, name: string): string[] {
  const { body } = incoming;
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return [];
  const value: unknown = Object.entries(body).find(([key]) => key === name)?.[1];
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((item) => typeof item === 'string');
}

/** Returns the value of a query parameter, or an empty text when it is missing. */
export function readQueryParameter(incoming: { readonly url: string }, name: string): string {
  return new URL(incoming.url, 'http://sandbox').searchParams.get(name) ?? '';
}

/** True when a form was sent for a state that has changed since. `seen` is empty for a program without a form. */
export function isOutdated(seen: string, current: number): boolean {
  return seen !== '' && seen !== String(current);
}

/** Returns the row id that a path contains, or undefined when it is not a number. */
export function parseRowId(text: string): number | undefined {
  // Numbers of up to 15 digits are safe integers.
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Returns the value of a cookie, or an empty text when it is missing. */
export function readCookie(
  incoming: { readonly headers: { readonly cookie?: string | undefined } },
  name: string,
): string {
  for (const pair of (incoming.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = pair.split('=');
    if (key?.trim() === name) return value.trim();
  }
  return '';
}
