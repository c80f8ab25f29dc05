import type { GatewayClient } from '@pgw/client';
import type { Store } from '@pgw/express';
import { transactionOf } from '../payments.ts';

/** Which parts of the handling of a callback run: all of them (`whole`), or only some to measure their cost. */
export type Part = 'whole' | 'received' | 'queried' | 'unqueried';

/** The gateway client and the store of a checkout. */
export interface Ports {
  readonly gateway: GatewayClient;
  readonly store: Store;
}

/**
 * Returns a gateway client and a store that leave out some steps. `received`: queries never end, so nothing follows the 2xx.
 * `queried`: the record of the gateway is not stored. `unqueried`: the record is known without a request. Only for measurements.
 */
export function partOf(part: Part, { gateway, store }: Ports): Ports {
  if (part === 'received') {
    return { store, gateway: { ...gateway, queryPayment: () => new Promise(() => undefined) } };
  }
  if (part === 'queried') {
    const settlePayment: Store['settlePayment'] = ({ payment }) => Promise.resolve({ payment });
    return { gateway, store: { ...store, settlePayment } };
  }
  if (part === 'unqueried') {
    const queryPayment: GatewayClient['queryPayment'] = ({ transactionNumber = '' }) => {
      const { reference: referenceCode, ...record } = transactionOf(Number(transactionNumber.slice(1)));
      return Promise.resolve({ ...record, referenceCode });
    };
    return { store, gateway: { ...gateway, queryPayment } };
  }
  return { gateway, store };
}
