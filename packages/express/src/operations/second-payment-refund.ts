import { getErrorMessage } from '../error-message.ts';
import { getPaymentFacts } from '../events/facts.ts';
import type { Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { findPayingPayment, mayHaveLostMoney } from '../payments/second-payment.ts';
import { createRefund } from './create-refund.ts';
import type { Operation } from './operation.ts';

const minuteMs = 60_000;
/** The pauses after each refusal. After the last try, a person decides. */
const retryDelaysMs: readonly number[] = [minuteMs, 15 * minuteMs, 60 * minuteMs, 720 * minuteMs];
const maxTries = retryDelaysMs.length + 1;

/**
 * Refunds the second payment of an order that another payment has paid. Only a definite refusal is followed by
 * another try. The id of a try contains the number of stored refusals, so each try is sent once.
 */
export async function refundSecondPayment(engine: Engine, payment: Payment): Promise<void> {
  try {
    await sendNextTry(engine, payment);
  } catch (error) {
    const message = `The second payment of an order could not be refunded: ${getErrorMessage(error)}`;
    emitNotRefunded(engine, payment, { message, isFinal: false, error });
    engine.unconfirmedClaims.addIfNoResponse(error, () => refundSecondPayment(engine, payment));
  }
}

/** Sends the next try for a refusal whose pause is over. */
export async function retrySecondPaymentRefund(engine: Engine, refusal: Operation): Promise<void> {
  const { store } = engine;
  const payment = await store.findPayment(refusal.reference);
  if (payment !== undefined && (await isRefundable(engine, payment))) await sendNextTry(engine, payment);
  else if (payment !== undefined) {
    const message =
      'The refund of the second payment of an order is not tried again, because the money of the payment that fulfilled the order may have been taken back. ' +
      'Decide about that payment with operator.resolveReview, then call operator.refunds.create for one of them.';
    emitNotRefunded(engine, payment, { message, isFinal: true });
  }
  // After an error, the refusal is still due when its claim ends.
  await store.updateOperation(refusal, { nextQueryAt: null });
}

/** Refunds second payments whose refund was not requested, because the process ended or the gateway was down. */
export async function refundMissedSecondPayments(engine: Engine): Promise<void> {
  const { store } = engine;
  const filter = { states: ['paid'], fulfilments: ['withheld'], hasRefunds: false } as const;
  for (const payment of await store.findPayments({ ...filter, limit: 500 })) {
    if (await isRefundable(engine, payment)) await refundSecondPayment(engine, payment);
  }
}

/** True if another payment has paid the order, and its money was not taken back. */
async function isRefundable({ store }: Engine, payment: Payment): Promise<boolean> {
  const payingPayment = await findPayingPayment(store, payment);
  return payingPayment !== undefined && !mayHaveLostMoney(payingPayment);
}

async function sendNextTry(engine: Engine, payment: Payment): Promise<void> {
  const { reference } = payment;
  // The id of an operator has no colon, so each refund with this prefix was made here.
  const prefix = `second:${reference}:`;
  const refunds = await engine.store.listOperations(reference, 'refund');
  const tries = refunds.filter(({ id }) => id.startsWith(prefix));
  const refusals = tries.filter(isRefusal);
  if (refusals.length < tries.length || refusals.length >= maxTries) return;
  const id = `${prefix}${refusals.length}`;
  const refund = await createRefund(engine, id, { reference, reason: 'The order was paid twice' });
  if (!isRefusal(refund)) return;
  const delayMs = retryDelaysMs[refusals.length];
  if (delayMs !== undefined)
    return void (await engine.store.updateOperation(refund, { nextQueryAt: engine.now() + delayMs }));
  const message =
    `The refund of the second payment of an order was refused ${maxTries} times: ${refund.message ?? refund.state}. ` +
    'It is not tried again. Return the money in another way, or call operator.refunds.create.';
  emitNotRefunded(engine, payment, { message, isFinal: true });
}

function emitNotRefunded(
  engine: Engine,
  payment: Payment,
  fields: { readonly message: string; readonly isFinal: boolean; readonly error?: unknown },
): void {
  const event = 'second-payment-not-refunded';
  engine.emit({ level: 'error', event, ...getPaymentFacts(payment), ...fields });
}

/** True if the gateway or the provider has definitely not returned the money. */
function isRefusal({ state }: Operation): boolean {
  return state === 'refused' || state === 'failed';
}
