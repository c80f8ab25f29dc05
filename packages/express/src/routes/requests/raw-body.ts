import type { IncomingMessage, ServerResponse } from 'node:http';
import { CheckoutProblem } from '../../payments/problem.ts';

/** The bodies of all routes are much smaller. */
const limitBytes = 100_000;

interface MaybeParsed extends IncomingMessage {
  readonly rawBody?: unknown;
  readonly body?: unknown;
}

/**
 * The bytes of a request's body: from `rawBody`, from an unparsed Buffer or text in `body`, or from the
 * stream.
 *
 * @throws CheckoutProblem `body-already-parsed` when a parser has consumed the stream and kept no raw bytes:
 * then a callback cannot be verified. `body-too-large` over 100,000 bytes.
 */
export async function readRawBody(req: MaybeParsed): Promise<Buffer> {
  if (Buffer.isBuffer(req.rawBody)) return req.rawBody;
  if (Buffer.isBuffer(req.body)) return req.body;
  if (typeof req.body === 'string') return Buffer.from(req.body, 'utf8');
  if (req.readableEnded || req.readableDidRead) {
    throw new CheckoutProblem(
      'body-already-parsed',
      'A body parser ran before the checkout and kept no raw bytes, so callbacks could not be verified. Either mount the ' +
        'checkout before it (app.use(mountPath, checkout.router) above app.use(express.json())), or let it keep them: ' +
        "express.json({ verify: captureRawBody }) with captureRawBody from '@pgw/express'.",
    );
  }
  // Node's HTTP parser accepts no more bytes than Content-Length, so a short body needs no counting.
  const announced = Number(req.headers['content-length']);
  return announced <= limitBytes && !req.destroyed ? readShort(req) : readStream(req);
}

/**
 * The sender has disconnected before the body was complete. No response can be sent, and the shop has no
 * error.
 */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted';

  constructor() {
    super('The connection was closed before the body was complete.');
  }
}

/** Uses events: for one chunk an async iterator takes several times as long. */
function readShort(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let isWhole = false;
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.once('end', () => {
      isWhole = true;
      const [only] = chunks;
      resolve(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks));
    });
    req.once('error', () => reject(new RequestAborted()));
    // The sender may disconnect before the end; without this listener the promise would never settle. Every
    // request emits `close`, so the error is only created if the body is incomplete.
    req.once('close', () => {
      if (!isWhole) reject(new RequestAborted());
    });
  });
}

async function readStream(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limitBytes) {
        throw new CheckoutProblem('body-too-large', `The body has more than ${limitBytes} bytes.`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    throw error instanceof CheckoutProblem ? error : new RequestAborted();
  }
}

/**
 * For `express.json({ verify: captureRawBody })`: keeps the raw bytes, which the verification of callbacks
 * needs when the app parses bodies before the checkout.
 */
export function captureRawBody(req: IncomingMessage, _res: ServerResponse, bytes: Buffer): void {
  Object.assign(req, { rawBody: Buffer.from(bytes) });
}
