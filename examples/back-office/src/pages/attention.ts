import { describedBy, fieldView, html, notice, formatSen, type Html, type Part } from '@pgw/example-pages';
import type { Health, Operator, Payment } from '@pgw/express';
import { hasFailedRefund } from '../order-status.ts';
import { chipView, type Chip } from './chip.ts';
import { referenceView } from './reference.ts';
import { tableView, timeView, type Column } from './table.ts';
import { historyLostView, unknownPaymentForms, type UnknownTransactions } from './unknown-payments.ts';

/** The result of a reconciliation. */
export type Reconciled =
  | { readonly queried: number; readonly changed: number; readonly failed: number }
  | { readonly error: string };

export interface AttentionView {
  readonly review: readonly Payment[];
  readonly withheld: readonly Payment[];
  readonly dead: readonly Payment[];
  readonly unknown: readonly Payment[];
  /** Payments with a charge whose outcome is unknown. */
  readonly charges: readonly Payment[];
  /** Payments with a refund whose outcome is unknown. */
  readonly refunds: readonly Payment[];
  readonly rejected: Awaited<ReturnType<Operator['rejectedCallbacks']>>;
  readonly unknownTransactions: UnknownTransactions;
  readonly problems: Health['problems'];
  /** Why the last action was not done; empty when it was. */
  readonly problem: string;
  /** The date and time in the form. */
  readonly since: string;
  readonly reconciled: Reconciled | undefined;
}

/** One thing that waits for a person. */
interface Item {
  readonly chip: Chip;
  readonly what: Part;
  readonly at: number | undefined;
  readonly amount: number | undefined;
  readonly nextStep: Part;
}

const columns: readonly Column<Item>[] = [
  { title: 'Problem', cell: ({ chip }) => chipView(chip) },
  { title: 'Where', isHeader: true, cell: ({ what }) => what },
  { title: 'Since', cell: ({ at }) => (at === undefined ? '–' : timeView(at)) },
  {
    title: 'Amount',
    isNumber: true,
    cell: ({ amount }) => (amount === undefined ? '–' : formatSen(amount)),
  },
  { title: 'Next step', cell: ({ nextStep }) => nextStep },
];

/** Everything that waits for a person, in one list. */
export function attentionMain(view: AttentionView): Html {
  const items = itemsOf(view);
  return html`<h1>Needs attention</h1>
    ${view.problem !== '' && notice('warning', view.problem)} ${historyLostView(view.problems)}
    ${
      items.length === 0
        ? notice('success', 'Nothing needs attention.')
        : html`<div class="card sheet attention">${tableView('Needs attention', columns, items)}</div>`
    }
    ${reconcileForm(view)}`;
}

function itemsOf(view: AttentionView): Item[] {
  const { review, withheld, dead, unknown, charges, refunds } = view;
  const failedRefunds = withheld.filter(hasFailedRefund);
  const paidTwice = withheld.filter((payment) => !hasFailedRefund(payment));
  return [
    ...view.problems.filter(({ code }) => code !== 'history-lost').map(problemItem),
    ...view.unknownTransactions.map(unknownItem),
    ...paymentItems(
      review,
      'In review',
      'The gateway reports another amount, currency or reference. Compare both, then close the review.',
    ),
    ...paymentItems(
      paidTwice,
      'Paid twice',
      'The order was already paid. Refund this payment, or fulfil the order again.',
    ),
    ...paymentItems(
      failedRefunds,
      'Refund failed',
      'Nothing was fulfilled for this payment. Fulfil the order, or ask the gateway’s support to return the money.',
    ),
    ...paymentItems(dead, 'Not fulfilled', 'Fulfilment failed too often. Fix the cause, then fulfil again.'),
    ...paymentItems(
      unknown,
      'Response lost',
      'It is not known whether the payment was started. Refresh the status.',
    ),
    ...paymentItems(
      charges,
      'Charge: response lost',
      'Look for the charge at the gateway, then record the outcome.',
    ),
    ...paymentItems(
      refunds,
      'Refund: response lost',
      'Look for the refund at the gateway, then record the outcome.',
    ),
    ...view.rejected.map(rejectedItem),
  ];
}

function paymentItems(payments: readonly Payment[], label: string, nextStep: string): Item[] {
  return payments.map(({ orderId, reference, createdAt, amount }) => ({
    chip: {
      label,
      tone: label === 'Not fulfilled' || label === 'In review' ? 'danger' : 'warning',
      icon: 'alert',
    },
    what: referenceView({ orderId, reference }),
    at: createdAt,
    amount,
    nextStep: html`${nextStep} <a href="/office/orders/${orderId}#${reference}">Open the payment</a>`,
  }));
}

function problemItem({ message }: Health['problems'][number]): Item {
  return {
    chip: { label: 'Health', tone: 'danger', icon: 'alert' },
    what: 'The shop’s server',
    at: undefined,
    amount: undefined,
    nextStep: message,
  };
}

function unknownItem(unknown: UnknownTransactions[number]): Item {
  return {
    chip: { label: 'Unknown payment', tone: 'danger', icon: 'question' },
    what: html`<code>${unknown.transactionNumber}</code>
      <span class="explained muted">${unknown.reference}</span>`,
    at: unknown.firstSeenAt,
    amount: unknown.amount,
    nextStep: html`<span
        >The gateway has this payment and the shop does not: the shop may have been restored from a backup.
        Add it to its order, where it is in review until you have compared both.</span
      >
      ${unknownPaymentForms(unknown)}`,
  };
}

const verdicts = {
  'unknown-payment': 'No payment of this shop',
  'invalid-signature': 'Invalid signature',
  'invalid-callback': 'Can’t be read',
} as const;

function rejectedItem({ receivedAt, verdict, rawBody }: AttentionView['rejected'][number]): Item {
  return {
    chip: { label: 'Callback rejected', tone: 'warning', icon: 'cross' },
    what: verdicts[verdict],
    at: receivedAt,
    amount: undefined,
    nextStep: html`Nothing was changed. If there are many, check the secret key and the public address.
      <details class="raw">
        <summary>Show the body</summary>
        <pre>${rawBody}</pre>
      </details>`,
  };
}

function reconcileForm({ since, reconciled }: AttentionView): Html {
  const error = reconciled !== undefined && 'error' in reconciled ? reconciled.error : undefined;
  const hint = 'In the time of the shop. Queries every payment since then, finished ones too.';
  const control = html`<input
    id="since"
    name="since"
    type="datetime-local"
    value="${since}"
    required
    ${describedBy('since', hint, error)}
  />`;
  return html`<section class="card reconcile" id="reconcile">
    <h2>Reconcile with the gateway</h2>
    ${
      reconciled !== undefined &&
      'queried' in reconciled &&
      notice(reconciled.failed === 0 ? 'success' : 'warning', reconciledText(reconciled))
    }
    <form class="form" method="post" action="/office/attention/reconcile">
      ${fieldView({ name: 'since', label: 'Payments started since', control, hint, error, isShort: true })}
      <div><button class="button">Reconcile</button></div>
    </form>
  </section>`;
}

function reconciledText({ queried, changed, failed }: Exclude<Reconciled, { error: string }>): string {
  const rest =
    failed === 0 ? '' : ` The gateway’s response about ${counted(failed)} was invalid: see the log.`;
  return `Queried ${counted(queried)}; ${changed} changed.${rest}`;
}

function counted(number: number): string {
  return number === 1 ? '1 payment' : `${number} payments`;
}
