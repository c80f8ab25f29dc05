import { requireOptions } from '@pgw/protocol/internal';
import { PgwError } from '@pgw/protocol';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { connectCheckout, type Checkout as CheckoutOfServer } from '../../checkout.ts';
import type { CheckoutOptions as OptionsOfCheckout } from '../../options/options.ts';
import { type MountedPart, createMountFinder } from '../../http/dispatch.ts';
import type { VisitorChecks } from '../../http/guards.ts';
import type { EmbeddedTransaction } from '../../stores/embedded.ts';
import { createMessageHandler, describeMessage, readConnection } from '../node/node-request.ts';
import { requireNative, requirePart } from '../native-request.ts';
import { accountPart } from '../../options/addresses.ts';
import { createAddressReader, type ClientAddress } from '../visitor-address.ts';

/** The options of {@link createCheckout}. `Tx` is the transaction of the store. */
export interface CheckoutOptions<Tx> extends OptionsOfCheckout<Tx, FastifyRequest> {
  /** How the visitor's address is found. Default: `{ trustedProxies: 0 }`, the address of the connection. */
  readonly clientAddress?: ClientAddress<FastifyRequest> | undefined;
}

/** A checkout for Fastify 5. Created by {@link createCheckout}. */
export interface Checkout extends CheckoutOfServer<FastifyRequest> {
  /** Checks of requests to the routes of the shop that take the id of an order, or place one. */
  readonly visitorChecks: VisitorChecks<FastifyRequest>;
  /**
   * Register it without a prefix: `app.register(checkout.plugin)`. Its routes are below `mountPath`. With a prefix, the start of the app
   * fails with `invalid-configuration`.
   */
  readonly plugin: FastifyPluginCallback;
  /** Connects a part of the shop, such as the back office: `app.register(checkout.mount(office))`, without a prefix. */
  mount(part: MountedPart): FastifyPluginCallback;
}

/**
 * Creates the server side of the checkout for Fastify.
 *
 * @throws PgwError `invalid-configuration`, with each invalid option or with the required Node version.
 *
 * @example
 * const checkout = createCheckout({ ...options, clientAddress: { trustedProxies: 1 } });
 * app.register(checkout.plugin);
 */
export function createCheckout<Tx = EmbeddedTransaction>(given: CheckoutOptions<Tx>): Checkout {
  const { clientAddress = { trustedProxies: 0 }, ...options } = requireOptions(given, 'createCheckout');
  const readAddress = createAddressReader(clientAddress);
  const { checkout, mountPaths, createChecks } = connectCheckout(options);
  const findMount = createMountFinder(mountPaths);
  const handleMessage = createMessageHandler({ dispatch: checkout.dispatch, findMount, readAddress });
  const createPlugin = (
    handle: typeof handleMessage,
    { paths, createError }: { paths: readonly string[]; createError: (prefix: string) => PgwError },
  ): FastifyPluginCallback => {
    return (app, _options, done) => {
      requireNative('checkout.plugin', { name: 'app', value: app, members: { addHook: 'function' } });
      const { prefix } = app;
      if (prefix !== '') return done(createError(prefix));
      // This hook responds before Fastify checks the content type and reads the body. Hooks `onRequest` of the app run first.
      app.addHook('onRequest', async (request, reply) => {
        if (await handle(request.raw, reply.raw, request)) reply.hijack();
      });
      for (const path of new Set(paths))
        app.all(`${path.replace(accountPart, ':account')}/*`, respondNotFound);
      done();
    };
  };
  const plugin = createPlugin(handleMessage, {
    paths: mountPaths,
    createError: (prefix) => createPrefixError(prefix, mountPaths),
  });
  const mount = (part: MountedPart): FastifyPluginCallback => {
    const { dispatch, path } = requirePart(part);
    const handlePart = createMessageHandler({ dispatch, findMount: createMountFinder([path]), readAddress });
    const message = `checkout.mount is registered with a prefix. Register it without one: its path is ${path}.`;
    const routes: FastifyPluginCallback = (app, pluginOptions, done) => {
      // The path itself is a page too.
      app.all(path, respondNotFound);
      createPlugin(handlePart, {
        paths: [path],
        createError: () => new PgwError('invalid-configuration', message),
      })(app, pluginOptions, done);
    };
    return routes;
  };
  const visitorChecks = createChecks((request) => {
    requireNative('visitorChecks', { name: 'request', value: request, members: { raw: 'object' } });
    return describeMessage(request, request.raw, readAddress(request, readConnection(request.raw)));
  });
  return { ...checkout, visitorChecks, plugin, mount };
}

/** Responds to a request whose path is not below the mount path, because a hook of the app has changed it. */
function respondNotFound(_request: FastifyRequest, reply: FastifyReply): void {
  reply.callNotFound();
}

function createPrefixError(prefix: string, [mountPath = '']: readonly string[]): PgwError {
  return new PgwError(
    'invalid-configuration',
    `checkout.plugin is registered with the prefix ${prefix}. Register it without a prefix. If its routes shall be below ${prefix}, set the option mountPath, for example '${prefix}${mountPath}'.`,
  );
}
