import type { Request, Response } from 'express';
import type { HttpResponse } from '../handlers/responses.ts';

/** Interface document, endpoint 6. A client that accepts all or none of them gets the first one. */
const contentTypes = ['application/json', 'text/json', 'text/plain'];

/** Sends a response as JSON text, with the content type that the `Accept` header of the request prefers. */
export function sendResponse(incoming: Request, outgoing: Response, { status, body }: HttpResponse): void {
  const accepted = incoming.accepts(contentTypes);
  const contentType = accepted === false ? 'application/json' : accepted;
  outgoing
    .status(status)
    .set({ 'cache-control': 'no-store', 'content-type': `${contentType}; charset=utf-8` })
    .send(JSON.stringify(body));
}
