import { formatAmount } from '@pgw/pages';
import { paymentStatus, type Money } from '@pgw/protocol';
import { maxIssuedNumberLength } from '@pgw/protocol/internal';
import type { Request, Response } from 'express';
import {
  authorizationEnds,
  isAuthorizationEnd,
  isOutcomeName,
  outcomes,
} from '../../../catalogue/outcomes.ts';
import { paymentStatusNumber } from '../../../catalogue/status-numbers.ts';
import { findTenant, type Gateway } from '../../../gateway.ts';
import { createSameDayCheck } from '../../../ledger/refunds/same-day.ts';
import { isRefusal } from '../../../ledger/services.ts';
import type { Payment, QueuedCallback } from '../../../ledger/tables.ts';
import { callbackScenarios, isCallbackScenarioName } from '../../../scenarios/scenarios.ts';
import { isOutdated, readField } from '../../fields.ts';
import { sendPage } from '../../page.ts';
import { readListParameters, wholeList } from '../filters.ts';
import { toUrlWithMessage } from '../message.ts';
import { formatTime } from '../time.ts';
import { createTransactionsPage } from '../transactions-page.ts';
import { parseAmount, readForm, toParameters, type RefusedForm } from './amount-field.ts';
import { defaultReason } from './operation-forms.ts';

/** What an operation did. */
interface OperationReport {
  /** The message for the reader. */
  readonly message?: string | undefined;
  /** The query parameters with which the page shows a refused form again. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

type OperationRequest = Request<{ number: string; operation: string }>;

/** `POST /dashboard/:number/:operation`: redirects to the payment with a message for the result. */
export function runOperation(gateway: Gateway, incoming: OperationRequest, outgoing: Response): void {
  const { number: transactionNumber, operation: name } = incoming.params;
  const payment = gateway.ledger.findPayment(transactionNumber);
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (payment === undefined || operation === undefined) {
    const query = { ...wholeList, shownNumber: transactionNumber.slice(0, maxIssuedNumberLength) };
    const page = createTransactionsPage(gateway, query, { message: 'Nothing was changed.' });
    return sendPage(outgoing, { ...page, status: 404 });
  }
  const { message = '', parameters = {} } = operation(gateway, payment, incoming);
  const url = toUrlWithMessage('/dashboard', message, {
    ...readListParameters(incoming),
    open: payment.transactionNumber,
    ...parameters,
  });
  // The form is below the message.
  outgoing.redirect(303, `${url}#${message === '' ? name : 'detail'}`);
}

/** Runs an operation. Returns a message for its result, or what the refused form contained. */
type Operation = (gateway: Gateway, payment: Payment, incoming: OperationRequest) => OperationReport;

const operations: Readonly<Record<string, Operation>> = {
  decide: (gateway, { transactionNumber, status: oldStatus }, incoming) => {
    const outcome = readField(incoming, 'outcome');
    const status = isOutcomeName(outcome) ? outcomes[outcome].status : null;
    // A scenario or a test amount can replace the status, or leave the payment pending.
    const message = describeChange(
      gateway,
      transactionNumber,
      () => status !== null && gateway.ledger.decide(transactionNumber, { status }),
    );
    if (message !== undefined) return { message };
    return oldStatus === paymentStatusNumber.pending
      ? { message: 'The payment stays pending.' }
      : { message: `The payment already has an outcome: its status is ${oldStatus}.` };
  },
  authorization: (gateway, { transactionNumber }, incoming) => {
    const end = readField(incoming, 'end');
    const change = describeChange(
      gateway,
      transactionNumber,
      () =>
        isAuthorizationEnd(end) &&
        gateway.ledger.endAuthorization(transactionNumber, { status: authorizationEnds[end].status }),
    );
    return {
      message:
        change === undefined ? 'The payment is not authorized.' : `The held amount was released. ${change}`,
    };
  },
  capture: ({ ledger }, { transactionNumber, status, heldAmount, currencyCode }, incoming) => {
    if (status !== paymentStatusNumber.authorized) return { message: 'The payment is not authorized.' };
    const available = { amount: heldAmount, currencyCode };
    const outdated = `The held amount has changed since the form was shown: ${formatSum(available)} is left. Nothing more was captured.`;
    return runWithAmount(
      incoming,
      { operation: 'capture', seen: heldAmount, outdated, available },
      (amount, form) => {
        const isLast = form.isLast || amount === heldAmount;
        const captured = ledger.capture(transactionNumber, { amount, isLast });
        if (captured === undefined) return 'Nothing was captured.';
        return `Captured ${formatSum({ amount, currencyCode })} as ${captured.captureNumber}.`;
      },
    );
  },
  'next-callback': ({ scenarios }, { transactionNumber }, incoming) => {
    const name = readField(incoming, 'scenario');
    const scenario = isCallbackScenarioName(name) ? name : undefined;
    if (scenario === undefined) scenarios.nextCallbacks.delete(transactionNumber);
    else scenarios.nextCallbacks.set(transactionNumber, scenario);
    return {
      message:
        scenario === undefined
          ? 'The next callback is sent normally.'
          : `The next callback of this payment is affected: ${callbackScenarios[scenario].toLowerCase()}.`,
    };
  },
  refund: (gateway, payment, incoming) => {
    const { ledger } = gateway;
    const { transactionNumber, currencyCode, tenantId } = payment;
    const available = { amount: ledger.bookkeeping.computeRefundableAmount(payment), currencyCode };
    const refunds = ledger.refundTable.listBy({ transactionNumber });
    const last = refunds.at(-1);
    const outdated =
      last &&
      `This payment has another refund since the form was shown: ${last.refundNumber} of ${formatSum(last)}. Nothing more was refunded.`;
    const view = { operation: 'refund', seen: refunds.length, outdated, available };
    return runWithAmount(incoming, view, (amount, { reason }) => {
      const refund = ledger.refunds.request({
        tenantId,
        transactionNumber,
        reason: reason.trim() === '' ? defaultReason : reason,
        amount,
        isSameDay: createSameDayCheck(findTenant(gateway, tenantId)),
      });
      return isRefusal(refund)
        ? `Refused with fault ${refund.code}: ${refund.message}`
        : `Refund ${refund.refundNumber} of ${formatSum({ amount, currencyCode })} has status ${refund.status}.`;
    });
  },
};

/** Runs an operation with the amount of its form, unless the form is outdated or the amount is refused. */
function runWithAmount(
  incoming: OperationRequest,
  view: {
    readonly operation: string;
    /** What the form has as `seen` if nothing has changed. */
    readonly seen: number;
    readonly outdated: string | undefined;
    readonly available: Money;
  },
  run: (amount: number, form: RefusedForm) => string,
): OperationReport {
  const form = readForm(incoming, view.operation);
  const hasRest = view.available.amount > 0;
  if (view.outdated !== undefined && isOutdated(readField(incoming, 'seen'), view.seen))
    return { message: view.outdated, parameters: hasRest ? toParameters(form) : {} };
  if (!hasRest) return { message: `Nothing is left to ${view.operation}.` };
  const parsed = parseAmount(form.amount, view.available);
  return 'error' in parsed ? { parameters: toParameters(form) } : { message: run(parsed.amount, form) };
}

/** Formats a sum with the integer that requests contain: `RM 44.50 (sent as 4450)`. */
function formatSum(money: Money): string {
  return `${formatAmount(money)} (sent as ${money.amount})`;
}

/** Returns a sentence about the new status and its callback, or undefined when the change was refused. */
export function describeChange(
  { ledger, settings }: Gateway,
  transactionNumber: string,
  change: () => boolean,
): string | undefined {
  const listCallbacks = (): QueuedCallback[] => ledger.callbacks.listBy({ transactionNumber });
  const oldCount = listCallbacks().length;
  if (!change()) return undefined;
  const payment = ledger.payments.find(transactionNumber);
  if (payment === undefined) return undefined;
  const { status, callbackUrl } = payment;
  const text = `The status is now ${status} (${paymentStatus(status).name}).`;
  if (callbackUrl === null) return `${text} No callback is sent, because the shop gave no URL for it.`;
  return `${text} ${describeCallbacks(listCallbacks().slice(oldCount), settings.now())}`;
}

/** Says what the scenarios do with the callback of a change. */
function describeCallbacks(callbacks: readonly QueuedCallback[], now: number): string {
  const [callback] = callbacks;
  if (callback === undefined) return 'A scenario loses the callback.';
  const time = callback.dueAt > now ? `will be sent at ${formatTime(callback.dueAt)}` : 'is being sent';
  const manner = callback.isWronglySigned ? ', wrongly signed by a scenario' : '';
  return `The callback ${time}${callbacks.length > 1 ? ', twice' : ''}${manner}.`;
}
