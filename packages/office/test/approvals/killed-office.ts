// killed-office.test.ts runs this file as a process: a shop with an office, which ends itself by SIGKILL at a point of an approval.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGatewayClient, pooledTransport } from '@pgw/client';
import { defaultTenant } from '@pgw/sandbox';
import { createCheckout } from '../../../server/src/adapters/node/index.ts';
import { embeddedStore } from '../../../server/src/stores/embedded.ts';
import { createOffice } from '../../src/index.ts';
import { verbs } from '../../src/options.ts';

/** The points, in their order. */
export type KillPoint = 'approved' | 'stored' | 'sent' | 'answered' | 'done';

const [file = '', gatewayUrl = '', point = ''] = process.argv.slice(2);

function endAt(reached: KillPoint): void {
  if (reached === point) process.kill(process.pid, 'SIGKILL');
}

const stored = embeddedStore({ file });
const store: typeof stored = {
  ...stored,
  change: async (kind, key, change) => {
    const { to } = change;
    const state = to !== null && 'state' in to ? to.state : undefined;
    if (kind === 'approval' && state === 'done') endAt('answered');
    const isChanged = await stored.change(kind, key, change);
    if (kind === 'approval' && state === 'approved') endAt('approved');
    if (kind === 'approval' && state === 'done') endAt('done');
    return isChanged;
  },
};
const transport = pooledTransport(new URL(gatewayUrl).origin);
const { id: merchantId, secretKey, userName, password } = defaultTenant;
const gateway = createGatewayClient({
  baseUrl: gatewayUrl,
  merchantId,
  secretKey,
  credentials: { userName, password },
  transport: {
    send: async (request) => {
      // A payout has the path of a payment, and a channel of its own.
      const payout = `"channelId":${gateway.profile.payoutChannelId[gateway.environment]},`;
      const movesMoney =
        request.method === 'POST' &&
        (/refund/i.test(new URL(request.url).pathname) || request.body?.includes(payout) === true);
      if (movesMoney) endAt('stored');
      const response = await transport.send(request);
      if (movesMoney) endAt('sent');
      return response;
    },
    close: () => transport.close(),
  },
});
const server = createServer((request, response) => {
  void checkout.handle(request, response).then((isHandled) => isHandled || office(request, response));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const checkout = createCheckout({
  gateway,
  publicUrl: url,
  merchant: 'Kedai',
  store,
  sweepIntervalMs: 0,
  historyMark: false,
  payouts: { merchantId: Number(merchantId) },
  resolveOrder: () => ({ amount: 8200, currencyCode: 'MYR' }),
  onPaid: () => undefined,
  onEvent: () => undefined,
});
const office = checkout.mount(
  createOffice(checkout, {
    clerk: ({ headers }) => {
      const name = String(headers['x-clerk']);
      return { id: name, name, may: verbs };
    },
    secondClerkAbove: 100,
  }),
);
await checkout.ready;
process.send?.({ url });
