import type { GatewayClient } from '@pgw/client';
import type { Store } from '@pgw/express';
import { transactionOf } from '../payments.ts';

/** How far a shop takes a callback: the whole way unless a part of its cost is to be seen. */
export type Part = 'whole' | 'received' | 'asked' | 'unasked';

export interface Way {
  readonly gateway: GatewayClient;
  readonly store: Store;
}

/**
 * The same way, cut short. `received`: no question is answered, so nothing follows the 2xx. `asked`: what the gateway says is
 * not written. `unasked`: the gateway's answer is known without a question. Only to measure; none of it is a checkout.
 */
export function partOf(part: Part, { gateway, store }: Way): Way {
  if (part === 'received') {
    return { store, gateway: { ...gateway, queryPayment: () => new Promise(() => undefined) } };
  }
  if (part === 'asked') {
    const settlePayment: Store['settlePayment'] = ({ payment }) => Promise.resolve({ payment });
    return { gateway, store: { ...store, settlePayment } };
  }
  if (part === 'unasked') {
    const queryPayment: GatewayClient['queryPayment'] = ({ transactionNumber = '' }) => {
      const { reference: referenceCode, ...record } = transactionOf(Number(transactionNumber.slice(1)));
      return Promise.resolve({ ...record, referenceCode });
    };
    return { store, gateway: { ...gateway, queryPayment } };
  }
  return { gateway, store };
}
