import { InvalidRequestError } from '@pgw/client';
import type { Request, Response } from 'express';
import type { Office } from '../context.ts';
import { redirectWithMessage } from '../messages.ts';
import { showActionError, showProblem } from '../payments/show-problem.ts';
import { getClerkName } from '../sign-in/clerks.ts';
import { findFailedCalls, listLabels } from './failed-calls.ts';
import { readSkip, toCallsField, validateSkip } from './skip-entry.ts';

const noFailedCallText =
  'No call has failed too often. It may have run or been skipped in the meantime: see the timeline.';
const otherCallsText =
  'Other calls have failed since this page was loaded. Nothing was skipped. Check them, then try again.';

/** Skips the failed calls that the form showed. Later calls of the payment then continue. */
export function skipFailedCalls(office: Office) {
  return async (request: Request<{ reference: string }>, response: Response): Promise<void> => {
    const { operator } = office.checkout;
    const inspection = await operator.payments.inspect(request.params.reference);
    if (inspection === undefined) return response.redirect(303, '/office');
    const { payment } = inspection;
    const { reference, orderId } = payment;
    const failed = findFailedCalls(inspection);
    const entry = readSkip(reference, request.body);
    const reject = (text: string) => showProblem(request, response, { payment, problem: { text } });
    if (failed.length === 0) return reject(noFailedCallText);
    if (entry.calls !== toCallsField(failed)) return reject(otherCallsText);
    const errors = validateSkip(entry);
    if (errors !== undefined)
      return showProblem(request, response, { payment, problem: { skip: entry, errors } });
    const { reason } = entry;
    const action = {
      clerk: getClerkName(request),
      text: `Shop’s code skipped: ${listLabels(failed)}`,
      subject: reference,
    };
    try {
      await office.actions.run(action, () => operator.hooks.skip(reference, { reason }));
      redirectWithMessage(request, response, {
        url: `/office/orders/${orderId}#${reference}`,
        tone: 'success',
        text: 'The call was skipped. Your reason is in the timeline.',
      });
    } catch (error) {
      const rejectionText = error instanceof InvalidRequestError ? noFailedCallText : undefined;
      showActionError(request, response, { payment, error, rejectionText });
    }
  };
}
