import { base } from '../scope.ts';
import { PgwError } from '@pgw/protocol';
import type { Payment } from '@pgw/server';
import type { Inspection } from '@pgw/server/operator';
import type { Office, OfficeRequest, Reply } from '../context.ts';
import { describeRefusal } from '../pages/refusal.ts';
import type { FormProblem } from './form-problem.ts';
import { showOrder } from './order-detail.ts';

/** A request about a payment that exists. */
export interface PaymentRequest extends OfficeRequest {
  readonly inspection: Inspection;
}

export function toPaymentUrl({ orderId, reference }: Pick<Payment, 'orderId' | 'reference'>): string {
  return `${base()}/orders/${encodeURIComponent(orderId)}#${reference}`;
}

/** Shows the order with the problem of a form. */
export function showProblem(
  office: Office,
  { orderId }: Payment,
  problem: FormProblem,
): Promise<Reply | undefined> {
  return showOrder(office, orderId, { problem });
}

/** Shows the order with `rejectionText` or a sentence for the error, and its folded message. */
export async function showActionError(
  office: Office,
  payment: Payment,
  { error, rejectionText }: { readonly error: unknown; readonly rejectionText?: string | undefined },
): Promise<Reply | undefined> {
  if (!(error instanceof PgwError)) throw error;
  return showProblem(
    office,
    payment,
    rejectionText === undefined ? describeRefusal(error) : { text: rejectionText },
  );
}
