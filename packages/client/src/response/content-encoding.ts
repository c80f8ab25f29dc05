import zlib from 'node:zlib';
import type { TransportResponse } from '../transports/transport.ts';

interface DecodeOptions {
  /** The header `Content-Encoding`. */
  readonly contentEncoding: string | undefined;
  /** Maximum size of the decoded body, in bytes. */
  readonly maxBytes: number;
}

/** Error thrown by {@link decodeContent}. Its message continues the text "the body …". */
class ContentEncodingError extends Error {
  override readonly name = 'ContentEncodingError';
  readonly failure: 'unsupported' | 'damaged' | 'oversized';

  constructor(failure: ContentEncodingError['failure'], message: string) {
    super(message);
    this.failure = failure;
  }
}

/** A body has one coding, or two when a proxy encodes it again. */
const maxCodings = 3;

type Decode = (bytes: Uint8Array, options: zlib.ZlibOptions) => Uint8Array;

const decoders = new Map<string, Decode>([
  ['gzip', zlib.gunzipSync],
  ['x-gzip', zlib.gunzipSync],
  ['deflate', inflate],
  ['br', (bytes, { maxOutputLength }) => zlib.brotliDecompressSync(bytes, { maxOutputLength })],
]);

/**
 * Decodes a body with `Content-Encoding` gzip, deflate or br. Returns the same bytes when the body has no coding.
 *
 * @throws ContentEncodingError when a coding is not supported, when the body does not have its coding, and when the
 * decoded body is longer than `maxBytes`.
 */
export function decodeContent(body: Uint8Array, { contentEncoding, maxBytes }: DecodeOptions): Uint8Array {
  if (contentEncoding === undefined || body.length === 0) return body;
  const unsupported = findUnsupportedCoding(contentEncoding);
  if (unsupported !== undefined) {
    const quoted = JSON.stringify(unsupported.slice(0, 40));
    throw new ContentEncodingError(
      'unsupported',
      `has the Content-Encoding ${quoted}; only gzip, deflate and br are supported`,
    );
  }
  // The header has the codings in the order in which they were applied (RFC 9110, 8.4).
  return parseCodings(contentEncoding).reduceRight((bytes, coding) => decode(bytes, coding, maxBytes), body);
}

/**
 * Returns the first coding of a `Content-Encoding` that {@link decodeContent} does not support, or the whole header when
 * it has too many codings or an empty one. `identity` is only supported alone, because `fetch` decodes no list that contains it.
 */
export function findUnsupportedCoding(contentEncoding: string): string | undefined {
  const codings = parseCodings(contentEncoding);
  if (codings.length > maxCodings) return contentEncoding;
  const unsupported = codings.find((coding) => !decoders.has(coding));
  return unsupported === '' ? contentEncoding : unsupported;
}

/** Returns the codings in lower case. The list is empty when the body has no coding. */
function parseCodings(contentEncoding: string): string[] {
  const codings = contentEncoding.split(',').map((coding) => coding.trim().toLowerCase());
  return codings.length === 1 && (codings[0] === '' || codings[0] === 'identity') ? [] : codings;
}

function decode(bytes: Uint8Array, coding: string, maxBytes: number): Uint8Array {
  try {
    return decoders.get(coding)?.(bytes, { maxOutputLength: maxBytes }) ?? bytes;
  } catch (error) {
    if (error instanceof RangeError) {
      throw new ContentEncodingError('oversized', `has more than ${maxBytes} bytes after it was decoded`);
    }
    throw new ContentEncodingError(
      'damaged',
      `has the Content-Encoding "${coding}" but is not valid in this coding`,
    );
  }
}

/** Decodes the zlib format of RFC 9110, and the raw format of old servers. The zlib format begins with 8. */
function inflate(bytes: Uint8Array, options: zlib.ZlibOptions): Uint8Array {
  return ((bytes[0] ?? 0) & 0x0f) === 8
    ? zlib.inflateSync(bytes, options)
    : zlib.inflateRawSync(bytes, options);
}

/** A response whose body has no coding. */
export interface DecodedResponse extends TransportResponse {
  /** Why the body could not be decoded. Continues the text "the response …". */
  readonly bodyError?: string | undefined;
}

/** Decodes the body of a response. A failure is its `bodyError`, because the status is still meaningful. */
export function decodeResponse(response: TransportResponse, maxBytes: number): DecodedResponse {
  const { contentEncoding } = response;
  if (contentEncoding === undefined) return response;
  try {
    const body = decodeContent(response.body, { contentEncoding, maxBytes });
    return { ...response, contentEncoding: undefined, body };
  } catch (error) {
    if (error instanceof ContentEncodingError) return { ...response, bodyError: error.message };
    throw error;
  }
}
