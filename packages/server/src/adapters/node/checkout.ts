import { requireOptions } from '@pgw/protocol/internal';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connectCheckout, type Checkout as CheckoutOfServer } from '../../checkout.ts';
import type { CheckoutOptions as OptionsOfCheckout } from '../../options/options.ts';
import { type MountedPart, createMountFinder } from '../../http/dispatch.ts';
import type { VisitorChecks } from '../../http/guards.ts';
import type { EmbeddedTransaction } from '../../stores/embedded.ts';
import { requireNative, requirePart } from '../native-request.ts';
import { createAddressReader, type ClientAddress } from '../visitor-address.ts';
import { createMessageHandler, describeMessage, readConnection } from './node-request.ts';

/** The options of {@link createCheckout}. `Tx` is the transaction of the store. */
export interface CheckoutOptions<Tx> extends OptionsOfCheckout<Tx, IncomingMessage> {
  /** How the visitor's address is found. Default: `{ trustedProxies: 0 }`, the address of the connection. */
  readonly clientAddress?: ClientAddress<IncomingMessage> | undefined;
}

/** A checkout for `node:http` and frameworks with its requests. Created by {@link createCheckout}. */
export interface Checkout extends CheckoutOfServer<IncomingMessage> {
  /** Checks of requests to the routes of the shop that take the id of an order, or place one. */
  readonly visitorChecks: VisitorChecks<IncomingMessage>;
  /** Connects a part of the shop, such as the back office. The returned function has the result of `handle`. */
  mount(part: MountedPart): (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /**
   * Responds to a request below the mount path, and resolves with true. Resolves with false, without a response, for a request
   * of another path. Call it before anything reads the body.
   */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

const messageMembers = { headers: 'object', socket: 'object' } as const;

/**
 * Creates the server side of the checkout for `node:http`.
 *
 * @throws PgwError `invalid-configuration`, with each invalid option or with the required Node version.
 *
 * @example
 * createServer(async (request, response) => {
 *   if (await checkout.handle(request, response)) return;
 *   response.end('The shop');
 * });
 */
export function createCheckout<Tx = EmbeddedTransaction>(given: CheckoutOptions<Tx>): Checkout {
  const { clientAddress = { trustedProxies: 0 }, ...options } = requireOptions(given, 'createCheckout');
  const readAddress = createAddressReader(clientAddress);
  const { checkout, mountPaths, createChecks } = connectCheckout(options);
  const findMount = createMountFinder(mountPaths);
  const handleMessage = createMessageHandler({ dispatch: checkout.dispatch, findMount, readAddress });
  const visitorChecks = createChecks((request) => {
    requireNative('visitorChecks', { name: 'request', value: request, members: messageMembers });
    return describeMessage(request, request, readAddress(request, readConnection(request)));
  });
  return {
    ...checkout,
    visitorChecks,
    mount: (part) => {
      const { dispatch, path } = requirePart(part);
      const handlePart = createMessageHandler({
        dispatch,
        findMount: createMountFinder([path]),
        readAddress,
      });
      return (request, response) => handlePart(request, response, request);
    },
    handle: async (request, response) => {
      requireNative('checkout.handle', { name: 'request', value: request, members: messageMembers });
      requireNative('checkout.handle', { name: 'response', value: response, members: { end: 'function' } });
      return handleMessage(request, response, request);
    },
  };
}
