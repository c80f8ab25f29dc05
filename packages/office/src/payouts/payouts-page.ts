import {
  currencyCode,
  formatAmount,
  renderBreadcrumb,
  renderNotice,
  type Html,
  type TemplateValue,
} from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { base, may } from '../scope.ts';
import type { Operation } from '@pgw/server';
import type { Note, PayoutBank, PayoutBeneficiary } from '@pgw/server/operator';
import { renderMessage } from '../http/messages.ts';
import type { Message } from '../context.ts';
import { renderTimeline } from '../pages/timeline.ts';
import { findBank, getPayoutLabels, payoutMethods } from './payout-entry.ts';
import { renderChip, type Chip } from '../pages/chip.ts';
import { renderRefusal, type Refusal } from '../pages/refusal.ts';
import { renderFacts, renderTable, renderTime, type Column } from '../pages/table.ts';

const columns: readonly Column<Operation>[] = [
  {
    title: 'Payout',
    isHeader: true,
    cell: ({ id, reference }) => html`<a href="${base()}/payouts/${id}">${reference}</a>`,
  },
  { title: 'Created', cell: ({ createdAt }) => renderTime(createdAt) },
  { title: 'To', cell: ({ beneficiary }) => beneficiary && (beneficiary.name || beneficiary.number) },
  { title: 'Method', cell: ({ beneficiary }) => beneficiary && t(payoutMethods[beneficiary.method]) },
  { title: 'Amount', isNumber: true, cell: formatAmount },
  { title: 'State', cell: (payout) => renderChip(stateChips[payout.state]) },
];

/** Renders the list of payouts, newest first. */
export function renderPayouts(payouts: readonly Operation[]): Html {
  return html`<div class="heading">
      <h1>Payouts</h1>
      ${may('payout') && html`<a class="button" href="${base()}/payouts/new">New payout</a>`}
    </div>
    ${
      payouts.length === 0
        ? html`<p class="card empty">No payouts yet</p>`
        : html`<div class="card sheet">${renderTable('Payouts, newest first', columns, payouts)}</div>`
    }`;
}

/** Renders one payout, its actions, and the message or the error of the last refresh. */
export function renderPayout(
  payout: Operation,
  {
    timeline,
    banks,
    message,
    problem,
    revealed,
  }: {
    readonly timeline: readonly Note[];
    readonly banks: readonly PayoutBank[];
    readonly message?: Message | undefined;
    readonly problem?: Refusal;
    /** The whole beneficiary, which only this response shows. */
    readonly revealed?: PayoutBeneficiary | undefined;
  },
): Html {
  const { id, reference, state } = payout;
  // A page that shows the beneficiary is the response to a form, which an update cannot request again.
  const isUpdated = state === 'requested' && revealed === undefined;
  return html`<div class="narrow-left" ${isUpdated && html`data-poll`}>
    ${renderBreadcrumb([[`${base()}/payouts`, t('Payouts')]], reference, t('Breadcrumb'))}
    <div class="heading">
      <h1>Payout of ${formatAmount(payout)}</h1>
      <p role="status" data-live="chip">${renderChip(stateChips[state])}</p>
    </div>
    ${problem !== undefined && renderNotice('danger', renderRefusal(problem))} ${renderMessage(message)}
    <div data-live="facts">
      ${renderStateNotice(payout)}
      ${revealed !== undefined && renderNotice('warning', t('Only this page shows the beneficiary. The timeline has your name and the reason.'))}
      <div class="card">
        ${renderPayoutFacts({ ...payout, beneficiary: revealed ?? payout.beneficiary }, banks)}
      </div>
      ${renderPayoutActions(payout, { isRevealed: revealed !== undefined })}
    </div>
    ${
      timeline.length > 0 &&
      html`<section>
        <h2>Timeline</h2>
        ${renderTimeline(timeline, `timeline-${id}`)}
      </section>`
    }
    ${may('erase') && html`<p><a href="${base()}/payouts/${id}/erase">Erase personal data</a></p>`}
  </div>`;
}

function renderPayoutActions(payout: Operation, { isRevealed }: { readonly isRevealed: boolean }): Html {
  const { id, state, receiptUrl, currencyCode: currency } = payout;
  const canRefresh = state === 'processing' || state === 'unknown' || state === 'done';
  const hasFailed = state === 'refused' || state === 'failed' || state === 'reversed';
  return html`<div class="actions-row">
    ${
      receiptUrl !== null &&
      html`<a class="button" href="${receiptUrl}" rel="noreferrer">Open the receipt</a>`
    }
    ${
      canRefresh &&
      html`<form method="post" action="${base()}/payouts/${id}/refresh">
        <button class="button quiet">
          ${state === 'unknown' ? t('Search the wallet history') : t('Refresh status')}
        </button>
      </form>`
    }
    ${
      hasFailed &&
      // The form pays out in this currency only.
      currency === currencyCode &&
      may('payout') &&
      html`<form method="post" action="${base()}/payouts/${id}/copy">
        <button class="button quiet">Copy to a new payout</button>
      </form>`
    }
    ${payout.beneficiary !== null && !isRevealed && may('reveal') && renderRevealForm(id)}
  </div>`;
}

function renderRevealForm(id: string): Html {
  return html`<details class="panel">
    <summary>Show the beneficiary</summary>
    <form class="form" method="post" action="${base()}/payouts/${id}/reveal">
      <div class="field">
        <label for="reason">Reason</label>
        <p class="hint" id="reason-hint">Shown in the timeline.</p>
        <input id="reason" name="reason" required maxlength="500" aria-describedby="reason-hint" />
      </div>
      <button class="button">Show the beneficiary</button>
    </form>
  </details>`;
}

function renderStateNotice({ state, message }: Operation): TemplateValue {
  switch (state) {
    case 'processing':
    case 'done':
      return undefined;
    case 'requested':
      return renderNotice(
        'warning',
        t('Waiting for the gateway’s response. This page updates automatically.'),
      );
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
        renderRefusal({
          text: t('The payout was refused. No money moved.'),
          details: message ?? t('The gateway gave no reason.'),
        }),
      );
    case 'failed':
      return renderNotice(
        'danger',
        html`<strong>The bank rejected the payout.</strong> The money is returned to the wallet.`,
      );
    case 'reversed':
      return renderNotice(
        'danger',
        html`<strong>The payout was paid out, then returned to the wallet.</strong>`,
      );
  }
}

function renderPayoutFacts(payout: Operation, banks: readonly PayoutBank[]): Html {
  const { reference, beneficiary, requestedAmount, reason, createdAt, transactionNumber, gatewayStatus } =
    payout;
  const { currencyCode: currency } = payout;
  const { method, bankCode = '', name, number } = beneficiary ?? {};
  const bankName = findBank(bankCode, banks)?.name;
  return renderFacts([
    ['Amount', formatAmount({ amount: requestedAmount, currencyCode: currency })],
    ['To', method === undefined ? t('Requested by another program') : t(payoutMethods[method])],
    ['Bank', method === 'bank' && (bankName === undefined ? bankCode : `${bankName} (${bankCode})`)],
    ['Account holder', name],
    [method === undefined ? 'Number' : getPayoutLabels(method).account, number],
    ['Description', reason],
    ['Created', renderTime(createdAt)],
    ['Reference', html`<code>${reference}</code>`],
    ['Transaction', transactionNumber !== null && html`<code>${transactionNumber}</code>`],
    ['Gateway status', gatewayStatus],
  ]);
}

const stateChips: Readonly<Record<Operation['state'], Chip>> = {
  requested: { label: 'Sending', tone: 'info', icon: 'clock' },
  unknown: { label: 'Response lost', tone: 'warning', icon: 'question' },
  processing: { label: 'Accepted', tone: 'info', icon: 'clock' },
  done: { label: 'Paid out', tone: 'success', icon: 'tick' },
  refused: { label: 'Rejected', tone: 'danger', icon: 'cross' },
  failed: { label: 'Rejected', tone: 'danger', icon: 'cross' },
  reversed: { label: 'Returned', tone: 'danger', icon: 'cross' },
};
