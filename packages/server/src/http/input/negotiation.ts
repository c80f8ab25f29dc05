import Negotiator from 'negotiator';
import type { HttpRequest } from '../route.ts';

/** Reads what the browser accepts: languages, content codings and media types, the preferred ones first. */
export function negotiate(request: HttpRequest): Negotiator {
  const names = ['accept', 'accept-encoding', 'accept-language'];
  const headers = Object.fromEntries(names.map((name) => [name, request.header(name)]));
  return new Negotiator({ headers });
}
