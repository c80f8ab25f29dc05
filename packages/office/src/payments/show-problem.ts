import { PgwError } from '@pgw/client';
import type { Payment } from '@pgw/express';
import type { Request, Response } from 'express';
import { describeRefusal } from '../pages/refusal.ts';
import type { FormProblem } from './form-problem.ts';

/** The problem of a form that was sent, shown once on the page of its order. */
export interface PageProblem {
  readonly orderId: string;
  readonly problem: FormProblem;
}

/** Shows the order with `rejectionText` or a sentence for the error, and its folded message. */
export function showActionError(
  request: Request,
  response: Response,
  { payment, error, rejectionText }: { payment: Payment; error: unknown; rejectionText?: string | undefined },
): void {
  if (!(error instanceof PgwError)) throw error;
  showProblem(request, response, {
    payment,
    problem: rejectionText === undefined ? describeRefusal(error) : { text: rejectionText },
  });
}

/**
 * Redirects to the order, which shows why an action on one of its payments failed, with the values of the form. A
 * reload of that page sends no form.
 */
export function showProblem(
  request: Request,
  response: Response,
  { payment: { orderId, reference }, problem }: { payment: Payment; problem: FormProblem },
): void {
  request.session.problem = { orderId, problem };
  // The message is at the top of the page, and a form is at its payment.
  const fragment = 'text' in problem ? '' : `#${reference}`;
  response.redirect(303, `/office/orders/${orderId}${fragment}`);
}

/** Removes the problem for the page of the order from the session and returns it. */
export function takeProblem(request: Request, orderId: string): FormProblem | undefined {
  const { problem } = request.session;
  if (problem === undefined || problem.orderId !== orderId) return undefined;
  delete request.session.problem;
  return problem.problem;
}
