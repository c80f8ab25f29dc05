import { expect, it } from 'vitest';
import type { PaymentContext } from '../../src/engine/payment-context.ts';
import type { Note } from '../../src/model/payments/timeline.ts';
import { sampleOperation } from '../stores/contract/samples.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { samplePayment } from '../stores/contract/sample-payment.ts';
import { commit } from '../../src/sync/commit.ts';
import { planCallbackEnd, type SyncPlan } from '../../src/sync/plan.ts';

const payment = samplePayment({ currencyCode: 'MYR', amount: 6_618 });
const { reference } = payment;
const note: Note = { reference, at: 1_000, source: 'operator', kind: 'payment-changed', text: 'Accepted' };
const code = 'refund-sum';
const missing = [{ code, message: 'The sums differ.' }] as const;

async function openStore() {
  const store = memoryStore();
  await store.open();
  await store.insert('payment', { payment, note });
  const events: unknown[] = [];
  // `commit` uses these members of the context only.
  const context = {
    store,
    hooks: {},
    now: () => 1_000,
    emit: (event: unknown) => void events.push(event),
  } as unknown as PaymentContext;
  const compare = (found: typeof missing | readonly []) => {
    const operations = [sampleOperation({ state: 'done', amount: 7_000, currencyCode: 'MYR' })];
    const plan: SyncPlan = { ...planCallbackEnd(payment, []), discrepancies: { codes: [code], found } };
    return commit(context, { payment, operations }, plan);
  };
  return { store, events, compare };
}

it('a discrepancy that several comparisons find at the same time is reported once', async () => {
  const { store, events, compare } = await openStore();
  await Promise.all([compare(missing), compare(missing), compare(missing)]);
  expect(events).toMatchObject([
    { event: 'discrepancy-found', discrepancyCode: code, refundedAmount: 7_000 },
  ]);
  expect(await store.search('discrepancies', { reference, limit: 10 })).toMatchObject([{ code }]);
  await store.close();
});

it('a discrepancy that was accepted and has ended is listed when it is found again', async () => {
  const { store, events, compare } = await openStore();
  await compare(missing);
  await store.commit({ discrepancies: { accept: [{ reference, code }] }, notes: [note] });
  await compare(missing);
  expect(events).toHaveLength(1);
  await compare([]);
  await compare(missing);
  expect(await store.search('discrepancies', { reference, limit: 10 })).toHaveLength(1);
  expect(events).toHaveLength(2);
  await store.close();
});
