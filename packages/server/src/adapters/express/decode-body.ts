import express, { type Request, type RequestHandler, type Response } from 'express';
import { CheckoutProblem } from '../../model/problem.ts';
import { RequestAborted } from '../../http/exchange.ts';
import { maxBodyBytes } from '../body.ts';

/** Created by the first body with a coding. */
let parse: RequestHandler | undefined;

/**
 * Decodes a body with a `Content-Encoding` by the body parser of the app's Express, and keeps the bytes in
 * `req.body`.
 */
export async function decodeBody(req: Request, res: Response): Promise<void> {
  if (req.headers['content-encoding'] === undefined || isRead(req)) return;
  parse ??= express.raw({ type: () => true, limit: maxBodyBytes });
  const error = await new Promise<unknown>((resolve) => parse?.(req, res, resolve));
  if (error !== undefined) throw toProblem(error, req);
}

function isRead(req: Request): boolean {
  const body: unknown = req.body;
  return req.readableDidRead || Buffer.isBuffer(body) || typeof body === 'string';
}

function toProblem(error: unknown, req: Request): CheckoutProblem | RequestAborted {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  const coding = JSON.stringify(req.headers['content-encoding']?.slice(0, 40));
  switch (type) {
    case 'encoding.unsupported':
      return new CheckoutProblem(
        'unsupported-content-encoding',
        `The body has the Content-Encoding ${coding}, which the body parser of Express does not support. Send the body without a coding.`,
      );
    case 'entity.too.large':
      return new CheckoutProblem(
        'body-too-large',
        `The body has more than ${maxBodyBytes} bytes after it was decoded.`,
      );
    case 'request.aborted':
      return new RequestAborted();
    default:
      return new CheckoutProblem(
        'invalid-request',
        `The body has the Content-Encoding ${coding} but is not valid in this coding.`,
        { cause: error },
      );
  }
}
