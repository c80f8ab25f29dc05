import { described, fieldView, type Html, html, notice, type Part, ringgit } from '@pgw/example-pages';
import type { Health, Operator, Payment } from '@pgw/express';
import { hasFailedRefund, paidWith } from '../standing.ts';
import { tableView, timeView, type Column } from './table.ts';
import { lostHistoryView, unknownView, type UnknownTransactions } from './unknown.ts';

/** How the question to the gateway went. */
export type Reconciled =
  { readonly asked: number; readonly changed: number; readonly failed: number } | { readonly error: string };

interface AttentionView {
  readonly review: readonly Payment[];
  readonly withheld: readonly Payment[];
  readonly dead: readonly Payment[];
  readonly unknown: readonly Payment[];
  /** Charges and refunds of unknown outcome. */
  readonly charges: readonly Payment[];
  readonly refunds: readonly Payment[];
  readonly rejected: Awaited<ReturnType<Operator['rejectedCallbacks']>>;
  readonly unknownTransactions: UnknownTransactions;
  readonly problems: Health['problems'];
  /** Why what an operator wanted was not done; empty for nothing. */
  readonly trouble: string;
  /** As typed. */
  readonly since: string;
  readonly reconciled: Reconciled | undefined;
}

const columns: readonly Column<Payment>[] = [
  {
    title: 'Order',
    isHeader: true,
    cell: ({ orderId, reference }) => html`<a href="/office/orders/${orderId}#${reference}">${orderId}</a>`,
  },
  { title: 'Started', cell: ({ createdAt }) => timeView(createdAt) },
  { title: 'Paid with', cell: (payment) => paidWith(payment) ?? 'Gateway’s page' },
  { title: 'Amount', isNumber: true, cell: ({ amount }) => ringgit(amount) },
];

/** Everything that waits for a person. */
export function attentionMain(view: AttentionView): Html {
  const { review, withheld, dead, unknown, charges, refunds, rejected, unknownTransactions } = view;
  const lists = [
    review,
    withheld,
    dead,
    unknown,
    charges,
    refunds,
    rejected,
    unknownTransactions,
    view.problems,
  ];
  const notRefunded = withheld.filter(hasFailedRefund);
  const paidTwice = withheld.filter((payment) => !hasFailedRefund(payment));
  const isCalm = lists.every((list) => list.length === 0);
  return html`<h1>Needs a look</h1>
    ${isCalm && notice('success', 'Every payment is where it belongs, and no callback was refused.')}
    ${view.trouble !== '' && notice('warning', view.trouble)} ${lostHistoryView(view.problems)}
    ${unknownView(unknownTransactions)}
    ${group('In review', 'The gateway has another amount, currency or reference than the shop. Not fulfilled.', review)}
    ${group('Paid twice', 'The order was paid before. Refund this payment, or fulfil the order once more.', paidTwice)}
    ${group('Refund failed', 'The gateway could not complete a refund, and nothing was handed out. Open the order and decide.', notRefunded)}
    ${group('Not fulfilled', 'Paid, but handing out the order failed too often. Mend the cause and try again.', dead)}
    ${group('Unknown outcome', 'The gateway’s answer was lost. Asked about, never sent again.', unknown)}
    ${group('Charge of unknown outcome', 'The answer to a charge was lost. Look it up at the gateway, then say what became of it.', charges)}
    ${group('Refund of unknown outcome', 'The answer to a refund was lost. Look it up at the gateway, then say what became of it.', refunds)}
    ${rejectedView(rejected)} ${reconcileForm(view)}`;
}

function group(title: string, text: string, payments: readonly Payment[]): Part {
  if (payments.length === 0) return undefined;
  return html`<section class="card sheet">
    <div class="sheet-head">
      <h2>${title} <span class="count">${payments.length}</span></h2>
      <p class="muted">${text}</p>
    </div>
    ${tableView(title, columns, payments)}
  </section>`;
}

const verdicts = {
  'unknown-payment': 'No payment of this shop',
  'invalid-signature': 'Not signed by the gateway',
  'invalid-callback': 'Not readable',
} as const;

function rejectedView(rejected: AttentionView['rejected']): Part {
  if (rejected.length === 0) return undefined;
  return html`<section class="card sheet">
    <div class="sheet-head">
      <h2>Refused callbacks <span class="count">${rejected.length}</span></h2>
      <p class="muted">
        Nothing was done about them. Many at once may mean that the secret key or the public address has
        changed.
      </p>
    </div>
    ${tableView(
      'Refused callbacks',
      [
        { title: 'Received', isHeader: true, cell: ({ receivedAt }) => timeView(receivedAt) },
        { title: 'Why', cell: ({ verdict }) => verdicts[verdict] },
        {
          title: 'Body',
          cell: ({ rawBody }) =>
            html`<details class="raw">
              <summary>Show</summary>
              <pre>${rawBody}</pre>
            </details>`,
        },
      ],
      rejected,
    )}
  </section>`;
}

function reconcileForm({ since, reconciled }: AttentionView): Html {
  const error = reconciled !== undefined && 'error' in reconciled ? reconciled.error : undefined;
  const hint = 'In the shop’s time. Every payment since then is asked about, settled ones as well.';
  const control = html`<input
    id="since"
    name="since"
    type="datetime-local"
    value="${since}"
    required
    ${described('since', hint, error)}
  />`;
  return html`<section class="card reconcile" id="reconcile">
    <h2>Ask the gateway about everything</h2>
    ${
      reconciled !== undefined &&
      'asked' in reconciled &&
      notice(reconciled.failed === 0 ? 'success' : 'warning', reconciledText(reconciled))
    }
    <form class="form" method="post" action="/office/attention/reconcile">
      ${fieldView({ name: 'since', label: 'Payments started since', control, hint, error, isShort: true })}
      <div><button class="button">Reconcile</button></div>
    </form>
  </section>`;
}

function reconciledText({ asked, changed, failed }: Exclude<Reconciled, { error: string }>): string {
  const rest =
    failed === 0 ? '' : ` The gateway’s answer about ${counted(failed)} was of no use: see the shop’s log.`;
  return `Asked about ${counted(asked)}; ${changed} changed.${rest}`;
}

function counted(number: number): string {
  return number === 1 ? '1 payment' : `${number} payments`;
}
