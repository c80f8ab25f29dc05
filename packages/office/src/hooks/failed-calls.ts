import { formatAmount } from '@pgw/pages';
import type { Inspection } from '@pgw/server/operator';
import { t } from '../language/language.ts';

type Hook = Inspection['hooks'][number];

/** A call of the shop's code that failed too often, or that waits for such a call. */
interface ShopCall {
  readonly key: string;
  /** What the call is about, such as "Refund of RM 5.00". */
  readonly label: string;
}

const labels: Readonly<Record<Hook['name'], string>> = {
  onPaid: 'Fulfillment',
  onAuthorized: 'Card authorized',
  onEnded: 'Payment ended',
  onRefunded: 'Refund',
  onReversed: 'Money taken back',
  refundSecondPayment: 'Refund of a second payment',
};

/** Returns the calls of a payment that failed too often. Later calls of the payment wait for them. */
export function findFailedCalls(inspection: Inspection): readonly ShopCall[] {
  return inspection.hooks
    .filter(({ state }) => state === 'dead')
    .map((hook) => describeCall(inspection, hook));
}

/** Returns the calls of a payment that are not made until a clerk has decided about the failed ones. */
export function findWaitingCalls(inspection: Inspection): readonly ShopCall[] {
  return inspection.hooks
    .filter(({ state }) => state === 'due')
    .map((hook) => describeCall(inspection, hook));
}

function describeCall({ refunds }: Inspection, { name, key, operationId }: Hook): ShopCall {
  const refund = refunds.find(({ id }) => id === operationId);
  const label = t(labels[name]);
  return {
    key: name === 'onPaid' ? name : key,
    label: refund === undefined ? label : t('{0} of {1}', label, formatAmount(refund)),
  };
}

/** Returns the labels of calls as one text. */
export function listLabels(calls: readonly ShopCall[]): string {
  return calls.map(({ label }) => `“${label}”`).join(', ');
}
