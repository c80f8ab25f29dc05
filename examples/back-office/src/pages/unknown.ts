import { type Html, html, notice, type Part, ringgit } from '@pgw/example-pages';
import type { Health, Operator } from '@pgw/express';
import { tableView, timeView, type Column } from './table.ts';

export type UnknownTransactions = Awaited<ReturnType<Operator['unknownTransactions']>>;
type UnknownTransaction = UnknownTransactions[number];

const columns: readonly Column<UnknownTransaction>[] = [
  {
    title: 'Transaction',
    isHeader: true,
    cell: ({ transactionNumber }) => html`<code>${transactionNumber}</code>`,
  },
  { title: 'Reference', cell: ({ reference }) => html`<code>${reference}</code>` },
  { title: 'First seen', cell: ({ firstSeenAt }) => timeView(firstSeenAt) },
  { title: 'Amount', isNumber: true, cell: ({ amount }) => ringgit(amount) },
  { title: 'Decide', cell: (unknown) => [adoptForm(unknown), dismissForm(unknown)] },
];

/** Payments that the gateway has and the shop does not: after a restored backup. */
export function unknownView(unknown: UnknownTransactions): Part {
  if (unknown.length === 0) return undefined;
  return html`<section class="card sheet">
    <div class="sheet-head">
      <h2>Unknown payments <span class="count">${unknown.length}</span></h2>
      <p class="muted">
        The gateway has these payments and the shop does not. The shop may have been restored from a backup.
        Adopt each: it is rebuilt in review, so that you can compare it with its order.
      </p>
    </div>
    ${tableView('Unknown payments', columns, unknown)}
  </section>`;
}

/** The store is older than its history mark. */
export function lostHistoryView(problems: Health['problems']): Part {
  const lost = problems.find(({ code }) => code === 'history-lost');
  return (
    lost !== undefined &&
    html`<section class="card">
      ${notice('warning', lost.message)}
      <form method="post" action="/office/attention/acknowledge">
        <button class="button quiet">Acknowledge: everything was reconciled</button>
      </form>
    </section>`
  );
}

function adoptForm({ transactionNumber }: UnknownTransaction): Html {
  const id = `order-${transactionNumber}`;
  return html`<form class="form" method="post" action="/office/attention/adopt">
    <input type="hidden" name="transaction" value="${transactionNumber}" />
    <div class="field">
      <label for="${id}">Order, if the shop does not find it</label>
      <input id="${id}" name="order" maxlength="100" />
    </div>
    <button class="button">Adopt</button>
  </form>`;
}

function dismissForm({ transactionNumber }: UnknownTransaction): Html {
  const id = `reason-${transactionNumber}`;
  return html`<details class="panel">
    <summary>Dismiss</summary>
    <form class="form" method="post" action="/office/attention/dismiss">
      <input type="hidden" name="transaction" value="${transactionNumber}" />
      <div class="field">
        <label for="${id}">Reason</label>
        <input id="${id}" name="reason" required maxlength="500" />
      </div>
      <button class="button quiet">Dismiss</button>
    </form>
  </details>`;
}
