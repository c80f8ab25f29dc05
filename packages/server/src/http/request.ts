/** A request of a browser or of the gateway, as an adapter of a server framework passes it to the checkout. */
export interface HttpRequest {
  /** The method in upper case. */
  readonly method: string;
  /** The path below the mount path, percent-encoded, starting with `/`. */
  readonly path: string;
  /** The query, without values that an app may have parsed differently. */
  readonly query: URLSearchParams;
  /** The path at which the framework has mounted the checkout. Undefined if the framework does not tell it. */
  readonly mountPath: string | undefined;
  /** Returns the value of a header. The name is in lower case. */
  header(name: string): string | undefined;
  /**
   * Reads the bytes of the body, without its `Content-Encoding`.
   *
   * @throws CheckoutProblem `body-already-parsed`, `body-too-large`, `unsupported-content-encoding`, or
   * `invalid-request` when the coding is damaged. RequestAborted when the sender has disconnected.
   */
  readBody(): Promise<Buffer>;
  /** The fields of a form, if a parser of the app has read the body before the checkout. */
  readonly parsedForm: Readonly<Record<string, unknown>> | undefined;
  /** The IP address of the visitor, with the framework's rules for proxies. */
  readonly clientAddress: string;
  /** Whether the framework trusts every proxy, so that a visitor can claim any address. */
  readonly trustsEveryAddress: boolean;
  /** Calls the listener once, when the response was sent or the connection was closed. */
  onClose(listener: () => void): void;
  /** The request of the framework. `resolveOrder`, `resolveVisitor` and `resolveCustomer` receive it. */
  readonly native: unknown;
}

/** A request, the parameters in its path, and the headers of its response, which is not known yet. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly params: Readonly<Record<string, string>>;
  /** The headers of every response to this request, including an error. The headers of a reply replace them. */
  readonly headers: Record<string, string>;
}

/** The sender has disconnected before the body was complete. No response can be sent, and no event is emitted. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted';

  constructor() {
    super('The connection was closed before the body was complete.');
  }
}
