// A shop in a process that a platform starts for requests and may end after any response. A run kills it.
import { setTimeout } from 'node:timers/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createGatewayClient } from '@pgw/client';
import { withTestOverrides } from '@pgw/server/testing';
import { createCheckout, type CheckoutOptions } from '@pgw/server/web';
import { listen } from '../network/server.ts';
import { sandboxCredentials } from '../shop/sandbox-connection.ts';
import { openStorage } from '../shop/storage.ts';
import { formatEntry } from './plan.ts';
import { cronPaths, type InstanceSettings } from './instance.ts';

// The parent process writes these settings: see instance.ts.
const settings = JSON.parse(process.env['PGW_TORTURE_INSTANCE'] ?? '') as InstanceSettings;
const { storage, gatewayUrl, port } = settings;
let { clockOffsetMs } = settings;
const now = (): number => Date.now() + clockOffsetMs;
const { store, ledger } = await openStorage(storage, { kind: 'tx' });
/** Hooks take this long, so that a killed process has unfinished hooks on a slow machine too. */
const hookMs = 25;

async function write(
  hook: string,
  { reference, amount }: { readonly reference: string; readonly amount: number },
  tx: unknown,
): Promise<void> {
  await setTimeout(hookMs);
  await ledger.write(formatEntry(hook, reference, amount), tx, 1);
}

const gatewayOptions = { baseUrl: gatewayUrl, ...sandboxCredentials };
const options: CheckoutOptions<unknown> = {
  gateway: createGatewayClient(withTestOverrides(gatewayOptions, { now })),
  store,
  publicUrl: `http://127.0.0.1:${port}`,
  merchant: 'Rimba Coffee',
  mode: 'hosted',
  historyMark: false,
  // There are no timers: only requests and the scheduled requests below cause work.
  sweepIntervalMs: 0,
  limits: { queriesPerSecond: 1_000 },
  clientAddress: { trustedProxies: 1 },
  // The platform of this run does not wait for the work.
  waitUntil: () => undefined,
  resolveOrder: () => undefined,
  onEvent: () => undefined,
  onPaid: (payment, { tx }) => write('onPaid', payment, tx),
  onAuthorized: (payment, { tx }) => write('onAuthorized', payment, tx),
  onEnded: (payment, { tx }) => write('onEnded', payment, tx),
  onRefunded: ({ amount }, { tx, payment: { reference } }) => write('onRefunded', { reference, amount }, tx),
  onReversed: (payment, { tx }) => write('onReversed', payment, tx),
};
const checkout = createCheckout(withTestOverrides(options, { now }));

async function handle(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === cronPaths.sweep) return Response.json({ hasMore: await checkout.sweep() });
  if (pathname === cronPaths.hourly) {
    await checkout.runHourlyTasks();
    const { problems } = await checkout.health();
    return Response.json({ problems: problems.map(({ code, message }) => `${code}: ${message}`) });
  }
  return checkout.handler(request);
}

async function toRequest(message: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  const { method = 'GET', headers, url = '/' } = message;
  const fields = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(`http://127.0.0.1:${port}${url}`, {
    method,
    headers: fields,
    ...(method !== 'GET' && { body: Buffer.concat(chunks) }),
  });
}

async function respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = await handle(await toRequest(message));
  response.writeHead(status, Object.fromEntries(headers));
  response.end(body === null ? undefined : Buffer.from(await new Response(body).arrayBuffer()));
}

const server = createServer((message, response) => {
  respond(message, response).catch((error: unknown) => {
    response.writeHead(500).end(String(error));
  });
});
process.on('disconnect', () => process.exit(0));
process.on('message', ({ advanceMs }: { readonly advanceMs: number }) => {
  clockOffsetMs += advanceMs;
  process.send?.({ isAdvanced: true });
});
process.send?.({ url: await listen(server, port) });
