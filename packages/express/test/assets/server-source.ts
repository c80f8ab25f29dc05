/** A server that requests a script and a page with the list from itself, and prints the result. */
export const serverSource = `
import express from 'express';
import { createGatewayClient } from '@pgw/client';
import { createCheckout } from '@pgw/express';
import { memoryStore } from '@pgw/express/stores/memory';
const gateway = createGatewayClient({ baseUrl: 'http://127.0.0.1:9', merchantId: '1', secretKey: 'key', credentials: 'token' });
const checkout = createCheckout({
  gateway, publicUrl: 'http://127.0.0.1:3000', merchant: 'Shop', store: memoryStore(), onEvent() {},
  resolveOrder: () => undefined, onPaid() {},
});
const app = express();
app.use('/pgw', checkout.router);
const server = app.listen(0, '127.0.0.1', () => {
  void fetch('http://127.0.0.1:' + (server.address() as { port: number }).port + '/pgw/checkout.js').then(async (response) => {
    process.stdout.write(response.status + ' ' + ((await response.text()).length > 1000));
    process.exit(0);
  });
});
`;
