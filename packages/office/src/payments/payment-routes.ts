import { t } from '../language/language.ts';
import { InvalidRequestError } from '@pgw/protocol';
import type { Payment } from '@pgw/server';
import type { Handler, Office, OfficeRequest, Route, Reply } from '../context.ts';
import { skipFailedCalls } from '../hooks/skip-route.ts';
import { readCapture, validateCapture } from '../operations/capture-entry.ts';
import { readOutcome, validateOutcome } from '../operations/outcome-entry.ts';
import { confirmRefund } from '../operations/refund-routes.ts';
import { showActionError, showProblem, toPaymentUrl, type PaymentRequest } from './payment-request.ts';
import { calculateChargeableAmount } from './payment-state.ts';
import {
  describeCloseRejection,
  describeRequeueRejection,
  describeReviewRejection,
} from './rejection-texts.ts';

/** The actions on a payment. Each redirects to the order, so that a reload does not repeat the action. */
export const paymentRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/payments/:reference/sync',
    verb: 'view',
    handle: runAction({
      run: ({ checkout }, { reference }) => checkout.payments.sync(reference),
      message: () => t('The status was refreshed. See the timeline.'),
    }),
  },
  {
    method: 'POST',
    path: '/payments/:reference/requeue',
    verb: 'resolve',
    handle: runAction({
      run: ({ operator }, { reference }) => operator.hooks.requeue(reference),
      message: () => t('Fulfillment was started again. See the timeline.'),
      describeRejection: describeRequeueRejection,
    }),
  },
  {
    method: 'POST',
    path: '/payments/:reference/review',
    verb: 'resolve',
    handle: runAction({
      run: ({ operator }, { reference }, { form }) =>
        operator.reviews.resolve(reference, {
          outcome: form.read('decision') === 'paid' ? 'paid' : 'canceled',
          reason: form.read('reason'),
        }),
      message: () => t('The review is closed.'),
      describeRejection: describeReviewRejection,
    }),
  },
  {
    // Closes a payment whose start has no known outcome.
    method: 'POST',
    path: '/payments/:reference/start',
    verb: 'resolve',
    handle: runAction({
      run: ({ operator }, { reference }, { form }) =>
        operator.starts.resolve(reference, { reason: form.read('reason') }),
      message: () => t('The payment is closed. Your reason is in the timeline.'),
      describeRejection: describeCloseRejection,
    }),
  },
  {
    method: 'POST',
    path: '/payments/:reference/skip',
    verb: 'resolve',
    handle: withInspection(skipFailedCalls),
  },
  {
    method: 'POST',
    path: '/payments/:reference/refund',
    verb: 'refund',
    handle: withInspection(confirmRefund),
  },
  {
    method: 'POST',
    path: '/payments/:reference/capture',
    verb: 'refund',
    handle: withInspection(requestCapture),
  },
  ...(['captures', 'refunds'] as const).map((kind): Route => ({
    method: 'POST',
    path: `/payments/:reference/${kind}/:key`,
    verb: 'resolve',
    handle: withInspection((office, request) => recordOutcome(office, request, kind)),
  })),
];

type PaymentHandler = (office: Office, request: PaymentRequest) => Promise<Reply | undefined>;

function withInspection(handle: PaymentHandler): Handler {
  return async (office, request) => {
    const inspection = await office.operator.payments.inspect(request.params['reference'] ?? '');
    return inspection && handle(office, { ...request, inspection });
  };
}

interface PaymentAction {
  readonly run: (office: Office, payment: Payment, request: OfficeRequest) => Promise<unknown>;
  /** The message on the page of the order. */
  readonly message: () => string;
  /** Returns why an action is not possible, in the words of the page. Undefined if it is possible. */
  readonly describeRejection?: (payment: Payment) => string | undefined;
}

/** Runs an action, then redirects to the order. */
function runAction({ run, message, describeRejection }: PaymentAction): Handler {
  return withInspection(async (office, request) => {
    const { payment } = request.inspection;
    try {
      await run(office, payment, request);
      return { redirect: toPaymentUrl(payment), message: { tone: 'success', text: message() } };
    } catch (error) {
      const isRejected = error instanceof InvalidRequestError;
      const currentPayment = isRejected ? await office.checkout.payments.get(payment.reference) : undefined;
      const rejectionText = currentPayment && describeRejection?.(currentPayment);
      return showActionError(office, payment, { error, rejectionText });
    }
  });
}

async function requestCapture(
  office: Office,
  { inspection, form }: PaymentRequest,
): Promise<Reply | undefined> {
  const { payment, captures } = inspection;
  const { reference } = payment;
  const entry = readCapture(reference, form);
  const charged: Reply = {
    redirect: toPaymentUrl(payment),
    message: { tone: 'success', text: t('The card was charged.') },
  };
  // A form that is sent twice redirects to the charge of the first request.
  if (captures.some(({ id }) => id === entry.key)) return charged;
  const result = validateCapture(entry, {
    ...inspection.payment,
    amount: calculateChargeableAmount(inspection),
  });
  if ('errors' in result) return showProblem(office, payment, { capture: entry, errors: result.errors });
  try {
    const { state } = await office.operator.captures.create(entry.key, { reference, ...result.request });
    return state === 'done' ? charged : { redirect: toPaymentUrl(payment) };
  } catch (error) {
    return showActionError(office, payment, { error });
  }
}

/** Records the outcome of a charge or refund whose response was lost. */
async function recordOutcome(
  office: Office,
  { inspection, form, params }: PaymentRequest,
  kind: 'captures' | 'refunds',
): Promise<Reply | undefined> {
  const { payment } = inspection;
  const operation = inspection[kind].find(({ id }) => id === params['key']);
  if (operation === undefined) return { redirect: toPaymentUrl(payment) };
  const entry = readOutcome(operation.id, form);
  const result = validateOutcome(entry, kind);
  if ('errors' in result) return showProblem(office, payment, { outcome: entry, errors: result.errors });
  const { decision: outcome, reason } = result;
  const text = t('The outcome was recorded. Your reason is in the timeline.');
  try {
    // A form that is sent twice redirects to the recorded outcome.
    if (operation.state !== outcome) await office.operator[kind].resolve(operation.id, { outcome, reason });
    return { redirect: toPaymentUrl(payment), message: { tone: 'success', text } };
  } catch (error) {
    return showActionError(office, payment, { error });
  }
}
