import { type Html, html, type Part, ringgit } from '@pgw/example-pages';
import type { Inspection, Payment } from '@pgw/express';
import { lostOf } from '../resolve-form.ts';
import { hasFailedRefund, isDead, isUndecided, isWithheld, paidWith, remainsOf } from '../standing.ts';
import { captureForm } from './capture-form.ts';
import { capturesView } from './captures.ts';
import { chipView, paymentChip } from './chip.ts';
import { refundForm, type RefundView } from './refund-form.ts';
import { refundsView } from './refunds.ts';
import { resolveForm } from './resolve-form.ts';
import { factsView, tableView, timeView } from './table.ts';

const sources: Readonly<Record<string, string>> = {
  start: 'Checkout',
  callback: 'Callback',
  return: 'Browser’s return',
  status: 'Order page',
  sweep: 'Sweep',
  fulfil: 'Fulfilment',
  refund: 'Refund',
  card: 'Card',
  capture: 'Charge',
  operator: 'Back office',
};

/** One attempt to pay, with all that happened to it and all that a person may do about it. */
export function paymentView(view: RefundView): Html {
  const { payment, timeline } = view.inspection;
  const { reference } = payment;
  return html`<article class="card payment" id="${reference}">
    <div class="heading">
      <h2>Payment of ${ringgit(payment.amount)}</h2>
      <p role="status" data-live="chip-${reference}">${chipView(paymentChip(payment.state))}</p>
    </div>
    <div data-live="facts-${reference}">${matter(payment)} ${facts(payment)}</div>
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

/** True while something may change by itself. */
export function isChanging({ payment, refunds, captures }: Inspection): boolean {
  return (
    captures.some(isUndecided) ||
    ['created', 'unknown', 'open', 'refunding'].includes(payment.state) ||
    payment.fulfilment === 'due' ||
    refunds.some(({ state }) => ['requested', 'unknown', 'processing'].includes(state))
  );
}

/** What is the matter, in plain words. */
function matter(payment: Payment): Part {
  const text = matterText(payment);
  return text !== undefined && html`<p class="matter">${text}</p>`;
}

function matterText(payment: Payment): string | undefined {
  if (payment.state === 'review')
    return 'The gateway has another amount, currency or reference than the shop. It was not fulfilled. Compare both, then decide.';
  if (payment.state === 'unknown')
    return 'The gateway’s answer was lost, so nobody knows whether this payment was started. It is never sent again.';
  if (payment.state === 'authorized')
    return 'The card is approved and the sum is held, not charged. Charge it when you ship; the bank lets go of it by itself after some days.';
  if (isDead(payment))
    return `It is paid, but handing out the order failed ${payment.fulfilAttempts} times. Mend the cause, then try again.`;
  if (hasFailedRefund(payment)) {
    const rest = isWithheld(payment)
      ? ' Nothing was handed out for this payment; you can fulfil the order.'
      : '';
    return `The gateway could not complete a refund of this payment, or took it back: the money is still here. It may refuse another refund; then ask its support to return the money or to set the payment back to Success.${rest}`;
  }
  if (isWithheld(payment))
    return 'The order was paid already, so nothing was handed out for this payment. Refund it, or fulfil the order once more.';
  return undefined;
}

const fulfilments: Readonly<Record<Payment['fulfilment'], string | undefined>> = {
  none: undefined,
  due: 'Due',
  done: 'Done',
  dead: 'Given up',
  withheld: 'Withheld',
};

function facts(payment: Payment): Html {
  const { reference, transactionNumber, settledAt, askedAt, expiresAt, gatewayStatus } = payment;
  return factsView([
    ['Paid with', paidWith(payment) ?? 'Gateway’s page'],
    ['Reference', html`<code>${reference}</code>`],
    ['Transaction', transactionNumber !== null && html`<code>${transactionNumber}</code>`],
    ['Gateway’s status', gatewayStatus],
    ['Fulfilment', fulfilments[payment.fulfilment]],
    ['Started', timeView(payment.createdAt)],
    ['Settled', settledAt !== null && timeView(settledAt)],
    ['Last asked', askedAt !== null && timeView(askedAt)],
    ['Pay before', payment.state === 'open' && expiresAt !== null && timeView(expiresAt)],
  ]);
}

function actions(view: RefundView): Part {
  const { inspection } = view;
  const { payment, captures } = inspection;
  const { reference } = payment;
  const mayRefund = ['paid', 'refunding', 'refunded'].includes(payment.state) && remainsOf(inspection) > 0;
  return [
    action(reference, 'settle', 'Ask the gateway now'),
    isDead(payment) && action(reference, 'requeue', 'Fulfil again'),
    isWithheld(payment) && action(reference, 'requeue', 'Fulfil once more'),
    payment.state === 'review' && reviewForm(reference),
    ...lostOf(inspection, view.now).map((lost) => resolveForm(view, lost)),
    payment.state === 'authorized' && !captures.some(isUndecided) && captureForm(view),
    mayRefund && refundForm(view),
  ];
}

function action(reference: string, name: string, label: string): Html {
  return html`<form method="post" action="/office/payments/${reference}/${name}">
    <button class="button quiet">${label}</button>
  </form>`;
}

function reviewForm(reference: string): Html {
  return html`<details class="panel" open>
    <summary>End the review</summary>
    <form class="form" method="post" action="/office/payments/${reference}/review">
      <div class="field">
        <label for="review-${reference}">Reason</label>
        <p class="hint" id="review-${reference}-hint">Goes to the timeline.</p>
        <input
          id="review-${reference}"
          name="reason"
          required
          maxlength="500"
          aria-describedby="review-${reference}-hint"
        />
      </div>
      <div class="actions-row">
        <button class="button" name="decision" value="paid">It is paid: fulfil the order</button>
        <button class="button quiet" name="decision" value="cancelled">Leave it unfulfilled</button>
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
