import { requireOptions } from '@pgw/protocol/internal';
import { PgwError } from '@pgw/protocol';
import { connectCheckout, type Checkout as CheckoutOfServer } from '../../checkout.ts';
import {
  type Dispatch,
  type MountedPart,
  createMountFinder,
  type FindMount,
  type MountedPath,
} from '../../http/dispatch.ts';
import type { HttpReply } from '../../http/route.ts';
import { edgeRuntimeMessage, isEdgeRuntime } from '../../model/edge-runtime.ts';
import type { CheckoutOptions as OptionsOfCheckout } from '../../options/options.ts';
import type { VisitorChecks } from '../../http/guards.ts';
import type { EmbeddedTransaction } from '../../stores/embedded.ts';
import { requireNative, requirePart } from '../native-request.ts';
import { createAddressReader, type ClientAddress } from '../visitor-address.ts';
import { WebRequest } from './web-request.ts';

/** The options of {@link createCheckout}. `Tx` is the transaction of the store. */
export interface CheckoutOptions<Tx> extends OptionsOfCheckout<Tx, Request> {
  /**
   * How the visitor's address is found. A `Request` has no connection, so this option is required, and `trustedProxies` is at
   * least 1.
   */
  readonly clientAddress: ClientAddress<Request>;
  /**
   * Called when work of a request continues after its response, such as the query for a stored callback, with a promise for
   * the work of this request. Set it where the process may stop after a response, for example to `waitUntil` of the platform.
   */
  readonly waitUntil?: ((work: Promise<void>) => void) | undefined;
}

/** A checkout for servers with the requests of the Fetch standard. Created by {@link createCheckout}. */
export interface Checkout extends CheckoutOfServer<Request> {
  /** Checks of requests to the routes of the shop that take the id of an order, or place one. */
  readonly visitorChecks: VisitorChecks<Request>;
  /** Connects a part of the shop, such as the back office. The returned function responds to a request below its path. */
  mount(part: MountedPart): (request: Request) => Promise<Response>;
  /** Responds to a request below the mount path. For a request of another path, the response has the status 404. */
  readonly handler: (request: Request) => Promise<Response>;
}

/**
 * Creates the server side of the checkout for servers with `Request` and `Response`, such as Hono, and route handlers of
 * Next.js. They must run in Node.
 *
 * @throws PgwError `invalid-configuration`, with each invalid option, with the required Node version, or in an edge runtime.
 *
 * @example
 * const checkout = createCheckout({ ...options, clientAddress: { trustedProxies: 1 } });
 * app.all('/pgw/*', (context) => checkout.handler(context.req.raw));
 */
export function createCheckout<Tx = EmbeddedTransaction>(given: CheckoutOptions<Tx>): Checkout {
  const { clientAddress, waitUntil, ...options } = requireOptions(given, 'createCheckout');
  if (isEdgeRuntime()) throw new PgwError('invalid-configuration', edgeRuntimeMessage);
  const readAddress = createAddressReader(clientAddress, { minProxies: 1 });
  const { checkout, mountPaths, runRequest, createChecks } = connectCheckout(options);
  const createRequest = (native: Request, mounted: MountedPath): WebRequest =>
    new WebRequest(native, mounted, () =>
      readAddress(native, {
        remoteAddress: undefined,
        forwardedFor: native.headers.get('x-forwarded-for') ?? undefined,
      }),
    );
  const respond = async (
    native: Request,
    { dispatch: dispatchTo, findMount }: { dispatch: Dispatch; findMount: FindMount },
  ): Promise<Response> => {
    requireNative('checkout.handler', { name: 'request', value: native, members: requestMembers });
    const mounted = findMount(new URL(native.url).pathname);
    if (mounted === undefined) return new Response(null, { status: 404 });
    const request = createRequest(native, mounted);
    const dispatch = () => dispatchTo(request).finally(() => request.close());
    if (waitUntil === undefined) return toResponse(await dispatch(), request);
    const { result, rest } = await runRequest(dispatch);
    if (rest !== undefined) waitUntil(rest);
    return toResponse(result, request);
  };
  const ofCheckout = { dispatch: checkout.dispatch, findMount: createMountFinder(mountPaths) };
  const handler = (native: Request): Promise<Response> => respond(native, ofCheckout);
  const mount = (mountedPart: MountedPart): ((native: Request) => Promise<Response>) => {
    const { dispatch, path } = requirePart(mountedPart);
    const part = { dispatch, findMount: createMountFinder([path]) };
    return (native) => respond(native, part);
  };
  const visitorChecks = createChecks((native) => {
    requireNative('visitorChecks', { name: 'request', value: native, members: requestMembers });
    return createRequest(native, { path: '', mountPath: '' });
  });
  return { ...checkout, visitorChecks, handler, mount };
}

const requestMembers = { url: 'string', headers: 'object' } as const;

/** Creates the response. The response to a sender that has disconnected is not read. */
function toResponse(reply: HttpReply | undefined, { method, hasUnreadBody }: WebRequest): Response {
  if (reply === undefined) return new Response(null, { status: 400 });
  const { status, headers: replyHeaders, body } = reply;
  // The server closes a connection whose request was not read. Without this header, a proxy could send another request over it.
  const headers = hasUnreadBody ? { ...replyHeaders, Connection: 'close' } : replyHeaders;
  const hasBody = body !== undefined && method !== 'HEAD' && status !== 304;
  // No byte of the checkout is in shared memory, which a response cannot have.
  const bytes = body as Exclude<typeof body, Uint8Array> | Uint8Array<ArrayBuffer>;
  return new Response(hasBody ? bytes : null, { status, headers });
}
