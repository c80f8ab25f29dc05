import { readField, readQueryParameter } from '../../fields.ts';
import type { RefusedForm } from './amount-field.ts';

const maxAmountLength = 40;
const maxReasonLength = 100;

/** Reads what was typed in the form of a capture or of a refund. */
export function readForm(
  incoming: { readonly body?: unknown },
  operation: string,
): RefusedForm & { readonly seen: string } {
  return {
    operation,
    amount: readField(incoming, 'amount').slice(0, maxAmountLength),
    reason: readField(incoming, 'reason').slice(0, maxReasonLength),
    isLast: readField(incoming, 'last') === '1',
    seen: readField(incoming, 'seen'),
  };
}

/** Returns the query parameters with which the page shows a refused form again. */
export function toParameters({ operation, amount, reason, isLast }: RefusedForm): Record<string, string> {
  return { operation, amount, reason, last: isLast ? '1' : '' };
}

/** Reads a refused form from the URL of a page. */
export function readRefusedForm(incoming: { readonly url: string }): RefusedForm | undefined {
  const operation = readQueryParameter(incoming, 'operation');
  if (operation === '') return undefined;
  return {
    operation,
    amount: readQueryParameter(incoming, 'amount').slice(0, maxAmountLength),
    reason: readQueryParameter(incoming, 'reason').slice(0, maxReasonLength),
    isLast: readQueryParameter(incoming, 'last') === '1',
  };
}
