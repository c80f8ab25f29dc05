// A shop without payments. `pgw-express reconcile --checkout` loads this module.
import { createGatewayClient } from '@pgw/client';
import { createCheckout } from '@pgw/express';
import { embeddedStore } from '@pgw/express/stores/embedded';
import { defaultTenant } from '@pgw/sandbox';

const { id: merchantId, secretKey, userName, password } = defaultTenant;

export const gateway = createGatewayClient({
  baseUrl: 'http://127.0.0.1:4010',
  merchantId,
  secretKey,
  credentials: { userName, password },
});
export const checkout = createCheckout({
  gateway,
  publicUrl: 'http://127.0.0.1',
  merchant: 'Two Mugs',
  store: embeddedStore({ file: 'operator.db' }),
  sweepIntervalMs: 0,
  resolveOrder: () => undefined,
  onPaid: () => {},
});
