import type { Operation, Payment } from '@pgw/server';
import { samplePayment } from './sample-payment.ts';
import type { DueHook, HookWork, Note, StoredCallback } from '@pgw/server/store';
import type { PaymentUpdate } from './writes.ts';
import { createPaidHook, type Store } from '@pgw/server/store';

/** A note to write with a change. */
export const note: Note = {
  reference: 'RC-1',
  at: 1_000,
  source: 'start',
  kind: 'payment-created',
  text: 'Something happened.',
};

/** A paid payment whose fulfillment is due. */
export function createDuePayment(): Payment {
  return samplePayment({ state: 'paid', fulfillment: { state: 'due' } });
}

/** Stores a paid payment whose fulfillment is due. Resolves with the call of its `onPaid`. */
export async function insertDuePayment(
  store: Store,
  payment: Payment = createDuePayment(),
  dueAt = 1_000,
): Promise<DueHook> {
  const hook = createPaidHook(payment, dueAt);
  await store.insert('payment', { payment, note: { ...note, reference: payment.reference } });
  await store.commit({ hooks: { insert: [hook] } });
  return hook;
}

/** A requested refund. */
export function sampleOperation(fields: Partial<Operation> = {}): Operation {
  return {
    id: 'operation-0',
    kind: 'refund',
    origin: 'shop',
    reference: 'RC-1',
    shortId: '0123abcd',
    state: 'requested',
    requestedAmount: 100,
    amount: 100,
    charge: 0,
    currencyCode: 'MYR',
    channelId: 2,
    isLast: false,
    beneficiary: null,
    receiptUrl: null,
    transactionNumber: null,
    gatewayStatus: null,
    reason: 'Damaged',
    message: null,
    createdAt: 1_000,
    nextQueryAt: null,
    overdueDays: 0,
    version: 1,
    ...fields,
  };
}

/** A verified callback. */
export function sampleCallback(fields: Partial<StoredCallback> = {}): StoredCallback {
  return {
    reference: 'RC-1',
    transactionNumber: '2005671137F81FD81D8251122',
    status: 1,
    rawBody: '{"status": 1.0}',
    signature: 'ac29030dcbe02ff29946e6ed128b89cfde82db7a7e80f344ee1231bff1e0daf8',
    receivedAt: 1_000,
    ...fields,
  };
}

/** Work of a hook, and the note about its success. */
export function sampleWork(
  work: HookWork<unknown>['work'],
  fields: Partial<HookWork<unknown>> & { readonly reference?: string } = {},
): HookWork<unknown> {
  const { reference = 'RC-1', ...rest } = fields;
  const workNote = {
    reference,
    at: 3_000,
    source: 'fulfill',
    kind: 'order-fulfilled',
    text: 'Fulfilled.',
  } as const;
  return { work, needsOrder: false, note: workNote, ...rest };
}

/** A call of `onEnded` for a failed payment. */
export function sampleHook(fields: Partial<DueHook> = {}): DueHook {
  const { reference = 'RC-1' } = fields;
  return {
    name: 'onEnded',
    key: `${reference}-ended-1`,
    reference,
    reason: 'failed',
    operationId: null,
    state: 'due',
    attempts: 0,
    nextAttemptAt: 1_000,
    ...fields,
  };
}

/** An update that makes a payment paid, and runs this work as its `onPaid`. */
export function createFulfillingUpdate(
  payment: Payment,
  work: HookWork<unknown>['work'],
  fields: Partial<PaymentUpdate> = {},
): PaymentUpdate {
  const due = { ...createPaidHook(payment, 1_000), attempts: 1 };
  const hook = { due, work: sampleWork(work, { reference: payment.reference }) };
  return createPaidUpdate(payment, { hook, ...fields });
}

/** An update that makes a payment paid. */
export function createPaidUpdate(payment: Payment, fields: Partial<PaymentUpdate> = {}): PaymentUpdate {
  const { reference } = payment;
  return {
    payment,
    change: { state: 'paid', fulfillment: { state: 'due' } },
    notes: [{ ...note, reference, at: 2_000, source: 'sweep', kind: 'payment-changed', text: 'Paid.' }],
    callbacks: [],
    hook: { due: createPaidHook(payment, 1_000) },
    ...fields,
  };
}
