import { RequestAborted, type HttpRequest } from '../../http/route.ts';
import { CheckoutProblem } from '../../model/problem.ts';
import { decodeBytes, createTooLargeProblem, maxBodyBytes } from '../body.ts';
import type { MountedPath } from '../../http/dispatch.ts';

export class WebRequest implements HttpRequest {
  readonly native: Request;
  readonly path: string;
  readonly mountPath: string;
  readonly trustsEveryAddress = false;
  readonly parsedForm = undefined;
  /** Whether the body was refused before all of it was read. */
  hasUnreadBody = false;
  readonly #readAddress: () => string;
  #clientAddress: string | undefined;
  readonly #closeListeners: (() => void)[] = [];

  constructor(request: Request, { path, mountPath }: MountedPath, readAddress: () => string) {
    this.native = request;
    this.path = path;
    this.mountPath = mountPath;
    this.#readAddress = readAddress;
  }

  get method(): string {
    return this.native.method;
  }

  get query(): URLSearchParams {
    return new URL(this.native.url).searchParams;
  }

  get clientAddress(): string {
    return (this.#clientAddress ??= this.#readAddress());
  }

  header(name: string): string | undefined {
    // Next.js removes `Content-Encoding` from the response of a route handler, so a compressed script could not be read.
    if (name === 'accept-encoding' && isOfNext(this.native)) return undefined;
    return this.native.headers.get(name) ?? undefined;
  }

  async readBody(maxBytes = maxBodyBytes): Promise<Buffer> {
    const { native } = this;
    if (native.bodyUsed)
      throw new CheckoutProblem(
        'body-already-parsed',
        'The body was read before the checkout, so callbacks could not be verified. Pass the request to the checkout before its body is read.',
      );
    return decodeBytes(await this.#readBytes(maxBytes), this.header('content-encoding'), maxBytes);
  }

  /** Reads the body. The rest of a body that is too large is not read. */
  async #readBytes(maxBytes: number): Promise<Buffer> {
    const { body } = this.native;
    if (body === null) return Buffer.alloc(0);
    const reader = body.getReader();
    const chunks: Uint8Array[] = [];
    let byteCount = 0;
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new RequestAborted();
      });
      if (done) return Buffer.concat(chunks);
      byteCount += value.length;
      if (byteCount > maxBytes) {
        this.hasUnreadBody = true;
        await reader.cancel().catch(() => undefined);
        throw createTooLargeProblem(maxBytes);
      }
      chunks.push(value);
    }
  }

  onClose(listener: () => void): void {
    this.#closeListeners.push(listener);
  }

  close(): void {
    for (const listener of this.#closeListeners.splice(0)) listener();
  }
}

/** Whether this is the request of a route handler of Next.js, which adds this property to each request. */
function isOfNext(request: Request): boolean {
  return 'nextUrl' in request;
}
