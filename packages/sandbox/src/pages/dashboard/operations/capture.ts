import type { Gateway } from '../../../gateway.ts';
import type { Payment } from '../../../ledger/tables.ts';
import { paymentStatusNumber } from '../../../catalogue/status-numbers.ts';
import { parseAmount } from './amount-field.ts';
import { formatSum, isOutdated, type OperationReport } from './operation.ts';
import { readForm, toParameters } from './refused-form.ts';

/** Captures a part of an authorized payment, or the rest. */
export function capturePayment(
  { ledger }: Gateway,
  { transactionNumber, status, heldAmount, currencyCode }: Payment,
  incoming: { readonly body?: unknown },
): OperationReport {
  if (status !== paymentStatusNumber.authorized) return { message: 'The payment is not authorized.' };
  const form = readForm(incoming, 'capture');
  if (isOutdated(form.seen, heldAmount)) {
    const message = `The held amount has changed since the form was shown: ${formatSum({ amount: heldAmount, currencyCode })} is left. Nothing more was captured.`;
    return { message, parameters: toParameters(form) };
  }
  const parsed = parseAmount(form.amount, { amount: heldAmount, currencyCode });
  if ('error' in parsed) return { parameters: toParameters(form) };
  const { amount } = parsed;
  const captured = ledger.capture(transactionNumber, {
    amount,
    isLast: form.isLast || amount === heldAmount,
  });
  return {
    message:
      captured === undefined
        ? 'Nothing was captured.'
        : `Captured ${formatSum({ amount, currencyCode })} as ${captured.captureNumber}.`,
  };
}
