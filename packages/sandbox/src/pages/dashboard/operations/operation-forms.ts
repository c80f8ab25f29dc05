import { paymentStatusNumber } from '../../../catalogue/status-numbers.ts';
import type { Gateway } from '../../../gateway.ts';
import type { Payment } from '../../../ledger/tables.ts';
import { authorizationEnds, outcomes } from '../../../catalogue/outcomes.ts';
import { callbackScenarios } from '../../../scenarios/scenarios.ts';
import { html, trustedHtml, type Html } from '@pgw/protocol/html';
import { toListSearch, type DashboardQuery } from '../filters.ts';
import { renderAmountField, type RefusedForm } from './amount-field.ts';

type FormUrl = (operation: string) => string;

export const defaultReason = 'From the dashboard';

/** Renders the forms of the operations that the status of a payment allows. */
export function renderOperations(
  { ledger, scenarios }: Gateway,
  payment: Payment,
  { refused, query }: { readonly refused: RefusedForm | undefined; readonly query: DashboardQuery },
): Html {
  const { transactionNumber, status } = payment;
  const toUrl: FormUrl = (operation) => `/dashboard/${transactionNumber}/${operation}${toListSearch(query)}`;
  const findRefused = (operation: string): RefusedForm | undefined =>
    refused?.operation === operation ? refused : undefined;
  const refundableAmount = ledger.bookkeeping.computeRefundableAmount(payment);
  return html`<div class="actions">
    ${status === paymentStatusNumber.pending ? renderDecisionForm(toUrl) : undefined}
    ${status === paymentStatusNumber.authorized ? renderCaptureForm(payment, toUrl, findRefused('capture')) : undefined}
    ${
      refundableAmount > 0 && status === paymentStatusNumber.success
        ? renderRefundForm(payment, {
            url: toUrl('refund'),
            amount: refundableAmount,
            refundCount: ledger.refundTable.listBy({ transactionNumber }).length,
            refused: findRefused('refund'),
          })
        : undefined
    }
    ${payment.callbackUrl === null ? undefined : renderNextCallbackForm(toUrl, scenarios.nextCallbacks.get(transactionNumber))}
    <p><a href="/bank/${transactionNumber}">Open the bank page</a></p>
  </div>`;
}

function renderDecisionForm(toUrl: FormUrl): Html {
  const { approve, decline, close: _close, ...others } = outcomes;
  return html`<form method="post" action="${toUrl('decide')}">
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
function renderNextCallbackForm(toUrl: FormUrl, active: string | undefined): Html {
  return html`<form class="many" method="post" action="${toUrl('next-callback')}">
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
  { heldAmount, currencyCode }: Payment,
  toUrl: FormUrl,
  refused: RefusedForm | undefined,
): Html {
  return html`<form method="post" action="${toUrl('capture')}">
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
    <form class="many" method="post" action="${toUrl('authorization')}">
      ${Object.entries(authorizationEnds).map(
        ([name, { label, status }]) =>
          html`<button class="small" name="end" value="${name}">
            ${label} <span class="muted">status ${status}</span>
          </button>`,
      )}
    </form>`;
}

function renderRefundForm(
  { currencyCode }: Payment,
  {
    url,
    amount,
    refundCount,
    refused,
  }: {
    readonly url: string;
    /** The largest amount of a refund, in minor units. */
    readonly amount: number;
    readonly refundCount: number;
    readonly refused: RefusedForm | undefined;
  },
): Html {
  return html`<details data-key="refund" ${refused === undefined ? undefined : trustedHtml('open')}>
    <summary>Refund</summary>
    <form method="post" action="${url}">
      <input type="hidden" name="seen" value="${refundCount}" />
      ${renderAmountField({ id: 'refund', available: { amount, currencyCode }, refused })}
      <label for="reason">Reason</label>
      <input id="reason" name="reason" required maxlength="100" value="${refused?.reason ?? defaultReason}" />
      <button class="button">Refund</button>
    </form>
  </details>`;
}

/** The callback page has no `query`. It shows the message after its callback was sent again. */
export function renderResendForm(
  id: number,
  { count, query }: { readonly count: number; readonly query?: DashboardQuery },
): Html {
  return html`<form method="post" action="/dashboard/callbacks/${id}/again${query && toListSearch(query)}">
    <input type="hidden" name="seen" value="${count}" />
    <input type="hidden" name="page" value="${query ? 'transaction' : 'callbacks'}" />
    <button class="small">Send again</button>
  </form>`;
}
