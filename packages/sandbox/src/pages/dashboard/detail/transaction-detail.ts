import { html, type Html, renderFacts, type TemplateValue } from '@pgw/pages';
import * as z from '@pgw/protocol/zod';
import { signatureMessageOfText } from '@pgw/protocol/internal';
import type { Activity } from '../../../activity/activity-row.ts';
import { findBank, findChannel } from '../../../catalogue/catalogue.ts';
import { paymentStatusNumber } from '../../../catalogue/status-numbers.ts';
import type { Gateway } from '../../../gateway.ts';
import type { Payment, QueuedCallback } from '../../../ledger/tables.ts';
import { formatTotal } from '../../total.ts';
import { toActivityText, toActorText } from '../activity/activity-text.ts';
import { renderCopyButton } from '../activity/copy-button.ts';
import { renderCallbackAttempt, renderExchange } from '../activity/exchange-view.ts';
import { toDashboardUrl, type DashboardQuery } from '../filters.ts';
import type { RefusedForm } from '../operations/amount-field.ts';
import { renderOperations, renderResendForm } from '../operations/operation-forms.ts';
import { renderStatusChip } from '../status-chip.ts';
import { renderSum } from '../sum.ts';
import { formatTime, renderTime, renderExactTime } from '../time.ts';
import { renderDetailSection } from './detail-section.ts';

/** What the last operation on the payment did. */
export interface OperationResult {
  /** The message; empty without an operation. */
  readonly message: string;
  readonly refused?: RefusedForm | undefined;
}

interface DetailView extends OperationResult {
  readonly gateway: Gateway;
  readonly payment: Payment;
  readonly query: DashboardQuery;
}

/** Renders the details of a payment: its facts, operations, refunds and callbacks. */
export function renderTransactionDetail({ gateway, payment, query, message, refused }: DetailView): Html {
  const { ledger } = gateway;
  const { transactionNumber, referenceCode, status } = payment;
  const callbacks = ledger.callbacks.listBy({ transactionNumber });
  return renderDetailSection(
    { url: toDashboardUrl(query, { shownNumber: '' }), label: 'All transactions' },
    html`<div class="dash-head">
        <h2 id="detail-heading">${referenceCode}</h2>
        ${renderStatusChip(status)}
      </div>
      ${message === '' ? undefined : html`<p class="message" role="status">${message}</p>`}
      ${renderFacts(listFacts(gateway, payment), 'plain-facts')}
      ${renderOperations(gateway, payment, { refused, query })}
      <h3>Timeline</h3>
      ${renderTimeline(gateway, payment.sessionNumber === null ? [transactionNumber] : [transactionNumber, payment.sessionNumber])}
      <h3>Refunds</h3>
      ${renderList(
        ledger.refundTable.listBy({ transactionNumber }).map(
          (refund) =>
            html`<li>
              ${renderStatusChip(refund.status)} ${renderSum(refund)}, ${refund.reason}
              <span class="muted">${formatTime(refund.createdAt)}</span>
            </li>`,
        ),
        'None.',
      )}
      <h3>Callbacks</h3>
      ${renderList(
        callbacks.map((callback) => renderCallback(callback, { count: callbacks.length, query })),
        'The first callback is sent when the status changes.',
      )}`,
  );
}

/** No page contains the secret key. `form` has the number of callbacks of the payment, and the list beside it. */
function renderCallback(
  callback: QueuedCallback,
  form: { readonly count: number; readonly query: DashboardQuery },
): Html {
  const { id, status, state, tries, lastResponse, url, body, isWronglySigned, dueAt } = callback;
  return html`<li class="callback-item">
    <p>
      ${renderStatusChip(status)}
      ${state === 'waiting' ? `waiting, next attempt ${formatTime(dueAt)}` : state.replace('-', ' ')},
      ${tries} ${tries === 1 ? 'attempt' : 'attempts'}${lastResponse === null ? '' : `, ${lastResponse}`}
      ${isWronglySigned ? html`<span class="muted">wrongly signed by a scenario</span>` : undefined}
    </p>
    <details data-key="callback-${id}">
      <summary>Signed text</summary>
      <pre tabindex="0" aria-label="Signed text">${signatureMessageOfText(url, body)}</pre>
    </details>
    ${renderResendForm(id, form)}
  </li>`;
}

function listFacts({ settings, ledger }: Gateway, payment: Payment): [string, TemplateValue][] {
  const { amount, channelId, providerChannelId, status, paidAmount, heldAmount, heldUntil } = payment;
  const renderAmount = (minorUnits: number): Html =>
    renderSum({ amount: minorUnits, currencyCode: payment.currencyCode });
  const bank = findBank(providerChannelId);
  return [
    ['Reference', html`<code>${payment.referenceCode}</code>`],
    [
      'Transaction',
      html`<code>${payment.transactionNumber}</code> ${renderCopyButton(payment.transactionNumber, 'Copy')}`,
    ],
    ['Amount', renderSum(payment, formatTotal(payment))],
    [
      'Channel',
      channelId === null ? 'not chosen yet' : `${channelId} · ${findChannel(channelId)?.name ?? ''}`,
    ],
    ['Bank', bank && html`${bank.displayName} <code>${bank.id}</code>`],
    [
      'Card',
      payment.cardBrand === null ? undefined : `${payment.cardBrand} ··${payment.cardLastDigits ?? ''}`,
    ],
    ...listDetails(payment.details),
    ['Provider message', payment.providerMessage ?? undefined],
    [
      'Captured',
      heldAmount > 0 || status === paymentStatusNumber.authorized
        ? html`${renderAmount(paidAmount)} of ${renderAmount(amount)}`
        : undefined,
    ],
    [
      'Held until',
      status === paymentStatusNumber.authorized && heldUntil !== null ? formatTime(heldUntil) : undefined,
    ],
    [
      'Refundable',
      paidAmount > 0 ? renderAmount(ledger.bookkeeping.computeRefundableAmount(payment)) : undefined,
    ],
    ['Started', renderTime(payment.createdAt)],
    ['Decided', payment.decidedAt === null ? undefined : renderTime(payment.decidedAt)],
    [
      'Expires',
      status === paymentStatusNumber.pending
        ? `${formatTime(payment.expiresAt)}, in ${formatDuration(payment.expiresAt - settings.now())}`
        : undefined,
    ],
  ];
}

/** The customer, the sub-merchant and the platform in the request: one row for each field. */
function listDetails(details: string | null): [string, string][] {
  const groups = Object.entries(detailsSchema.parse(JSON.parse(details ?? '{}')));
  return groups.flatMap(([group, value]): [string, string][] =>
    typeof value === 'object'
      ? Object.entries(value).map(([name, member]) => [`${group}.${name}`, String(member)])
      : [[group, String(value)]],
  );
}

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const detailsSchema = z.record(z.string(), z.union([scalar, z.record(z.string(), scalar)]));

/** Formats a duration in minutes and seconds: `9:05`. A negative duration is `0:00`. */
function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function renderList(items: readonly Html[], empty: string): Html {
  return items.length === 0
    ? html`<p class="muted">${empty}</p>`
    : html`<ul class="items">
        ${items}
      </ul>`;
}

const maxActivities = 300;
/** The order of activities that happened in the same millisecond: a request comes before what it caused. */
const kindOrder: readonly Activity['kind'][] = ['control', 'request', 'change', 'callback'];

/** What happened to a payment, oldest first. `subjects` are its transaction number and its session number. */
function renderTimeline({ activity }: Gateway, subjects: readonly string[]): Html {
  const activities = activity.list({ subjects, limit: maxActivities }).toSorted(compareActivities);
  if (activities.length === 0)
    return html`<p class="muted">Nothing is recorded. The sandbox keeps the newest 5000 activities.</p>`;
  return html`<ol class="timeline">
    ${activities.map(renderItem)}
  </ol>`;
}

function renderItem(activity: Activity): Html {
  const { text, tone } = toActivityText(activity);
  const line = html`<span class="timeline-line"
    ><span class="timeline-text">${text}</span>
    <span class="muted">${renderExactTime(activity.at)} ${toActorText(activity.actor)}</span></span
  >`;
  return html`<li class="timeline-${tone}" data-key="activity-${activity.id}">
    ${
      activity.kind === 'request' || activity.kind === 'callback'
        ? html`<details data-key="details-${activity.id}">
            <summary>${line}</summary>
            ${activity.kind === 'request' ? renderExchange(activity) : renderCallbackAttempt(activity)}
          </details>`
        : html`<p>${line}</p>`
    }
  </li>`;
}

function compareActivities(a: Activity, b: Activity): number {
  return a.at - b.at || kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) || a.id - b.id;
}
