/** A response, which an adapter sends with its server framework. */
export interface HttpReply {
  /** The HTTP status. */
  readonly status: number;
  /** The headers by name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a response without a body. */
  readonly body: string | Uint8Array | undefined;
}

type Headers = HttpReply['headers'];

// The options are parameters of their own: a member that a library adds to all objects cannot be mistaken for one.

export function createTextReply(
  contentType: string,
  text: string,
  headers: Headers = {},
  status = 200,
): HttpReply {
  const length = String(Buffer.byteLength(text));
  return {
    status,
    headers: { ...headers, 'Content-Type': contentType, 'Content-Length': length },
    body: text,
  };
}

export function createJsonReply(body: object, headers?: Headers, status?: number): HttpReply {
  return createTextReply('application/json; charset=utf-8', JSON.stringify(body), headers, status);
}

export function createHtmlReply(html: string, headers?: Headers, status?: number): HttpReply {
  return createTextReply('text/html; charset=utf-8', html, headers, status);
}

/** Creates a redirect with GET. Characters that a header cannot contain are percent-encoded. */
export function createRedirect(url: string): HttpReply {
  // Buffer replaces halves of surrogate pairs, which cannot be encoded.
  const location = Buffer.from(url)
    .toString()
    .replaceAll(/[^\u0021-\u007e]+/g, encodeURIComponent);
  return { status: 303, headers: { Location: location, 'Content-Length': '0' }, body: undefined };
}
