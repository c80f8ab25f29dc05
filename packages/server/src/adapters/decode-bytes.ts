import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { CheckoutProblem } from '../model/problem.ts';
import { maxBodyBytes } from './read-message.ts';

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Promise<Buffer>>> = {
  gzip: (bytes) => promisify(gunzip)(bytes, { maxOutputLength: maxBodyBytes }),
  deflate: (bytes) => promisify(inflate)(bytes, { maxOutputLength: maxBodyBytes }),
  br: (bytes) => promisify(brotliDecompress)(bytes, { maxOutputLength: maxBodyBytes }),
  identity: (bytes) => Promise.resolve(Buffer.from(bytes)),
};

/** Decodes a body by its `Content-Encoding`: gzip, deflate or br. */
export async function decodeBytes(bytes: Buffer, contentEncoding: string | undefined): Promise<Buffer> {
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
    return await decode(bytes);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE')
      throw new CheckoutProblem(
        'body-too-large',
        `The body has more than ${maxBodyBytes} bytes after it was decoded.`,
      );
    throw new CheckoutProblem(
      'invalid-request',
      `The body has the Content-Encoding ${name} but is not valid in this coding.`,
      { cause },
    );
  }
}
