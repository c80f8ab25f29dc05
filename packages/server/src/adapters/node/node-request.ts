import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpRequest } from '../../http/exchange.ts';
import { CheckoutProblem } from '../../model/problem.ts';
import { decodeBytes, readMessage } from '../body.ts';
import type { MountedPath } from '../target.ts';

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
  readonly trustsEveryAddress = false;
  readonly parsedForm = undefined;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #readAddress: () => string;

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

  get clientAddress(): string {
    return this.#readAddress();
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  async readBody(): Promise<Buffer> {
    if (this.#message.readableDidRead)
      throw new CheckoutProblem(
        'body-already-parsed',
        'The body was read before the checkout, so callbacks could not be verified. Pass the request to the checkout before any body parser.',
      );
    return decodeBytes(await readMessage(this.#message), this.header('content-encoding'));
  }

  onClose(listener: () => void): void {
    this.#response.once('close', listener);
  }
}
