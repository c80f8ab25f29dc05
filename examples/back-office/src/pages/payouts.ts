import { formatMoney, html, renderBreadcrumb, renderNotice } from '@pgw/example-pages';
import type { Html, TemplateValue } from '@pgw/example-pages';
import type { Action } from '../actions.ts';
import { renderMessage, type PageMessage } from '../messages.ts';
import { payoutMethods } from '../payout-entry.ts';
import type { Payout } from '../payouts.ts';
import { renderActions } from './actions.ts';
import { renderChip, type Chip } from './chip.ts';
import { renderFacts, renderTable, renderTime, type Column } from './table.ts';

const columns: readonly Column<Payout>[] = [
  {
    title: 'Payout',
    isHeader: true,
    cell: ({ reference }) => html`<a href="/office/payouts/${reference}">${reference}</a>`,
  },
  { title: 'Created', cell: ({ createdAt }) => renderTime(createdAt) },
  { title: 'To', cell: ({ request }) => request.name || request.mobile || request.account },
  { title: 'Method', cell: ({ request }) => payoutMethods[request.method] },
  { title: 'Amount', isNumber: true, cell: ({ request }) => formatMoney(request.amount) },
  { title: 'State', cell: (payout) => renderChip(getPayoutChip(payout)) },
];

/** Renders the list of payouts, newest first. */
export function renderPayouts(payouts: readonly Payout[]): Html {
  return html`<div class="heading">
      <h1>Payouts</h1>
      <a class="button" href="/office/payouts/new">New payout</a>
    </div>
    ${
      payouts.length === 0
        ? html`<p class="card empty">No payouts yet</p>`
        : html`<div class="card sheet">${renderTable('Payouts, newest first', columns, payouts)}</div>`
    }`;
}

/** Renders one payout, its actions, and the message or the error of the last refresh. */
export function renderPayout(
  payout: Payout,
  {
    actions,
    message,
    problem,
  }: {
    readonly actions: readonly Action[];
    readonly message?: PageMessage | undefined;
    readonly problem?: string;
  },
): Html {
  const { reference, request, state, receiptUrl } = payout;
  const canRefresh = state === 'accepted' || state === 'unknown';
  const hasFailed = state === 'refused' || state === 'not-sent';
  return html`<div class="narrow-left" ${state === 'sending' && html`data-poll`}>
    ${renderBreadcrumb([['/office/payouts', 'Payouts']], reference)}
    <div class="heading">
      <h1>Payout of ${formatMoney(request.amount)}</h1>
      <p role="status" data-live="chip">${renderChip(getPayoutChip(payout))}</p>
    </div>
    ${problem !== undefined && renderNotice('danger', problem)} ${renderMessage(message)}
    <div data-live="facts">
      ${renderStateNotice(payout)}
      <div class="card">${renderPayoutFacts(payout)}</div>
      <div class="actions-row">
        ${
          receiptUrl !== null &&
          html`<a class="button" href="${receiptUrl}" rel="noreferrer">Open the receipt</a>`
        }
        ${
          canRefresh &&
          html`<form method="post" action="/office/payouts/${reference}/refresh">
            <button class="button quiet">
              ${state === 'unknown' ? 'Search the wallet history' : 'Refresh status'}
            </button>
          </form>`
        }
        ${
          hasFailed &&
          html`<a class="button quiet" href="/office/payouts/new?like=${reference}">Copy to a new payout</a>`
        }
      </div>
    </div>
    ${renderActions(actions)}
  </div>`;
}

function renderStateNotice({ state, message }: Payout): TemplateValue {
  switch (state) {
    case 'accepted':
      return undefined;
    case 'sending':
      return renderNotice('warning', 'Waiting for the gateway’s response. This page updates automatically.');
    case 'unknown':
      return renderNotice(
        'warning',
        html`<strong>The gateway’s response was lost, so this payout may have been made.</strong> It is never
          sent again. Search the wallet history, or contact the gateway’s support with the reference, before
          you pay out another way.`,
      );
    case 'refused':
      return renderNotice(
        'danger',
        html`<strong>The gateway rejected the payout. No money moved.</strong> ${message}`,
      );
    case 'not-sent':
      return renderNotice(
        'danger',
        html`<strong>The payout was not sent. No money moved.</strong> ${message}`,
      );
  }
}

function renderPayoutFacts({
  reference,
  request,
  createdAt,
  transactionNumber,
  gatewayStatus,
}: Payout): Html {
  return renderFacts([
    ['Amount', html`${formatMoney(request.amount)} <span class="muted">sent as ${request.amount} sen</span>`],
    ['To', payoutMethods[request.method]],
    ['Bank', request.method === 'bank' && `${request.bankName} (${request.bankCode})`],
    ['Account holder', request.name !== '' && request.name],
    ['Account or ID number', request.account !== '' && request.account],
    ['Mobile number', request.mobile !== '' && request.mobile],
    ['Description', request.description !== '' && request.description],
    ['Created', renderTime(createdAt)],
    ['Reference', html`<code>${reference}</code>`],
    ['Transaction', transactionNumber !== null && html`<code>${transactionNumber}</code>`],
    ['Gateway status', gatewayStatus],
  ]);
}

const stateChips: Readonly<Record<Exclude<Payout['state'], 'accepted'>, Chip>> = {
  sending: { label: 'Sending', tone: 'info', icon: 'clock' },
  unknown: { label: 'Response lost', tone: 'warning', icon: 'question' },
  refused: { label: 'Rejected', tone: 'danger', icon: 'cross' },
  'not-sent': { label: 'Not sent', tone: 'neutral', icon: 'bar' },
};

/** The gateway's statuses of a payout: see "Payment statuses" in docs/gateway-profile.md. */
const pendingStatus = 0;
const successStatus = 1;
const failureStatuses: readonly number[] = [2, 3, 4, 5, 6, 7, 8];

function getPayoutChip({ state, gatewayStatus }: Payout): Chip {
  if (state !== 'accepted') return stateChips[state];
  if (gatewayStatus === successStatus) return { label: 'Paid out', tone: 'success', icon: 'tick' };
  if (gatewayStatus === null || gatewayStatus === pendingStatus)
    return { label: 'Accepted', tone: 'info', icon: 'clock' };
  return failureStatuses.includes(gatewayStatus)
    ? { label: 'Rejected', tone: 'danger', icon: 'cross' }
    : { label: `Status ${gatewayStatus}`, tone: 'neutral', icon: 'question' };
}
