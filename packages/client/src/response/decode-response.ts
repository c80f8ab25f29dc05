import { ContentEncodingError, decodeContent } from './content-encoding.ts';
import type { TransportResponse } from '../transports/transport.ts';

/** A response whose body has no coding. */
export interface DecodedResponse extends TransportResponse {
  /** Why the body could not be decoded. Continues the text "the response …". */
  readonly bodyError?: string | undefined;
}

/**
 * Decodes the body of a response. When that fails, the response has a `bodyError`, because its status is still
 * meaningful.
 */
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
