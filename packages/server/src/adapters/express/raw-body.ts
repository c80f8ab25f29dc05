import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { requireNative } from '../native-request.ts';
import { RequestAborted } from '../../http/route.ts';
import { CheckoutProblem } from '../../model/problem.ts';
import { createDecodingProblem, createTooLargeProblem, maxBodyBytes, readMessage } from '../body.ts';

interface BodyRequest extends IncomingMessage {
  readonly rawBody?: unknown;
  readonly body?: unknown;
}

/**
 * Reads the bytes of a request's body from `rawBody`, from an unparsed Buffer or text in `body`, or from the
 * stream.
 */
export async function readRawBody(req: BodyRequest, maxBytes = maxBodyBytes): Promise<Buffer> {
  const parsedBytes = findParsedBytes(req);
  if (parsedBytes !== undefined) {
    if (parsedBytes.length > maxBytes) throw createTooLargeProblem(maxBytes);
    return parsedBytes;
  }
  if (req.readableEnded || req.readableDidRead) {
    throw new CheckoutProblem(
      'body-already-parsed',
      'A body parser ran before the checkout and kept no raw bytes, so callbacks could not be verified. Either mount the ' +
        'checkout before it (app.use(mountPath, checkout.router) above app.use(express.json())), or let it keep them: ' +
        "express.json({ verify: captureRawBody }) with captureRawBody from '@pgw/express'.",
    );
  }
  return readMessage(req, maxBytes);
}

/** Returns the bytes that a body parser has kept. */
function findParsedBytes({ rawBody, body }: BodyRequest): Buffer | undefined {
  if (Buffer.isBuffer(rawBody)) return rawBody;
  if (Buffer.isBuffer(body)) return body;
  return typeof body === 'string' ? Buffer.from(body, 'utf8') : undefined;
}

/**
 * Keeps the raw bytes of a body: `express.json({ verify: captureRawBody })`. The verification of callbacks
 * needs them when the app parses bodies before the checkout.
 */
export function captureRawBody(req: IncomingMessage, _res: ServerResponse, bytes: Buffer): void {
  requireNative('captureRawBody', { name: 'req', value: req, members: { headers: 'object' } });
  requireNative('captureRawBody', { name: 'bytes', value: bytes, members: { buffer: 'object' } });
  Object.assign(req, { rawBody: Buffer.from(bytes) });
}

/** Created by the first body with a coding. */
let parse: RequestHandler | undefined;

/**
 * Decodes a body by the body parser of the app's Express, and keeps the bytes in `req.body`. The accepted codings
 * are therefore the same when a body parser of the app reads the body first.
 */
export async function decodeBody(req: Request, res: Response): Promise<void> {
  const contentEncoding = req.headers['content-encoding'];
  if (contentEncoding === undefined || req.readableDidRead || findParsedBytes(req) !== undefined) return;
  parse ??= express.raw({ type: () => true, limit: maxBodyBytes });
  const error = await new Promise<unknown>((resolve) => parse?.(req, res, resolve));
  if (error === undefined) return;
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  const coding = JSON.stringify(contentEncoding.slice(0, 40));
  switch (type) {
    case 'encoding.unsupported':
      throw new CheckoutProblem(
        'unsupported-content-encoding',
        `The body has the Content-Encoding ${coding}, which the body parser of Express does not support. Send the body without a coding.`,
      );
    case 'entity.too.large':
      throw createTooLargeProblem(maxBodyBytes, ' after it was decoded');
    case 'request.aborted':
      throw new RequestAborted();
    default:
      throw createDecodingProblem(coding, error);
  }
}
