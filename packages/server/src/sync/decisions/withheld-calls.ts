import type { CallChange, DueHook, NewHook } from '../../model/hook.ts';
import type { PaymentUpdateChange } from '../../model/payments/payment-change.ts';
import type { Payment } from '../../model/payments/payment.ts';
import type { Note, NoteSource } from '../../model/payments/timeline.ts';

/** True if calls about refunds may have been withheld, because the payment had ended. An authorization is one transition. */
export function mayHaveWithheldCalls({ state, transitions, fulfillment }: Payment): boolean {
  return fulfillment.state === 'none' && transitions > (state === 'authorized' ? 1 : 0);
}

/**
 * Decides about the stored calls of a payment whose fulfillment begins. The payment may have been paid and refunded before the
 * shop saw it as paid: the calls about these refunds were withheld, and those about refunds that are not reversed become due. A
 * call that is due keeps its values: if it is withheld meanwhile, the change is a conflict.
 */
export function decideWithheldCalls(
  { payment, calls = [] }: { readonly payment: Payment; readonly calls?: readonly DueHook[] | undefined },
  { fulfillment = payment.fulfillment }: PaymentUpdateChange,
  { planned, source, now }: { planned: readonly NewHook[]; source: NoteSource; now: number },
): { readonly change: readonly CallChange[]; readonly notes: readonly Note[] } {
  if (payment.fulfillment.state !== 'none' || fulfillment.state === 'none') return { change: [], notes: [] };
  const reversals = [...calls, ...planned].filter(({ name }) => name === 'onReversed');
  const ofRefunds = calls.filter(
    ({ name, operationId }) =>
      name === 'onRefunded' && !reversals.some((reversal) => reversal.operationId === operationId),
  );
  const due = ofRefunds.filter(({ state }) => state === 'due');
  // A call that an operator has skipped is withheld too, after attempts.
  const withheld = ofRefunds.filter(({ state, attempts }) => state === 'withheld' && attempts === 0);
  const text = 'onRefunded is called, because the payment has become paid.';
  return {
    change: [
      ...due.map((hook) => ({ hook, change: { nextAttemptAt: hook.nextAttemptAt } })),
      ...withheld.map((hook) => ({ hook, change: { state: 'due', nextAttemptAt: now } as const })),
    ],
    notes: withheld.map(({ reference }) => ({ reference, at: now, source, kind: 'hook-requeued', text })),
  };
}
