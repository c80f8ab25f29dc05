// The options of a checkout whose complete route starts a payment. The sweep is turned off, because the other
// implementations have none.
import { createGatewayClient } from '@pgw/client';
import { merchantId, order, secretKey, token } from '../order.mjs';

export const createOptions = (httpOrigin, store, others = {}) => ({
  gateway: createGatewayClient({ baseUrl: httpOrigin, merchantId, secretKey, credentials: token }),
  publicUrl: 'https://shop.example',
  merchant: 'Rimba Coffee',
  store,
  resolveOrder: () => order,
  onPaid: () => undefined,
  sweepIntervalMs: 0,
  // The limits are turned off, because all requests come from one address.
  requestLimits: false,
  ...others,
});
