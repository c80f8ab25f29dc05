import type { Response } from 'express';

/**
 * Sends a text without `res.json` and `res.send`. An app may have replaced them, for example to wrap every response, and
 * its settings change what they send (`json replacer`, `json spaces`). They would also compute an ETag for responses
 * that must not be stored.
 */
export function sendText(res: Response, contentType: string, text: string): void {
  res.setHeader('Content-Type', contentType);
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}

/** Sends JSON with the status that is already set. */
export function sendJson(res: Response, body: object): void {
  sendText(res, 'application/json; charset=utf-8', JSON.stringify(body));
}

/** Sends a page with the status that is already set. */
export function sendHtml(res: Response, html: string): void {
  sendText(res, 'text/html; charset=utf-8', html);
}
