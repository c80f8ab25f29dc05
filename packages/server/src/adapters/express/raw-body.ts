import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestAborted } from '../../http/request.ts';
import { CheckoutProblem } from '../../model/problem.ts';

/** The maximum size of a body, before and after it is decoded. The bodies of all routes are much smaller. */
export const maxBodyBytes = 100_000;

interface BodyRequest extends IncomingMessage {
  readonly rawBody?: unknown;
  readonly body?: unknown;
}

/**
 * Reads the bytes of a request's body from `rawBody`, from an unparsed Buffer or text in `body`, or from the
 * stream.
 *
 * @throws CheckoutProblem `body-already-parsed` when a parser has read the stream and has not kept the raw
 * bytes. Callbacks cannot be verified without them. `body-too-large` when the body has more than 100,000
 * bytes.
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
  // Node's HTTP parser does not accept more bytes than Content-Length, so a short body need not be counted.
  const contentLength = Number(req.headers['content-length']);
  return contentLength <= maxBodyBytes && !req.destroyed ? readShort(req) : readStream(req);
}

/** Returns the bytes that a body parser has kept. */
function findParsedBytes({ rawBody, body }: BodyRequest): Buffer | undefined {
  if (Buffer.isBuffer(rawBody)) return rawBody;
  if (Buffer.isBuffer(body)) return body;
  return typeof body === 'string' ? Buffer.from(body, 'utf8') : undefined;
}

function createTooLargeProblem(): CheckoutProblem {
  return new CheckoutProblem('body-too-large', `The body has more than ${maxBodyBytes} bytes.`);
}

/** Reads a body with events, because an async iterator takes several times as long for one chunk. */
function readShort(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let isComplete = false;
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.once('end', () => {
      isComplete = true;
      const [firstChunk] = chunks;
      resolve(firstChunk !== undefined && chunks.length === 1 ? firstChunk : Buffer.concat(chunks));
    });
    req.once('error', () => reject(new RequestAborted()));
    // The sender may disconnect before the end. Without this listener, the promise would never settle. Every
    // request emits `close`, so the error is only created if the body is incomplete.
    req.once('close', () => {
      if (!isComplete) reject(new RequestAborted());
    });
  });
}

async function readStream(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      byteCount += chunk.length;
      if (byteCount > maxBodyBytes) throw createTooLargeProblem();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    throw error instanceof CheckoutProblem ? error : new RequestAborted();
  }
}

/**
 * Keeps the raw bytes of a body: `express.json({ verify: captureRawBody })`. The verification of callbacks
 * needs them when the app parses bodies before the checkout.
 */
export function captureRawBody(req: IncomingMessage, _res: ServerResponse, bytes: Buffer): void {
  Object.assign(req, { rawBody: Buffer.from(bytes) });
}
