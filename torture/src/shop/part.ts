import type { GatewayClient } from '@pgw/client';
import type { Store } from '@pgw/express';
import { createTransaction } from '../payments.ts';

/**
 * The steps of the handling of a callback that run: all steps (`whole`), or only some to measure their cost.
 */
export type Part = 'whole' | 'received' | 'queried' | 'unqueried';

/** The gateway client and the store of a checkout. */
export interface Ports {
  readonly gateway: GatewayClient;
  readonly store: Store;
}

/**
 * Returns a gateway client and a store that skip some steps. Only for measurements.
 *
 * - `received`: queries never end, so no step follows the 2xx response.
 * - `queried`: the record of the gateway is not stored.
 * - `unqueried`: the record is created without a request to the gateway.
 */
export function limitToPart(part: Part, { gateway, store }: Ports): Ports {
  if (part === 'received') {
    return { store, gateway: { ...gateway, queryPayment: () => new Promise(() => undefined) } };
  }
  if (part === 'queried') {
    const settlePayment: Store['settlePayment'] = ({ payment }) => Promise.resolve({ payment });
    return { gateway, store: { ...store, settlePayment } };
  }
  if (part === 'unqueried') {
    const queryPayment: GatewayClient['queryPayment'] = ({ transactionNumber = '' }) => {
      const { reference: referenceCode, ...record } = createTransaction(Number(transactionNumber.slice(1)));
      return Promise.resolve({ ...record, referenceCode });
    };
    return { store, gateway: { ...gateway, queryPayment } };
  }
  return { gateway, store };
}
