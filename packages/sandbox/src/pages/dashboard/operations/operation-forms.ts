import { paymentStatusNumber } from '../../../catalogue/status-numbers.ts';
import type { Gateway } from '../../../gateway.ts';
import type { Payment } from '../../../ledger/tables.ts';
import { authorizationEnds, outcomes } from '../../../catalogue/outcomes.ts';
import { callbackScenarios } from '../../../scenarios/scenarios.ts';
import { html, trustedHtml, type Html } from '@pgw/protocol/html';
import { renderAmountField, type RefusedForm } from './amount-field.ts';

export const defaultReason = 'From the dashboard';

/** Renders the forms of the operations that the status of a payment allows. */
export function renderOperations(
  { ledger, scenarios }: Gateway,
  payment: Payment,
  refused: RefusedForm | undefined,
): Html {
  const { transactionNumber, status } = payment;
  const findRefused = (operation: string): RefusedForm | undefined =>
    refused?.operation === operation ? refused : undefined;
  const refundableAmount = ledger.bookkeeping.computeRefundableAmount(payment);
  return html`<div class="actions">
    ${status === paymentStatusNumber.pending ? renderDecisionForm(transactionNumber) : undefined}
    ${status === paymentStatusNumber.authorized ? renderCaptureForm(payment, findRefused('capture')) : undefined}
    ${
      refundableAmount > 0 && status === paymentStatusNumber.success
        ? renderRefundForm(payment, {
            amount: refundableAmount,
            refundCount: ledger.refundTable.listBy({ transactionNumber }).length,
            refused: findRefused('refund'),
          })
        : undefined
    }
    ${payment.callbackUrl === null ? undefined : renderNextCallbackForm(transactionNumber, scenarios.nextCallbacks.get(transactionNumber))}
    <p><a href="/bank/${transactionNumber}">Open the bank page</a></p>
  </div>`;
}

function renderDecisionForm(transactionNumber: string): Html {
  const { approve, decline, close: _close, ...others } = outcomes;
  return html`<form method="post" action="/dashboard/${transactionNumber}/decide">
    <div class="pair">
      <button class="button" name="outcome" value="approve">${approve.label}</button>
      <button class="button secondary" name="outcome" value="decline">${decline.label}</button>
    </div>
    <details data-key="outcomes">
      <summary>Other outcomes</summary>
      <div class="many">
        ${Object.entries(others).map(
          ([name, { label, status }]) =>
            html`<button class="small" name="outcome" value="${name}">
              ${label} <span class="muted">status ${status}</span>
            </button>`,
        )}
      </div>
    </details>
  </form>`;
}

/** Renders the switches for the next callback of a payment. A switch that is on can be switched off. */
function renderNextCallbackForm(transactionNumber: string, active: string | undefined): Html {
  return html`<form class="many" method="post" action="/dashboard/${transactionNumber}/next-callback">
    <p class="muted" id="next-callback">Break the next callback:</p>
    ${Object.entries(callbackScenarios).map(
      ([name, label]) =>
        html`<button
          class="small"
          name="scenario"
          value="${name === active ? '' : name}"
          aria-pressed="${name === active ? 'true' : 'false'}"
          aria-describedby="next-callback"
        >
          ${label}
        </button>`,
    )}
  </form>`;
}

function renderCaptureForm(
  { transactionNumber, heldAmount, currencyCode }: Payment,
  refused: RefusedForm | undefined,
): Html {
  return html`<form method="post" action="/dashboard/${transactionNumber}/capture">
      <input type="hidden" name="seen" value="${heldAmount}" />
      ${renderAmountField({ id: 'capture', available: { amount: heldAmount, currencyCode }, refused })}
      <label class="check"
        ><input
          id="last"
          type="checkbox"
          name="last"
          value="1"
          ${refused?.isLast === false ? undefined : trustedHtml('checked')}
        /><span>Last capture: release the rest</span></label
      >
      <button class="button">Capture</button>
    </form>
    <form class="many" method="post" action="/dashboard/${transactionNumber}/authorization">
      ${Object.entries(authorizationEnds).map(
        ([name, { label, status }]) =>
          html`<button class="small" name="end" value="${name}">
            ${label} <span class="muted">status ${status}</span>
          </button>`,
      )}
    </form>`;
}

function renderRefundForm(
  { transactionNumber, currencyCode }: Payment,
  {
    amount,
    refundCount,
    refused,
  }: {
    /** The largest amount of a refund, in minor units. */
    readonly amount: number;
    readonly refundCount: number;
    readonly refused: RefusedForm | undefined;
  },
): Html {
  return html`<details data-key="refund" ${refused === undefined ? undefined : trustedHtml('open')}>
    <summary>Refund</summary>
    <form method="post" action="/dashboard/${transactionNumber}/refund">
      <input type="hidden" name="seen" value="${refundCount}" />
      ${renderAmountField({ id: 'refund', available: { amount, currencyCode }, refused })}
      <label for="reason">Reason</label>
      <input id="reason" name="reason" required maxlength="100" value="${refused?.reason ?? defaultReason}" />
      <button class="button">Refund</button>
    </form>
  </details>`;
}

/** `page` shows a message after the callback was sent again. */
export function renderResendForm(
  id: number,
  { count, page }: { readonly count: number; readonly page: 'transaction' | 'callbacks' },
): Html {
  return html`<form method="post" action="/dashboard/callbacks/${id}/again">
    <input type="hidden" name="seen" value="${count}" />
    <input type="hidden" name="page" value="${page}" />
    <button class="small">Send again</button>
  </form>`;
}
