import type { Office } from '../context.ts';

/**
 * Whether another clerk must approve an operation. For a refund, `amount` includes the earlier refunds of the payment, so that parts
 * cannot avoid the limit.
 */
export function needsSecondClerk({ options: { secondClerkAbove } }: Office, amount: number): boolean {
  return secondClerkAbove !== undefined && amount > secondClerkAbove;
}
