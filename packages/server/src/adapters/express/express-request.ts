import type { Request, Response } from 'express';
import type { HttpRequest } from '../../http/exchange.ts';
import { parseTarget } from '../target.ts';
import { getClientAddress, trustsEveryAddress } from './client-address.ts';
import { decodeBody } from './decode-body.ts';
import { readRawBody } from './raw-body.ts';

export class ExpressRequest implements HttpRequest {
  readonly native: Request;
  readonly #response: Response;
  readonly #target: URL | undefined;

  constructor(request: Request, response: Response) {
    this.native = request;
    this.#response = response;
    // Express has removed the path of the mount.
    this.#target = parseTarget(request.url);
  }

  get method(): string {
    return this.native.method;
  }

  get path(): string {
    return this.#target?.pathname ?? this.native.path;
  }

  /** Does not depend on the setting `query parser` of the app. */
  get query(): URLSearchParams {
    return this.#target?.searchParams ?? new URLSearchParams();
  }

  get mountPath(): string {
    return this.native.baseUrl;
  }

  get clientAddress(): string {
    return getClientAddress(this.native);
  }

  get trustsEveryAddress(): boolean {
    return trustsEveryAddress(this.native);
  }

  get parsedForm(): Readonly<Record<string, unknown>> | undefined {
    const body: unknown = this.native.body;
    const isParsed = typeof body === 'object' && body !== null && !Buffer.isBuffer(body);
    // Some versions of Express set an empty object although no parser has read the body.
    if (!isParsed || (!this.native.readableDidRead && Object.keys(body).length === 0)) return undefined;
    return { ...body };
  }

  header(name: string): string | undefined {
    const value = this.native.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  async readBody(): Promise<Buffer> {
    await decodeBody(this.native, this.#response);
    return readRawBody(this.native);
  }

  onClose(listener: () => void): void {
    this.#response.once('close', listener);
  }
}
