import { updatePayment } from '../stores/contract/writes.ts';
import { expect, it } from 'vitest';
import type { PaymentContext } from '../../src/engine/payment-context.ts';
import { releaseWaitingCalls, type ReleaseOptions } from '../../src/hooks/order.ts';
import type { Payment } from '../../src/index.ts';
import type { DueHook } from '../../src/model/hook.ts';
import { note, sampleHook } from '../stores/contract/samples.ts';
import { samplePayment } from '../stores/contract/sample-payment.ts';
import { memoryStore } from '../../src/stores/memory.ts';

const now = 1_000_000;
const minuteMs = 60_000;
const refunded = { name: 'onRefunded', reason: null, operationId: 'refund-0001' } as const;

/** Stores a payment with a call, releases its waiting calls, and returns the time of the call. */
async function release(
  call: Partial<DueHook>,
  fields: Partial<Payment> = {},
  options?: ReleaseOptions,
): Promise<number | null> {
  const store = memoryStore();
  await store.open();
  const payment = samplePayment({ state: 'failed', ...fields });
  await store.insert('payment', { payment, note });
  const hook = sampleHook({ nextAttemptAt: now + minuteMs, ...call });
  await updatePayment(store, payment, { description: 'Coffee' }, note, hook);
  // The function uses these members of the context only.
  const context = { store, now: () => now, startDueHooks: () => undefined } as unknown as PaymentContext;
  await releaseWaitingCalls(context, payment, options);
  const [stored] = await store.list('hooks', payment.reference);
  await store.close();
  return stored?.nextAttemptAt ?? null;
}

it('a call that waits becomes due', async () => {
  expect(await release(refunded)).toBe(now);
});

it('a call that has failed becomes due after a change of the payment', async () => {
  expect(await release({ ...refunded, attempts: 1 }, {}, { includesFailed: true })).toBe(now);
});

it('a due fulfillment whose payment may be fulfilled again becomes due, whenever its next attempt is', async () => {
  const onPaid = { name: 'onPaid', reason: null, attempts: 3, nextAttemptAt: now + 60 * minuteMs } as const;
  const released = { includesFailed: true };
  expect(await release(onPaid, { state: 'paid' }, released)).toBe(now);
  expect(await release(onPaid, { state: 'review' }, released)).toBe(onPaid.nextAttemptAt);
  expect(await release({ ...onPaid, attempts: 0 }, { state: 'paid' })).toBe(onPaid.nextAttemptAt);
});

it('onEnded becomes due if the shopper cannot try again', async () => {
  expect(await release({}, { channel: null, expiresAt: now - 6 * minuteMs })).toBe(now);
});

it.each<[string, Partial<DueHook>, Partial<Payment>]>([
  ['that has failed', { ...refunded, attempts: 1 }, {}],
  ['that is scheduled for a later time', { ...refunded, nextAttemptAt: now + 2 * minuteMs }, {}],
  ['of onEnded while the shopper can try again', {}, { channel: null, expiresAt: now }],
])('a call %s keeps its time', async (_description, call, fields) => {
  expect(await release(call, fields)).toBe(call.nextAttemptAt ?? now + minuteMs);
});

it('a failure of the store is reported, and the calls keep their times', async () => {
  const events: unknown[] = [];
  const context = {
    store: { list: () => Promise.reject(new Error('The connection broke.')) },
    now: () => now,
    emit: (event: unknown) => void events.push(event),
  };
  // The function uses these members of the context only.
  await releaseWaitingCalls(context as unknown as PaymentContext, samplePayment());
  expect(events).toMatchObject([{ event: 'store-failed', message: 'The connection broke.' }]);
});
