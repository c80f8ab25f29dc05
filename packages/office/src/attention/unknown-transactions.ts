import { renderNotice, type Html, type TemplateValue } from '@pgw/pages';
import { english, html } from '../language/language.ts';
import { base } from '../scope.ts';
import type { Health } from '@pgw/server';
import type { Operator } from '@pgw/server/operator';

export type UnknownTransactions = Awaited<ReturnType<Operator['unknownTransactions']['list']>>;
type UnknownTransaction = UnknownTransactions[number];

/**
 * Renders the forms for an unknown transaction, which is a payment that exists only at the gateway. A clerk can
 * add it to an order or dismiss it.
 */
export function renderUnknownTransactionForms(transaction: UnknownTransaction): TemplateValue {
  return [renderAdoptForm(transaction), renderDismissForm(transaction)];
}

/** Renders the warning that the store lost payments, for example after it was restored from a backup. */
export function renderLostHistory(problems: Health['problems']): TemplateValue {
  const problem = problems.find(({ code }) => code === 'history-lost');
  return (
    problem !== undefined &&
    html`<section class="card">
      ${renderNotice('warning', english(problem.message))}
      <form method="post" action="${base()}/attention/acknowledge">
        <button class="button quiet">Acknowledge: everything is reconciled</button>
      </form>
    </section>`
  );
}

function renderAdoptForm({ transactionNumber }: UnknownTransaction): Html {
  const id = `order-${transactionNumber}`;
  return html`<form class="form" method="post" action="${base()}/attention/adopt">
    <input type="hidden" name="transaction" value="${transactionNumber}" />
    <div class="field">
      <label for="${id}">Order number (only if the shop can’t find the order)</label>
      <input id="${id}" name="order" maxlength="100" />
    </div>
    <button class="button">Add to the order</button>
  </form>`;
}

function renderDismissForm({ transactionNumber }: UnknownTransaction): Html {
  const id = `reason-${transactionNumber}`;
  return html`<details class="panel">
    <summary>Dismiss</summary>
    <form class="form" method="post" action="${base()}/attention/dismiss">
      <input type="hidden" name="transaction" value="${transactionNumber}" />
      <div class="field">
        <label for="${id}">Reason</label>
        <input id="${id}" name="reason" required maxlength="500" />
      </div>
      <button class="button quiet">Dismiss</button>
    </form>
  </details>`;
}
