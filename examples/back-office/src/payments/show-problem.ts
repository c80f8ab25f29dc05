import { InvalidRequestError, PgwError } from '@pgw/client';
import type { Payment } from '@pgw/express';
import type { Response } from 'express';
import { sendPage, type Office } from '../context.ts';
import { readOrderDetail } from '../orders/order-detail.ts';
import { renderOrder } from '../orders/order-page.ts';
import type { FormProblem } from './form-problem.ts';

/** Shows the order with `rejectionText`, or with the message of the error, which is written for operators. */
export async function showActionError(
  office: Office,
  response: Response,
  { payment, error, rejectionText }: { payment: Payment; error: unknown; rejectionText?: string | undefined },
): Promise<void> {
  if (!(error instanceof PgwError)) throw error;
  const status = error instanceof InvalidRequestError ? 422 : 502;
  await showProblem(office, response.status(status), {
    payment,
    problem: { message: rejectionText ?? error.message },
  });
}

/** Shows the order with the reason why an action on one of its payments failed. */
export async function showProblem(
  office: Office,
  response: Response,
  { payment, problem }: { payment: Payment; problem: FormProblem },
): Promise<void> {
  const detail = await readOrderDetail(office, payment.orderId);
  if (detail === undefined) return response.redirect(303, '/office');
  // The status is 422 unless the caller has set another one. Without a call of `status`, it is 200.
  if (response.statusCode === 200) response.status(422);
  const main = renderOrder({ ...detail, problem });
  sendPage(response, { title: `Order ${payment.orderId}`, section: 'orders', main });
}
