import type { Payment } from '../model/payments/payment.ts';
import type { PaymentFilter } from '../model/ports/kinds.ts';
import type { Store } from '../model/ports/store.ts';

const pageSize = 500;

/** Yields all payments that match a filter, newest first, and loads them page by page. */
export async function* listPayments(
  store: Pick<Store, 'search'>,
  filter: PaymentFilter,
): AsyncGenerator<Payment, void, undefined> {
  for (let after: PaymentFilter['after']; ;) {
    const page = await store.search('payments', { ...filter, after, limit: pageSize });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = { createdAt: last.createdAt, reference: last.reference };
  }
}
