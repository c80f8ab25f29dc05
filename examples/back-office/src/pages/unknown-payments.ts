import { html, notice, type Html, type Part } from '@pgw/example-pages';
import type { Health, Operator } from '@pgw/express';

export type UnknownTransactions = Awaited<ReturnType<Operator['unknownTransactions']>>;
type UnknownTransaction = UnknownTransactions[number];

/** The decisions about a payment that the gateway has and the shop does not. */
export function unknownPaymentForms(unknown: UnknownTransaction): Part {
  return [adoptForm(unknown), dismissForm(unknown)];
}

/** The store is older than its history mark. */
export function historyLostView(problems: Health['problems']): Part {
  const lost = problems.find(({ code }) => code === 'history-lost');
  return (
    lost !== undefined &&
    html`<section class="card">
      ${notice('warning', lost.message)}
      <form method="post" action="/office/attention/acknowledge">
        <button class="button quiet">Acknowledge: everything is reconciled</button>
      </form>
    </section>`
  );
}

function adoptForm({ transactionNumber }: UnknownTransaction): Html {
  const id = `order-${transactionNumber}`;
  return html`<form class="form" method="post" action="/office/attention/adopt">
    <input type="hidden" name="transaction" value="${transactionNumber}" />
    <div class="field">
      <label for="${id}">Order number, if the shop does not find it</label>
      <input id="${id}" name="order" maxlength="100" />
    </div>
    <button class="button">Add to the order</button>
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
