import { breadcrumb, type Html, html, notice, type Part, ringgit } from '@pgw/example-pages';
import { payoutMethods } from '../payout-form.ts';
import type { Payout } from '../payouts.ts';
import { chipView, type Chip } from './chip.ts';
import { factsView, tableView, timeView, type Column } from './table.ts';

const columns: readonly Column<Payout>[] = [
  {
    title: 'Payout',
    isHeader: true,
    cell: ({ reference }) => html`<a href="/office/payouts/${reference}">${reference}</a>`,
  },
  { title: 'Made', cell: ({ createdAt }) => timeView(createdAt) },
  { title: 'To', cell: ({ request }) => request.name || request.mobile || request.account },
  { title: 'By', cell: ({ request }) => payoutMethods[request.method] },
  { title: 'Amount', isNumber: true, cell: ({ request }) => ringgit(request.amount) },
  { title: 'State', cell: (payout) => chipView(payoutChip(payout)) },
];

/** The payouts, newest first. */
export function payoutsMain(payouts: readonly Payout[]): Html {
  return html`<div class="heading">
      <h1>Payouts</h1>
      <a class="button" href="/office/payouts/new">New payout</a>
    </div>
    ${
      payouts.length === 0
        ? html`<p class="card empty">Nothing was paid out yet.</p>`
        : html`<div class="card sheet">${tableView('Payouts, newest first', columns, payouts)}</div>`
    }`;
}

/** One payout and what is known of it. */
export function payoutMain(
  payout: Payout,
  { did, trouble }: { readonly did: string; readonly trouble?: string },
): Html {
  const { reference, request, state, receiptUrl } = payout;
  const mayAsk = state === 'accepted' || state === 'unknown';
  const isOver = state === 'refused' || state === 'not-sent';
  return html`<div class="narrow-left" ${state === 'asking' && html`data-poll`}>
    ${breadcrumb([['/office/payouts', 'Payouts']], reference)}
    <div class="heading">
      <h1>Payout of ${ringgit(request.amount)}</h1>
      <p role="status" data-live="chip">${chipView(payoutChip(payout))}</p>
    </div>
    ${trouble !== undefined && notice('danger', trouble)}
    ${
      did === 'not-found' &&
      notice(
        'warning',
        'It is not in the history of the payout wallet so far. Look again before you decide that it was not made.',
      )
    }
    <div data-live="facts">
      ${explained(payout)}
      <div class="card">${facts(payout)}</div>
      <div class="actions-row">
        ${
          receiptUrl !== null &&
          html`<a class="button" href="${receiptUrl}" rel="noreferrer">Open the gateway’s receipt</a>`
        }
        ${
          mayAsk &&
          html`<form method="post" action="/office/payouts/${reference}/ask">
            <button class="button quiet">
              ${state === 'unknown' ? 'Look for it in the wallet’s history' : 'Ask the gateway now'}
            </button>
          </form>`
        }
        ${
          isOver &&
          html`<a class="button quiet" href="/office/payouts/new?like=${reference}"
            >Start again from this one</a
          >`
        }
      </div>
    </div>
  </div>`;
}

function explained({ state, message }: Payout): Part {
  switch (state) {
    case 'accepted':
      return undefined;
    case 'asking':
      return notice('warning', 'The gateway is being asked. This page follows it.');
    case 'unknown':
      return notice(
        'warning',
        html`<strong>The gateway’s answer was lost, so this payout may have been made.</strong> It is never
          sent again. Look for it in the wallet’s history, or ask the gateway’s support with the reference,
          before you pay out another way.`,
      );
    case 'refused':
      return notice('danger', html`<strong>The gateway refused it. No money moved.</strong> ${message}`);
    case 'not-sent':
      return notice('danger', html`<strong>It was not sent. No money moved.</strong> ${message}`);
  }
}

function facts({ reference, request, createdAt, transactionNumber, gatewayStatus }: Payout): Html {
  return factsView([
    ['Amount', html`${ringgit(request.amount)} <span class="muted">sent as ${request.amount}</span>`],
    ['By', payoutMethods[request.method]],
    ['Bank code', request.method === 'bank' && request.bankCode],
    ['Account holder', request.name !== '' && request.name],
    ['Account or ID number', request.account !== '' && request.account],
    ['Mobile number', request.mobile !== '' && request.mobile],
    ['Description', request.description !== '' && request.description],
    ['Made', timeView(createdAt)],
    ['Reference', html`<code>${reference}</code>`],
    ['Transaction', transactionNumber !== null && html`<code>${transactionNumber}</code>`],
    ['Gateway’s status', gatewayStatus],
  ]);
}

const stateChips: Readonly<Record<Exclude<Payout['state'], 'accepted'>, Chip>> = {
  asking: { label: 'Asking', tone: 'info', icon: 'clock' },
  unknown: { label: 'Unknown', tone: 'warning', icon: 'question' },
  refused: { label: 'Refused', tone: 'danger', icon: 'cross' },
  'not-sent': { label: 'Not sent', tone: 'neutral', icon: 'bar' },
};

function payoutChip({ state, gatewayStatus }: Payout): Chip {
  if (state !== 'accepted') return stateChips[state];
  if (gatewayStatus === 1) return { label: 'Paid out', tone: 'success', icon: 'tick' };
  const isWaiting = gatewayStatus === null || gatewayStatus === 0;
  if (isWaiting) return { label: 'Accepted', tone: 'info', icon: 'clock' };
  return gatewayStatus >= 2 && gatewayStatus <= 8
    ? { label: 'Rejected', tone: 'danger', icon: 'cross' }
    : { label: `Status ${gatewayStatus}`, tone: 'neutral', icon: 'question' };
}
