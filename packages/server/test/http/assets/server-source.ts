/**
 * A server that requests a script and a page with the list from itself. Prints the status of the script, whether it has
 * content, and whether the page has the list, which `server/list.mjs` renders.
 */
export const serverSource = `
import express from 'express';
import { createGatewayClient } from '@pgw/client';
import { createCheckout } from '@pgw/server/express';
import { memoryStore } from '@pgw/server/stores/memory';
const transport = {
  send: async () => ({ status: 200, retryAfter: undefined, body: Buffer.from('{"result":[{"id":5,"name":"KilatPay"}]}') }),
  close: async () => undefined,
};
const gateway = createGatewayClient({ baseUrl: 'http://127.0.0.1:9', merchantId: '1', secretKey: 'key', credentials: 'token', transport });
const checkout = createCheckout({
  gateway, publicUrl: 'http://127.0.0.1:3000', merchant: 'Shop', store: memoryStore(), onEvent() {},
  resolveOrder: () => ({ amount: 12890, currencyCode: 'MYR' }), onPaid() {},
});
const app = express();
app.get('/', async (req, res) => res.send((await checkout.snippet({ order: 'A1', req })).body));
app.use('/pgw', checkout.router);
const server = app.listen(0, '127.0.0.1', async () => {
  const url = 'http://127.0.0.1:' + (server.address() as { port: number }).port;
  const script = await fetch(url + '/pgw/checkout.js');
  const page = await (await fetch(url + '/')).text();
  const hasList = page.includes('<template shadowrootmode="open">') && page.includes('KilatPay');
  const result = script.status + ' ' + ((await script.text()).length > 1000) + ' ' + hasList;
  process.stdout.write(result, () => process.exit(0));
});
`;
