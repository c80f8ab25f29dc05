import type { Request } from 'express';

/** Returns the query of a request. It does not depend on the setting `query parser` of the app. */
export function readQuery({ url }: Request): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start));
}
