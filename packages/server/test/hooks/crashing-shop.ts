// A shop whose `onPaid` ends the process. fulfill.test.ts starts it with the database file and the number of
// the boot.
import { createGatewayClient } from '@pgw/client';
import { createCheckout, type CheckoutOptions } from '@pgw/server/express';
import { embeddedStore, type EmbeddedTransaction } from '@pgw/server/stores/embedded';
import { withTestOverrides } from '@pgw/server/testing';

const [file = '', boot = '1'] = process.argv.slice(2);
const hourMs = 3_600_000;
const gateway = createGatewayClient({
  baseUrl: 'http://127.0.0.1:9',
  merchantId: '1',
  secretKey: 'secret',
  credentials: 'token',
});
const options: CheckoutOptions<EmbeddedTransaction> = {
  gateway,
  publicUrl: 'http://127.0.0.1',
  merchant: 'Rimba Coffee',
  store: embeddedStore({ file }),
  sweepIntervalMs: 0,
  limits: { fulfillAttempts: 3 },
  resolveOrder: () => undefined,
  onEvent: () => undefined,
  onPaid: () => process.exit(7),
};
// The clock of each boot is an hour later than the clock of the boot before it.
const now = (): number => Date.now() + Number(boot) * hourMs;
const checkout = createCheckout(withTestOverrides(options, { now }));
await checkout.ready;
await checkout.sweep();
await checkout.close();
await gateway.close();
