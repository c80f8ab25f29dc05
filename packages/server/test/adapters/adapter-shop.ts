import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { getRequestListener } from '@hono/node-server';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import * as expressAdapter from '../../src/adapters/express/index.ts';
import * as fastifyAdapter from '../../src/adapters/fastify/index.ts';
import * as nodeAdapter from '../../src/adapters/node/index.ts';
import * as webAdapter from '../../src/adapters/web/index.ts';
import type { Checkout, CheckoutOptions, Refusal, VisitorChecks } from '../../src/index.ts';
import type { EmbeddedTransaction } from '../../src/stores/embedded.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { closeServer, createTestClient, listen, orderTotal } from '../shop.ts';
import { createRouteListener } from './next-route.ts';

/** The options that do not depend on the framework. */
export type SharedOptions = Partial<CheckoutOptions<EmbeddedTransaction>> & {
  readonly clientAddress?: { readonly trustedProxies: number };
  /** Runs the work of each request, for example in an asynchronous context. */
  readonly runRequest?: (work: () => void) => void;
};

type Options = CheckoutOptions<EmbeddedTransaction>;

// Express 4 has the same functions here, and no types under this name.
const express4 = createRequire(import.meta.url)('express4') as typeof express;

/** A checkout with the listener of a server of its framework. */
interface MountedCheckout {
  readonly checkout: Pick<Checkout<unknown>, 'close' | 'ready' | 'payments' | 'snippet'> & {
    readonly visitorChecks: Pick<VisitorChecks<unknown>, 'createFormToken'>;
  };
  readonly listener: RequestListener;
}

/** The response of the route `/check` of the shop. Its query says which order the shop has found, and the fields of a form. */
async function check<NativeRequest>(
  checks: VisitorChecks<NativeRequest>,
  native: NativeRequest,
  { method = '', url = '' }: { readonly method?: string | undefined; readonly url?: string | undefined },
): Promise<{ readonly status: number } & Pick<Refusal, 'message' | 'headers'>> {
  const query = new URL(url, 'http://shop.example').searchParams;
  const accepted = { status: query.has('found') || method === 'POST' ? 200 : 404, message: '', headers: {} };
  const refusal =
    method === 'POST'
      ? await checks.newOrder(native, {
          visitor: query.get('visitor') ?? undefined,
          token: query.get('token'),
        })
      : await checks.foundOrder(native, query.get('found'));
  return refusal ?? accepted;
}

function mountInExpress(createApp: typeof express, options: Options, hops: number): MountedCheckout {
  const checkout = expressAdapter.createCheckout(options);
  const app = createApp();
  app.set('trust proxy', hops);
  app.disable('x-powered-by');
  app.use('/pgw', checkout.router);
  app.all('/check', (req, res, next) => {
    check(checkout.visitorChecks, req, req)
      .then(({ status, message, headers }) => res.status(status).set(headers).send(message))
      .catch(next);
  });
  return { checkout, listener: app };
}

/** Mounts a checkout in each supported framework. `hops` is the number of trusted proxies. */
const adapters = {
  'Express 5': (options, hops) => mountInExpress(express, options, hops),
  'Express 4': (options, hops) => mountInExpress(express4, options, hops),
  'node:http': (options, hops) => {
    const checkout = nodeAdapter.createCheckout({ ...options, clientAddress: { trustedProxies: hops } });
    const respond = async (...[request, response]: Parameters<RequestListener>): Promise<void> => {
      if (await checkout.handle(request, response)) return;
      if (request.url?.startsWith('/check')) {
        const { status, message, headers } = await check(checkout.visitorChecks, request, request);
        return void response.writeHead(status, headers).end(message);
      }
      response.writeHead(404).end('The shop has no such page.');
    };
    return { checkout, listener: (request, response) => void respond(request, response) };
  },
  'Fastify 5': async (options, hops) => {
    const checkout = fastifyAdapter.createCheckout({ ...options, clientAddress: { trustedProxies: hops } });
    const app = Fastify();
    app.register(checkout.plugin);
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.all('/check', async (request, reply) => {
      const { status, message, headers } = await check(checkout.visitorChecks, request, request);
      return reply.code(status).headers(headers).send(message);
    });
    await app.ready();
    return { checkout, listener: (request, response) => app.routing(request, response) };
  },
  'Hono (Request and Response)': (options, hops) => {
    const checkout = webAdapter.createCheckout({
      ...options,
      clientAddress: { trustedProxies: Math.max(1, hops) },
    });
    const app = new Hono();
    app.all('/pgw/*', (context) => checkout.handler(context.req.raw));
    app.all('/check', async ({ req }) => {
      const reply = await check(checkout.visitorChecks, req.raw, req.raw);
      return new Response(reply.message, reply);
    });
    const listener = getRequestListener(app.fetch);
    return { checkout, listener: (request, response) => void listener(request, response) };
  },
  'Next.js (a route handler)': (options, hops) => {
    const checkout = webAdapter.createCheckout({
      ...options,
      clientAddress: { trustedProxies: Math.max(1, hops) },
    });
    const { handler } = checkout;
    const route = { GET: handler, POST: handler, DELETE: handler, OPTIONS: handler };
    const ownRoute = async (request: Request): Promise<Response> => {
      const reply = await check(checkout.visitorChecks, request, request);
      return new Response(reply.message, reply);
    };
    const respond = createRouteListener('/pgw/', route);
    const respondOwn = createRouteListener('/check', { GET: ownRoute, POST: ownRoute });
    return {
      checkout,
      listener: (request, response) =>
        (request.url?.startsWith('/check') ? respondOwn : respond)(request, response),
    };
  },
} satisfies Record<string, (options: Options, hops: number) => MountedCheckout | Promise<MountedCheckout>>;

/** The name of an adapter in a test. */
export type AdapterName = keyof typeof adapters;
export const adapterNames = Object.keys(adapters) as AdapterName[];

/** A shop whose checkout is mounted in a framework. All requests use real HTTP. */
export interface AdapterShop {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly checkout: MountedCheckout['checkout'];
  /** References of the payments that `onPaid` was called with. */
  readonly fulfilledReferences: string[];
  close(): Promise<void>;
}

/** Opens a shop with this framework. Its orders have ids that begin with A. */
export async function openAdapterShop(
  name: AdapterName,
  { clientAddress = { trustedProxies: 0 }, runRequest = (work) => work(), ...options }: SharedOptions = {},
): Promise<AdapterShop> {
  const sandbox = await createSandbox({ port: 0, callbackRetryMs: [50, 100, 200] });
  const gateway = createTestClient(sandbox.url);
  let listener: RequestListener = () => undefined;
  const server: Server = createServer((request, response) => runRequest(() => listener(request, response)));
  const url = await listen(server);
  const fulfilledReferences: string[] = [];
  const mounted = await adapters[name](
    {
      gateway,
      publicUrl: url,
      merchant: 'Rimba Coffee',
      store: memoryStore(),
      sweepIntervalMs: 0,
      resolveOrder: (orderId) =>
        orderId.startsWith('A') ? { amount: orderTotal, currencyCode: 'MYR' } : undefined,
      onPaid: (payment) => void fulfilledReferences.push(payment.reference),
      onEvent: () => undefined,
      ...options,
    },
    clientAddress.trustedProxies,
  );
  ({ listener } = mounted);
  await mounted.checkout.ready;
  return {
    url,
    sandbox,
    checkout: mounted.checkout,
    fulfilledReferences,
    close: async () => {
      await mounted.checkout.close();
      await gateway.close();
      await closeServer(server);
      await sandbox.close();
    },
  };
}
