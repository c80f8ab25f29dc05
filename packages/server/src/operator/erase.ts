import { InvalidRequestError } from '@pgw/protocol';
import { nameActor } from '../engine/actor.ts';
import type { PaymentContext, AccountOption } from '../engine/payment-context.ts';

/** What `operator.erase` erases: the payments of an order with their refunds and captures, or one payout. */
export type EraseOptions = AccountOption &
  (
    | { readonly order: string; readonly payout?: undefined }
    | { readonly payout: string; readonly order?: undefined }
  );

/** How many rows of each kind were erased. */
export interface Erased {
  /** Payments of the order; 0 for a payout. */
  readonly payments: number;
  /** Refunds and captures of the order, or the payout; 0 for a payout that a second person has rejected. */
  readonly operations: number;
}

/** Erases the personal data of an order or a payout; see `Operator.erase`. */
export async function erasePersonalData(
  { store, references, now }: Pick<PaymentContext, 'store' | 'references' | 'now'>,
  { order, payout }: EraseOptions,
): Promise<Erased> {
  const subject = order === undefined ? `payout ${payout}` : `order ${order}`;
  const note = { at: now(), text: nameActor('Names, numbers, texts and messages were erased.') };
  const erasure = await store.erase(
    order === undefined
      ? { payoutId: payout, ...note }
      : { orderId: order, orderPrefixes: references.listPrefixes(order), ...note },
  );
  if (erasure.state === 'erased') return { payments: erasure.payments, operations: erasure.operations };
  const message =
    erasure.state === 'unknown'
      ? `the store has no ${order === undefined ? 'payout with this id' : 'payment of this order'}`
      : `nothing was erased, because not everything is final: ${erasure.openParts.join('; ')}`;
  throw new InvalidRequestError(`Erasure of ${subject}`, [{ path: '', message }]);
}
