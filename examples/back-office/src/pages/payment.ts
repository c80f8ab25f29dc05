import { type Html, html, type Part, formatSen } from '@pgw/example-pages';
import type { Inspection, Payment } from '@pgw/express';
import { unknownOutcomes } from '../resolve-form.ts';
import {
  hasFailedRefund,
  hasPendingRefund,
  isFulfilmentDead,
  isCaptureUndecided,
  isFulfilmentWithheld,
  bankAndChannel,
  refundableAmount,
} from '../order-status.ts';
import { captureForm } from './capture-form.ts';
import { capturesView } from './captures.ts';
import { chipView, paymentChip } from './chip.ts';
import { referenceView } from './reference.ts';
import { refundBlocked, refundForm, type RefundView } from './refund-form.ts';
import { refundsView } from './refunds.ts';
import { resolveForm } from './resolve-form.ts';
import { factsView, tableView, timeView } from './table.ts';

const sources: Readonly<Record<string, string>> = {
  start: 'Checkout',
  callback: 'Callback',
  return: 'Return to the shop',
  status: 'Order page',
  sweep: 'Sweep',
  fulfil: 'Fulfilment',
  refund: 'Refund',
  card: 'Card',
  capture: 'Charge',
  operator: 'Back office',
};

interface PaymentView extends RefundView {
  /** Which attempt to pay the order this is, from 1. */
  readonly attempt: number;
}

/** One attempt to pay: its facts, its timeline and the actions on it. */
export function paymentView(view: PaymentView): Html {
  const { payment, timeline } = view.inspection;
  const { reference } = payment;
  return html`<article class="card payment" id="${reference}">
    <div class="heading">
      <h2>Payment of ${formatSen(payment.amount)}</h2>
      <p role="status" data-live="chip-${reference}">${chipView(paymentChip(payment.state))}</p>
    </div>
    <div data-live="facts-${reference}">${problem(payment)} ${facts(payment, view.attempt)}</div>
    <div class="actions-row" data-live="actions-${reference}">${actions(view)}</div>
    <div data-live="captures-${reference}">${capturesView(view.inspection)}</div>
    <div id="refunds-${reference}" data-live="refunds-${reference}">${refundsView(view.inspection)}</div>
    <section>
      <h3>Timeline</h3>
      <ol class="timeline" data-live="timeline-${reference}">
        ${timeline.map(
          ({ at, source, text }) =>
            html`<li>
              <p>${text}</p>
              <p class="muted">${timeView(at)} · ${sources[source] ?? source}</p>
            </li>`,
        )}
      </ol>
    </section>
    <section data-live="callbacks-${reference}">${callbacks(view.inspection)}</section>
  </article>`;
}

/** True while the state may change without an action here. */
export function isChanging({ payment, refunds, captures }: Inspection): boolean {
  return (
    captures.some(isCaptureUndecided) ||
    ['created', 'unknown', 'open', 'refunding'].includes(payment.state) ||
    payment.fulfilment.state === 'due' ||
    refunds.some(({ state }) => ['requested', 'unknown', 'processing'].includes(state))
  );
}

/** The problem of a payment, and what to do. */
function problem(payment: Payment): Part {
  const text = problemText(payment);
  return text !== undefined && html`<p class="problem">${text}</p>`;
}

function problemText(payment: Payment): string | undefined {
  if (payment.state === 'review')
    return 'The gateway reports another amount, currency or reference than the shop. The order was not fulfilled. Compare both, then close the review.';
  if (payment.state === 'unknown')
    return 'The gateway’s response was lost, so it is not known whether this payment was started. It is never sent again. Refresh the status.';
  if (payment.state === 'authorized')
    return 'The card is authorised, not charged. Charge it when you ship; the bank releases the amount after some days.';
  if (isFulfilmentDead(payment))
    return `The payment succeeded, but fulfilment failed ${payment.fulfilment.attempts} times. Fix the cause, then fulfil again.`;
  if (hasFailedRefund(payment)) {
    const rest = isFulfilmentWithheld(payment)
      ? ' Nothing was fulfilled for this payment; you can fulfil the order.'
      : '';
    return `A refund of this payment failed or was reversed: the money is still with you. The gateway may reject another refund; then ask its support to return the money or to set the payment back to Success.${rest}`;
  }
  if (isFulfilmentWithheld(payment))
    return 'The order was already paid, so nothing was fulfilled for this payment. Refund it, or fulfil the order again.';
  return undefined;
}

const fulfilments: Readonly<Record<Payment['fulfilment']['state'], string | undefined>> = {
  none: undefined,
  due: 'Due',
  done: 'Done',
  dead: 'Failed',
  withheld: 'On hold',
};

function facts(payment: Payment, attempt: number): Html {
  const { reference, transactionNumber, settledAt, expiresAt, gatewayStatus, schedule } = payment;
  return factsView([
    ['Paid with', bankAndChannel(payment) ?? 'Gateway’s page'],
    ['Reference', referenceView({ orderId: payment.orderId, reference, attempt })],
    ['Transaction', transactionNumber !== null && html`<code>${transactionNumber}</code>`],
    ['Gateway status', gatewayStatus],
    ['Fulfilment', fulfilments[payment.fulfilment.state]],
    ['Started', timeView(payment.createdAt)],
    ['Settled', settledAt !== null && timeView(settledAt)],
    ['Last refreshed', schedule.queriedAt !== null && timeView(schedule.queriedAt)],
    ['Pay before', payment.state === 'open' && expiresAt !== null && timeView(expiresAt)],
  ]);
}

function actions(view: RefundView): Part {
  const { inspection } = view;
  const { payment, captures } = inspection;
  const { reference } = payment;
  const mayRefund =
    ['paid', 'refunding', 'refunded'].includes(payment.state) && refundableAmount(inspection) > 0;
  return [
    action(reference, 'settle', 'Refresh status'),
    isFulfilmentDead(payment) && action(reference, 'requeue', 'Fulfil again'),
    isFulfilmentWithheld(payment) && action(reference, 'requeue', 'Fulfil again'),
    payment.state === 'review' && reviewForm(reference),
    ...unknownOutcomes(inspection, view.now).map((lost) => resolveForm(view, lost)),
    payment.state === 'authorized' && !captures.some(isCaptureUndecided) && captureForm(view),
    mayRefund && (hasPendingRefund(inspection) ? refundBlocked(inspection) : refundForm(view)),
  ];
}

function action(reference: string, name: string, label: string): Html {
  return html`<form method="post" action="/office/payments/${reference}/${name}">
    <button class="button quiet">${label}</button>
  </form>`;
}

function reviewForm(reference: string): Html {
  return html`<details class="panel" open>
    <summary>Close the review</summary>
    <form class="form" method="post" action="/office/payments/${reference}/review">
      <div class="field">
        <label for="review-${reference}">Reason</label>
        <p class="hint" id="review-${reference}-hint">Shown in the timeline.</p>
        <input
          id="review-${reference}"
          name="reason"
          required
          maxlength="500"
          aria-describedby="review-${reference}-hint"
        />
      </div>
      <div class="actions-row">
        <button class="button" name="decision" value="paid">Accept the payment and fulfil the order</button>
        <button class="button quiet" name="decision" value="cancelled">Don’t fulfil</button>
      </div>
    </form>
  </details>`;
}

function callbacks({ callbacks: received, payment }: Inspection): Html {
  if (received.length === 0)
    return html`<h3>Callbacks</h3>
      <p class="muted">None yet.</p>`;
  return html`<h3>Callbacks</h3>
    ${tableView(
      `Callbacks of payment ${payment.reference}`,
      [
        { title: 'Received', isHeader: true, cell: ({ receivedAt }) => timeView(receivedAt) },
        { title: 'Status', cell: ({ status }) => status },
        { title: 'Signature', cell: ({ signature }) => html`<code>${shortened(signature)}</code>` },
        {
          title: 'Body',
          cell: ({ rawBody }) =>
            html`<details class="raw">
              <summary>Show</summary>
              <pre>${rawBody}</pre>
            </details>`,
        },
      ],
      received,
    )}`;
}

function shortened(signature: string): string {
  return signature.length > 16 ? `${signature.slice(0, 8)}…${signature.slice(-6)}` : signature;
}
