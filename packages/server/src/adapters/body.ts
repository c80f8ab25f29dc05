import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { RequestAborted } from '../http/route.ts';
import { CheckoutProblem } from '../model/problem.ts';

/** The maximum size of a body, before and after it is decoded. The bodies of all routes are much smaller. */
export const maxBodyBytes = 100_000;

export function readMessage(req: IncomingMessage, maxBytes = maxBodyBytes): Promise<Buffer> {
  // Node's HTTP parser does not accept more bytes than Content-Length, so a short body need not be counted.
  const contentLength = Number(req.headers['content-length']);
  return contentLength <= maxBytes && !req.destroyed ? readShort(req) : readStream(req, maxBytes);
}

export function createTooLargeProblem(maxBytes = maxBodyBytes, when = ''): CheckoutProblem {
  return new CheckoutProblem('body-too-large', `The body has more than ${maxBytes} bytes${when}.`);
}

export function createDecodingProblem(name: string, cause: unknown): CheckoutProblem {
  const detail = `The body has the Content-Encoding ${name} but is not valid in this coding.`;
  return new CheckoutProblem('invalid-request', detail, { cause });
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

async function readStream(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      byteCount += chunk.length;
      if (byteCount > maxBytes) throw createTooLargeProblem(maxBytes);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    throw error instanceof CheckoutProblem ? error : new RequestAborted();
  }
}

/** They run in this thread, because a body has at most `maxBodyBytes`, also after it is decoded. */
const decoders: Readonly<Record<string, (bytes: Uint8Array, maxOutputLength: number) => Buffer>> = {
  gzip: (bytes, maxOutputLength) => gunzipSync(bytes, { maxOutputLength }),
  deflate: (bytes, maxOutputLength) => inflateSync(bytes, { maxOutputLength }),
  br: (bytes, maxOutputLength) => brotliDecompressSync(bytes, { maxOutputLength }),
  identity: (bytes) => Buffer.from(bytes),
};

/** Decodes a body by its `Content-Encoding`: gzip, deflate or br. */
export function decodeBytes(
  bytes: Buffer,
  contentEncoding: string | undefined,
  maxBytes = maxBodyBytes,
): Buffer {
  if (contentEncoding === undefined) return bytes;
  const coding = contentEncoding.trim().toLowerCase();
  const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
  const name = JSON.stringify(contentEncoding.slice(0, 40));
  if (decode === undefined) {
    throw new CheckoutProblem(
      'unsupported-content-encoding',
      `The body has the Content-Encoding ${name}, which is not gzip, deflate or br. Send the body without a coding.`,
    );
  }
  try {
    return decode(bytes, maxBytes);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE')
      throw createTooLargeProblem(maxBytes, ' after it was decoded');
    throw createDecodingProblem(name, cause);
  }
}
