import type { Request, Response } from 'express';
import type { Answer } from './answers.ts';

/** interface, endpoint 6: response content types. The first is sent to a client that accepts any, or none of them. */
const contentTypes = ['application/json', 'text/json', 'text/plain'];

/** Sends an answer as JSON text, in the content type that the `Accept` header of the request prefers. */
export function sendAnswer(incoming: Request, outgoing: Response, { status, body }: Answer): void {
  const accepted = incoming.accepts(contentTypes);
  const contentType = accepted === false ? 'application/json' : accepted;
  outgoing
    .status(status)
    .set({ 'cache-control': 'no-store', 'content-type': `${contentType}; charset=utf-8` })
    .send(JSON.stringify(body));
}
