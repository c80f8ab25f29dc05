import { t } from '../language/language.ts';
import { InvalidRequestError } from '@pgw/protocol';
import type { Office, Reply } from '../context.ts';
import {
  showActionError,
  showProblem,
  toPaymentUrl,
  type PaymentRequest,
} from '../payments/payment-request.ts';
import { findFailedCalls } from './failed-calls.ts';
import { readSkip, toCallsField, validateSkip } from './skip-entry.ts';

const noFailedCallText =
  'No call has failed too often. It may have run or been skipped in the meantime: see the timeline.';
const otherCallsText =
  'Other calls have failed since this page was loaded. Nothing was skipped. Check them, then try again.';

/** Skips the failed calls that the form showed. Later calls of the payment then continue. */
export async function skipFailedCalls(
  office: Office,
  { inspection, form }: PaymentRequest,
): Promise<Reply | undefined> {
  const { payment } = inspection;
  const { reference } = payment;
  const failed = findFailedCalls(inspection);
  const entry = readSkip(reference, form);
  const reject = (text: string) => showProblem(office, payment, { text: t(text) });
  if (failed.length === 0) return reject(noFailedCallText);
  if (entry.calls !== toCallsField(failed)) return reject(otherCallsText);
  const errors = validateSkip(entry);
  if (errors !== undefined) return showProblem(office, payment, { skip: entry, errors });
  try {
    await office.operator.hooks.skip(reference, { reason: entry.reason });
    const text = t('The call was skipped. Your reason is in the timeline.');
    return { redirect: toPaymentUrl(payment), message: { tone: 'success', text } };
  } catch (error) {
    const rejectionText = error instanceof InvalidRequestError ? t(noFailedCallText) : undefined;
    return showActionError(office, payment, { error, rejectionText });
  }
}
