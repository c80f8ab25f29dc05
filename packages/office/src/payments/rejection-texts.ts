import type { Payment } from '@pgw/server';
import { t } from '../language/language.ts';
import { getPaymentChip } from '../pages/chip.ts';

/** The labels of the states of fulfillment. */
export const fulfillmentLabels: Readonly<Record<Payment['fulfillment']['state'], string | undefined>> = {
  none: undefined,
  due: 'Due',
  done: 'Done',
  dead: 'Failed',
  withheld: 'On hold',
};

/** Returns why the order of a payment can't be fulfilled again, or undefined if it can. */
export function describeRequeueRejection(payment: Payment): string | undefined {
  const { state } = payment.fulfillment;
  if (state === 'dead' || state === 'withheld') return undefined;
  const label = fulfillmentLabels[state];
  const reason = label === undefined ? t('it has no fulfillment') : t`its fulfillment is “${t(label)}”`;
  const [dead, withheld] = [t(fulfillmentLabels.dead ?? ''), t(fulfillmentLabels.withheld ?? '')];
  return t`The payment can’t be fulfilled again, because ${reason}. The fulfillment must be “${dead}” or “${withheld}”.`;
}

/** Returns why the review of a payment can't be closed, or undefined if it can. */
export function describeReviewRejection({ state }: Payment): string | undefined {
  if (state === 'review' || state === 'reversed') return undefined;
  return t`The review can’t be closed, because the payment is “${describeState(state)}”. It must be “${describeState('review')}”.`;
}

/** Returns why a payment with a lost response can't be closed, or undefined if it can. */
export function describeCloseRejection({ state }: Payment): string | undefined {
  if (state === 'unknown' || state === 'created') return undefined;
  return t`The payment can’t be closed, because it is “${describeState(state)}”. It must be “${describeState('unknown')}”.`;
}

function describeState(state: Payment['state']): string {
  return t(getPaymentChip(state).label);
}
