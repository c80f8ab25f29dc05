import type { Request, Response } from 'express';
import type { HttpRequest } from '../../http/exchange.ts';
import { NodeRequest } from '../node/node-request.ts';
import { parseTarget } from '../target.ts';
import { getClientAddress, trustsEveryAddress } from './client-address.ts';
import { decodeBody, readRawBody } from './raw-body.ts';

/** A request of Node, whose body a parser of the app may have read, and whose address depends on a setting of the app. */
export class ExpressRequest extends NodeRequest<Request> {
  readonly #response: Response;

  constructor(native: Request, response: Response) {
    // Express has removed the path of the mount. The query does not depend on the setting `query parser`.
    const target = parseTarget(native.url);
    super({
      native,
      message: native,
      response,
      mountPath: native.baseUrl,
      path: target?.pathname ?? native.path,
      query: target?.searchParams ?? new URLSearchParams(),
      readAddress: () => getClientAddress(native),
    });
    this.#response = response;
  }

  override get trustsEveryAddress(): boolean {
    return trustsEveryAddress(this.native);
  }

  override get parsedForm(): HttpRequest['parsedForm'] {
    const body: unknown = this.native.body;
    const isParsed = typeof body === 'object' && body !== null && !Buffer.isBuffer(body);
    // Some versions of Express set an empty object although no parser has read the body.
    if (!isParsed || (!this.native.readableDidRead && Object.keys(body).length === 0)) return undefined;
    return { ...body };
  }

  override async readBody(): Promise<Buffer> {
    await decodeBody(this.native, this.#response);
    return readRawBody(this.native);
  }
}
