import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dispatch, FindMount, MountedPath } from '../../http/dispatch.ts';
import type { HttpRequest, RequestSource, HttpReply } from '../../http/route.ts';
import { CheckoutProblem } from '../../model/problem.ts';
import { decodeBytes, readMessage } from '../body.ts';
import type { ReadAddress } from '../visitor-address.ts';

interface NodeRequestInput<NativeRequest> extends MountedPath {
  readonly query: URLSearchParams;
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  /** The request of the framework. */
  readonly native: NativeRequest;
  readonly readAddress: () => string;
}

export class NodeRequest<NativeRequest> implements HttpRequest {
  readonly native: NativeRequest;
  readonly path: string;
  readonly mountPath: string;
  readonly query: URLSearchParams;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #readAddress: () => string;
  #clientAddress: string | undefined;

  constructor({ message, response, native, readAddress, ...target }: NodeRequestInput<NativeRequest>) {
    this.native = native;
    this.path = target.path;
    this.mountPath = target.mountPath;
    this.query = target.query;
    this.#message = message;
    this.#response = response;
    this.#readAddress = readAddress;
  }

  get method(): string {
    return this.#message.method ?? 'GET';
  }

  get trustsEveryAddress(): boolean {
    return false;
  }

  get parsedForm(): HttpRequest['parsedForm'] {
    return undefined;
  }

  get clientAddress(): string {
    return (this.#clientAddress ??= this.#readAddress());
  }

  header(name: string): string | undefined {
    return readHeader(this.#message, name);
  }

  async readBody(maxBytes?: number): Promise<Buffer> {
    if (this.#message.readableDidRead)
      throw new CheckoutProblem(
        'body-already-parsed',
        'The body was read before the checkout, so callbacks could not be verified. Pass the request to the checkout before any body parser.',
      );
    return decodeBytes(await readMessage(this.#message, maxBytes), this.header('content-encoding'), maxBytes);
  }

  onClose(listener: () => void): void {
    this.#response.once('close', listener);
  }
}

interface MessageHandlerParts<NativeRequest> {
  readonly dispatch: Dispatch;
  readonly findMount: FindMount;
  readonly readAddress: ReadAddress<NativeRequest>;
}

/** Resolves with false, without a response, for a request that is not below the mount path. */
export type MessageHandler<NativeRequest> = (
  message: IncomingMessage,
  response: ServerResponse,
  native: NativeRequest,
) => Promise<boolean>;

export function createMessageHandler<NativeRequest>({
  dispatch,
  findMount,
  readAddress,
}: MessageHandlerParts<NativeRequest>): MessageHandler<NativeRequest> {
  return async (message, response, native) => {
    const target = parseTarget(message.url ?? '');
    const mounted = target && findMount(target.pathname);
    if (target === undefined || mounted === undefined) return false;
    const request = new NodeRequest({
      ...mounted,
      query: target.searchParams,
      message,
      response,
      native,
      readAddress: () => readAddress(native, readConnection(message)),
    });
    sendReply(response, await dispatch(request));
    return true;
  };
}

/** The addresses from which the visitor's address is found. */
export function readConnection({ socket, headers }: IncomingMessage): Parameters<ReadAddress<unknown>>[1] {
  return {
    remoteAddress: socket.remoteAddress,
    forwardedFor: [headers['x-forwarded-for']].flat().join(','),
  };
}

/** Describes a request for a route of the shop. `native` is the request of the framework. */
export function describeMessage(
  native: unknown,
  message: IncomingMessage,
  clientAddress: string,
): RequestSource {
  return { native, clientAddress, header: (name) => readHeader(message, name) };
}

function readHeader({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/**
 * Parses a target that is a path, or a URL as a client sends it to a proxy (RFC 9112, 3.2). The parser is that of
 * `Request`, so all adapters find the same path.
 */
export function parseTarget(target: string): URL | undefined {
  const isPath = target.startsWith('/');
  if (!isPath && !/^https?:\/\//i.test(target)) return undefined;
  // The host is not used. With a base URL, `//pgw/health` would be a host and a path.
  return URL.parse(isPath ? `http://localhost${target}` : target) ?? undefined;
}

/** Sends a response with the methods of Node, because a framework or an app can replace its own. */
export function sendReply(res: ServerResponse, reply: HttpReply | undefined): void {
  // The app may have responded in the meantime, for example after a timeout of its own.
  if (res.headersSent) return;
  if (reply === undefined) {
    res.destroy();
    return;
  }
  res.statusCode = reply.status;
  for (const [name, value] of Object.entries(reply.headers))
    // The app may have set other cookies.
    if (name === 'Set-Cookie') res.appendHeader(name, value);
    else res.setHeader(name, value);
  // The rest of a refused body is not read, so no other request can be read from this connection (RFC 9112,
  // 9.3).
  const { req } = res;
  if (req.readableDidRead && !req.complete && req.httpVersionMajor < 2) res.setHeader('Connection', 'close');
  res.end(reply.body);
}
