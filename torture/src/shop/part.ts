import type { GatewayClient } from '@pgw/client';
import type { Store } from '@pgw/express/store';
import { createTransaction } from '../gateway/payments.ts';

/** Which steps run after a callback arrives: all (`whole`), or some of them, to measure their cost. */
export type Part = 'whole' | 'receive-only' | 'without-syncing' | 'without-query';

/** The gateway client and the store of a checkout. */
export interface Ports {
  readonly gateway: GatewayClient;
  readonly store: Store;
}

/**
 * Returns a gateway client and a store that skip some steps. Only for measurements.
 *
 * - `receive-only`: queries never end, so no step follows the 2xx response.
 * - `without-syncing`: the gateway is queried, and its record is not stored.
 * - `without-query`: the record is created without a request to the gateway.
 */
export function limitToPart(part: Part, { gateway, store }: Ports): Ports {
  if (part === 'receive-only') {
    return { store, gateway: { ...gateway, queryPayment: () => new Promise(() => undefined) } };
  }
  if (part === 'without-syncing') {
    // Only a sync ends callbacks.
    const commit: Store['commit'] = (plan, work) =>
      plan.endedCallbacks === undefined
        ? store.commit(plan, work)
        : Promise.resolve({
            payment: plan.payment?.read,
            operations: [],
            discrepancies: [],
            isWithheld: false,
          });
    return { gateway, store: { ...store, commit } };
  }
  if (part === 'without-query') {
    const queryPayment: GatewayClient['queryPayment'] = ({ transactionNumber = '' }) => {
      const { reference: referenceCode, ...record } = createTransaction(Number(transactionNumber.slice(1)));
      return Promise.resolve({ ...record, referenceCode });
    };
    return { store, gateway: { ...gateway, queryPayment } };
  }
  return { gateway, store };
}
