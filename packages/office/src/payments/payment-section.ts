import { formatAmount, type Html, type TemplateValue } from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { base, may } from '../scope.ts';
import type { Payment } from '@pgw/server';
import type { Approval, Inspection } from '@pgw/server/operator';
import { findMainPayment } from './order-status.ts';
import { renderCallbacks, renderTimeline } from '../pages/timeline.ts';
import { isSecondAuthorization, secondAuthorizationText } from './second-authorization.ts';
import { findUnconfirmedOperations, isStartUnconfirmed } from '../operations/unconfirmed-operations.ts';
import {
  canFulfillAgain,
  describeBankAndChannel,
  hasFailedRefund,
  hasPendingRefund,
  isCaptureUndecided,
  isFulfillmentDead,
  isFulfillmentWithheld,
  isKeptInstead,
  isPaidTwice,
  calculateRefundableAmount,
} from './payment-state.ts';
import { renderFailedCalls, renderSkipForm } from '../hooks/skip-form.ts';
import { renderCaptures, renderCaptureForm } from '../operations/captures.ts';
import { renderChip, getChipOfPayment } from '../pages/chip.ts';
import { renderReference } from './reference.ts';
import { formatSum, renderSum } from './sum.ts';
import type { PaymentFormView } from './payment-form-view.ts';
import { fulfillmentLabels } from './rejection-texts.ts';
import { renderRefunds, renderBlockedRefund, renderRefundForm } from '../operations/refunds.ts';
import { renderOutcomeForm } from '../operations/outcome-form.ts';
import { renderFacts, renderTime } from '../pages/table.ts';

interface PaymentView extends PaymentFormView {
  /** All payments of the order. */
  readonly payments: readonly Payment[];
  /** The number of this attempt to pay the order, from 1. */
  readonly attempt: number;
  /** The refunds of the order that wait for a second clerk. */
  readonly approvals: readonly Approval[];
}

/**
 * Renders one attempt to pay. Its details are folded if another attempt is newer, no clerk needs to act on this one, and it
 * does not represent the order.
 */
export function renderPayment(view: PaymentView): Html {
  const { payment } = view.inspection;
  const { reference } = payment;
  const channel = describeBankAndChannel(payment);
  return html`<article class="card payment" id="${reference}">
    <div class="heading">
      <h2>Payment of ${formatSum(payment)}</h2>
      <p role="status" data-live="chip-${reference}">${renderChip(getChipOfPayment(payment))}</p>
    </div>
    ${
      isFolded(view)
        ? html`<details>
            <summary>
              Attempt ${view.attempt}${channel !== undefined && `, ${channel}`}:
              ${renderTime(payment.createdAt)}
            </summary>
            ${renderPaymentDetails(view)}
          </details>`
        : renderPaymentDetails(view)
    }
  </article>`;
}

function isFolded(view: PaymentView): boolean {
  const { inspection, payments, problem, now } = view;
  const { reference } = inspection.payment;
  const isShown = [payments[0], findMainPayment(payments)].some((shown) => shown?.reference === reference);
  const needsClerk =
    findProblemText(view) !== undefined ||
    problem !== undefined ||
    hasPendingRefund(inspection) ||
    findUnconfirmedOperations(inspection, now).length > 0 ||
    inspection.hooks.some(({ state }) => state === 'dead');
  return !isShown && !needsClerk;
}

/** Renders the facts, the timeline and the callbacks of a payment, and the actions on it. */
function renderPaymentDetails(view: PaymentView): Html {
  const { payment, timeline } = view.inspection;
  const { reference } = payment;
  return html`<div data-live="facts-${reference}">
      ${renderPaymentProblem(view)} ${renderPaymentFacts(payment, view.attempt)}
    </div>
    <div class="actions-row" data-live="actions-${reference}">${renderActions(view)}</div>
    <div data-live="captures-${reference}">${renderCaptures(view.inspection)}</div>
    <div id="refunds-${reference}" data-live="refunds-${reference}">${renderRefunds(view.inspection)}</div>
    <section>
      <h3>Timeline</h3>
      ${renderTimeline(timeline, `timeline-${reference}`)}
    </section>
    <section data-live="callbacks-${reference}">${renderCallbacks(view.inspection)}</section>`;
}

/** True while the payment, its charges or its refunds can change without an action of the clerk. */
export function canChangeWithoutClerk({ payment, refunds, captures }: Inspection): boolean {
  return (
    captures.some(isCaptureUndecided) ||
    ['created', 'unknown', 'open', 'refunding'].includes(payment.state) ||
    payment.fulfillment.state === 'due' ||
    hasPendingRefund({ refunds })
  );
}

/** Renders the problem of a payment and the next step. */
function renderPaymentProblem(view: PaymentView): TemplateValue {
  const text = findProblemText(view);
  return [text !== undefined && html`<p class="problem">${text}</p>`, renderFailedCalls(view)];
}

function findProblemText(view: PaymentView): string | undefined {
  const { payment } = view.inspection;
  return isSecondAuthorization(payment, view.payments)
    ? t(secondAuthorizationText)
    : describeProblem(payment, view);
}

function describeProblem(
  payment: Payment,
  { inspection, payments, now }: Pick<PaymentView, 'inspection' | 'payments' | 'now'>,
): string | undefined {
  if (payment.state === 'review' && payment.discrepancy?.code === 'payment-price')
    return t(
      'The payment is below the price of the order, or has another currency. The order was not fulfilled. Compare them, then close the review: accept the payment, or refund it and do not fulfill the order.',
    );
  if (payment.state === 'review')
    return t(
      'The gateway reports another amount, currency or reference than the shop. The order was not fulfilled. Compare the two records, then close the review.',
    );
  if (payment.state === 'reversed')
    return t`The gateway reported this payment as paid, and now reports that it failed: the money was taken back. ${payment.fulfillment.state === 'done' ? t('The order was fulfilled.') : t('The order was not fulfilled.')} Ask the gateway’s support, then record the decision. Until then the order can’t be paid again.`;
  if (isStartUnconfirmed(payment, now))
    return t`It is unclear whether the gateway has this payment, because its response was lost. No shopper was redirected to it. Search the gateway’s own back office for the reference ${payment.reference}. If it is there, wait until it expires: the gateway’s callback then closes the payment. If it is not there, close the payment here.`;
  if (payment.state === 'expired' && payment.transactionNumber === null)
    return t`The gateway has this payment, but its response was lost, and no shopper was redirected to it. Search the gateway’s own back office for the reference ${payment.reference}. If it was paid there, send its callback again.`;
  if (payment.state === 'authorized')
    return t(
      'The card is authorized, not charged. Charge it when you ship the order. The bank releases the amount after some days.',
    );
  if (isFulfillmentDead(payment))
    return t`The payment succeeded, but fulfillment failed (attempts: ${countAttempts(inspection)}). Fix the cause, then fulfill again.`;
  if (hasFailedRefund(payment)) {
    const fulfillmentText = isFulfillmentWithheld(payment)
      ? ` ${t('Nothing was fulfilled for this payment. You can fulfill the order.')}`
      : '';
    return t`A refund of this payment failed or was reversed. You still have the money. If the gateway rejects another refund, ask its support to return the money or to set the payment back to Success.${fulfillmentText}`;
  }
  if (isPaidTwice(payment, payments))
    return t(
      'The order was already paid, so nothing was fulfilled for this payment. Refund it, or fulfill the order again.',
    );
  if (isKeptInstead(payment, payments))
    return t(
      'The order was paid twice. The money of the fulfilled payment was returned, so this payment pays the order.',
    );
  if (isFulfillmentWithheld(payment))
    return t(
      'A clerk has skipped the fulfillment, so the order is not marked as paid. You can still fulfill it.',
    );
  return undefined;
}

function countAttempts({ hooks }: Inspection): number {
  return hooks.find(({ name }) => name === 'onPaid')?.attempts ?? 0;
}

function renderPaymentFacts(payment: Payment, attempt: number): Html {
  const { reference, transactionNumber, stateChangedAt, expiresAt, gatewayStatus, schedule } = payment;
  const { loyalty } = payment;
  return renderFacts([
    ['Paid with', describeBankAndChannel(payment) ?? t('Gateway’s page')],
    ['Amount', renderSum(payment)],
    ['Paid with points', loyalty && formatAmount({ ...payment, amount: loyalty.pointsAmount })],
    ['Paid with money', loyalty && formatAmount({ ...payment, amount: loyalty.moneyAmount })],
    ['Reference', renderReference({ reference, attempt })],
    ['Transaction', transactionNumber !== null && html`<code>${transactionNumber}</code>`],
    ['Gateway status', gatewayStatus],
    ['Fulfillment', t(fulfillmentLabels[payment.fulfillment.state] ?? '')],
    ['Started', renderTime(payment.createdAt)],
    ['State changed', stateChangedAt !== null && renderTime(stateChangedAt)],
    ['Last refreshed', schedule.queriedAt !== null && renderTime(schedule.queriedAt)],
    ['Pay before', payment.state === 'open' && expiresAt !== null && renderTime(expiresAt)],
  ]);
}

function renderActions(view: PaymentView): TemplateValue {
  const { inspection, payments } = view;
  const { payment, captures } = inspection;
  const { reference } = payment;
  const canCharge =
    payment.state === 'authorized' &&
    !captures.some(isCaptureUndecided) &&
    !isSecondAuthorization(payment, payments);
  const canRefund =
    ['paid', 'refunding', 'refunded'].includes(payment.state) && calculateRefundableAmount(inspection) > 0;
  const decisions = [
    canFulfillAgain(payment) &&
      !isKeptInstead(payment, payments) &&
      renderActionForm(reference, 'requeue', t('Fulfill again')),
    !canFulfillAgain(payment) &&
      inspection.hooks.some(({ state }) => state === 'dead') &&
      renderActionForm(reference, 'requeue', t('Run the shop’s code again')),
    renderSkipForm(view),
    (payment.state === 'review' || payment.state === 'reversed') && renderReviewForm(payment),
    ...findUnconfirmedOperations(inspection, view.now).map((operation) => renderOutcomeForm(view, operation)),
    isStartUnconfirmed(payment, view.now) && renderCloseForm(reference),
  ];
  const refunds = [
    canCharge && renderCaptureForm(view),
    canRefund &&
      (hasPendingRefund(inspection)
        ? renderBlockedRefund(inspection)
        : renderRefundForm(view, isPaidTwice(payment, payments))),
  ];
  const waits = view.approvals.some((approval) => approval.reference === reference);
  return [
    waits &&
      html`<p class="problem">
        A refund waits for another clerk. <a href="${base()}/approvals">Open the approvals</a>
      </p>`,
    renderActionForm(reference, 'sync', t('Refresh status')),
    may('resolve') && decisions,
    may('refund') && refunds,
  ];
}

function renderActionForm(reference: string, name: string, label: string): Html {
  return html`<form method="post" action="${base()}/payments/${reference}/${name}">
    <button class="button quiet">${label}</button>
  </form>`;
}

function renderReviewForm({ reference, state, fulfillment }: Payment): Html {
  const isReversed = state === 'reversed';
  const acceptText =
    fulfillment.state === 'done' ? t('The money is there') : t('Accept the payment and fulfill the order');
  return html`<details class="panel" open>
    <summary>${isReversed ? t('Record the decision') : t('Close the review')}</summary>
    <form class="form" method="post" action="${base()}/payments/${reference}/review">
      ${renderReasonField(`review-${reference}`)}
      <div class="actions-row">
        <button class="button" name="decision" value="paid">${acceptText}</button>
        <button class="button quiet" name="decision" value="canceled">
          ${isReversed ? t('The money is lost') : t('Don’t fulfill')}
        </button>
      </div>
    </form>
  </details>`;
}

function renderCloseForm(reference: string): Html {
  return html`<details class="panel">
    <summary>Close the payment</summary>
    <form class="form" method="post" action="${base()}/payments/${reference}/start">
      <p class="muted">
        First search for the reference in the gateway’s own back office. Close the payment only if the gateway
        does not have it.
      </p>
      ${renderReasonField(`start-${reference}`)}
      <button class="button">Close the payment</button>
    </form>
  </details>`;
}

function renderReasonField(id: string): Html {
  return html`<div class="field">
    <label for="${id}">Reason</label>
    <p class="hint" id="${id}-hint">Shown in the timeline.</p>
    <input id="${id}" name="reason" required maxlength="500" aria-describedby="${id}-hint" />
  </div>`;
}
