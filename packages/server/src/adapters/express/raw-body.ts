import type { IncomingMessage, ServerResponse } from 'node:http';
import { CheckoutProblem } from '../../model/problem.ts';
import { createTooLargeProblem, maxBodyBytes, readMessage } from '../body.ts';

interface BodyRequest extends IncomingMessage {
  readonly rawBody?: unknown;
  readonly body?: unknown;
}

/**
 * Reads the bytes of a request's body from `rawBody`, from an unparsed Buffer or text in `body`, or from the
 * stream.
 */
export async function readRawBody(req: BodyRequest): Promise<Buffer> {
  const parsedBytes = findParsedBytes(req);
  if (parsedBytes !== undefined) {
    if (parsedBytes.length > maxBodyBytes) throw createTooLargeProblem();
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
  return readMessage(req);
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
  Object.assign(req, { rawBody: Buffer.from(bytes) });
}
