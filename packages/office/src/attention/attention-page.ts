import { formatAmount, renderNotice, type Html, type TemplateValue } from '@pgw/pages';
import { english, html, t } from '../language/language.ts';
import { base } from '../scope.ts';
import type { Health, Payment } from '@pgw/server';
import type { Approval, Operator } from '@pgw/server/operator';
import { renderMessage } from '../http/messages.ts';
import type { Message } from '../context.ts';
import type { OrderDescription } from '../options.ts';
import type { PaymentsNeedingAttention } from './payments-needing-attention.ts';
import { secondAuthorizationText } from '../payments/second-authorization.ts';
import { renderChip, type Chip } from '../pages/chip.ts';
import { renderDiscrepancy, type DiscrepancyOfOrder } from './discrepancies.ts';
import { toPaymentUrl } from '../payments/payment-request.ts';
import { renderReference } from '../payments/reference.ts';
import { renderSum } from '../payments/sum.ts';
import { renderTable, renderTime, type Column } from '../pages/table.ts';
import {
  renderLostHistory,
  renderUnknownTransactionForms,
  type UnknownTransactions,
} from './unknown-transactions.ts';

export interface AttentionView extends PaymentsNeedingAttention {
  readonly rejectedCallbacks: Awaited<ReturnType<Operator['rejectedCallbacks']['list']>>;
  readonly unknownTransactions: UnknownTransactions;
  readonly discrepancies: readonly DiscrepancyOfOrder[];
  readonly healthProblems: Health['problems'];
  /** The requests that another clerk must approve. */
  readonly approvals: readonly Approval[];
  /** The orders about which the shop warns. */
  readonly warnings: readonly OrderDescription[];
  readonly message: Message | undefined;
}

/** One row of the list. */
interface Item {
  readonly chip: Chip;
  readonly subject: TemplateValue;
  /** In milliseconds since the Unix epoch. */
  readonly since: number | undefined;
  /** The sum of the payment. Undefined for a problem without one. */
  readonly sum: TemplateValue;
  readonly nextStep: TemplateValue;
}

const columns: readonly Column<Item>[] = [
  { title: 'Problem', cell: ({ chip }) => renderChip(chip) },
  { title: 'Where', isHeader: true, cell: ({ subject }) => subject },
  { title: 'Since', cell: ({ since }) => (since === undefined ? '–' : renderTime(since)) },
  {
    title: 'Amount',
    isNumber: true,
    cell: ({ sum = '–' }) => sum,
  },
  { title: 'Next step', cell: ({ nextStep }) => nextStep },
];

/** Renders everything that a clerk must act on, in one list. */
export function renderAttention(view: AttentionView): Html {
  const items = toItems(view);
  return html`<h1>Needs attention</h1>
    ${renderMessage(view.message)} ${renderLostHistory(view.healthProblems)}
    ${
      items.length === 0
        ? renderNotice('success', t('Nothing needs attention.'))
        : html`<div class="card sheet attention">${renderTable('Needs attention', columns, items)}</div>`
    }
    <h2 id="unknown" class="visually-hidden" tabindex="-1">Unknown payments</h2>
    ${view.unknownTransactions.length === 0 && html`<p class="muted">No payment of the gateway is unknown.</p>`}
    <p><a href="${base()}/reconcile">Reconcile with the gateway</a></p>`;
}

/** The problems of payments, the most urgent first, each with the next step of a clerk. */
const paymentProblems: readonly {
  readonly group: keyof PaymentsNeedingAttention;
  readonly chip: Pick<Chip, 'label' | 'tone'>;
  readonly nextStep: string;
}[] = [
  {
    group: 'inReview',
    chip: { label: 'In review', tone: 'danger' },
    nextStep:
      'The payment differs from the record of the gateway or from the price of the order. Compare them, then close the review.',
  },
  {
    group: 'reversed',
    chip: { label: 'Money taken back', tone: 'danger' },
    nextStep:
      'The gateway reported this payment as paid, and now reports that it failed. Ask the gateway’s support, then record the decision.',
  },
  {
    group: 'paidTwice',
    chip: { label: 'Paid twice', tone: 'warning' },
    nextStep: 'The order was already paid. Refund this payment, or fulfill the order again.',
  },
  {
    group: 'authorizedTwice',
    chip: { label: 'Authorized twice', tone: 'warning' },
    nextStep: secondAuthorizationText,
  },
  {
    group: 'failedRefunds',
    chip: { label: 'Refund failed', tone: 'warning' },
    nextStep:
      'Nothing was fulfilled for this payment. Fulfill the order, or ask the gateway’s support to return the money.',
  },
  {
    group: 'fulfillmentDead',
    chip: { label: 'Not fulfilled', tone: 'danger' },
    nextStep: 'Fulfillment failed too often. Fix the cause, then fulfill again. If it must not run, skip it.',
  },
  {
    group: 'hooksDead',
    chip: { label: 'Shop’s code failed', tone: 'danger' },
    nextStep:
      'The shop’s code for this payment failed too often, for example to release the stock. Fix the cause, then run it again, or skip it.',
  },
  {
    group: 'unconfirmedStarts',
    chip: { label: 'Start unclear', tone: 'warning' },
    nextStep:
      'The payment may have been started, but no shopper was redirected to it. Search the gateway’s own back office for the reference. If it is there, wait until it expires: the gateway’s callback then closes the payment. If it is not there, close the payment.',
  },
  {
    group: 'unconfirmedCharges',
    chip: { label: 'Charge: response lost', tone: 'warning' },
    nextStep: 'Find the charge at the gateway, then record the outcome.',
  },
  {
    group: 'unconfirmedRefunds',
    chip: { label: 'Refund: response lost', tone: 'warning' },
    nextStep: 'Find the refund at the gateway, then record the outcome.',
  },
];

/** Problems of the health check that have rows or forms of their own. */
const shownElsewhere: readonly string[] = ['history-lost', 'gateway-differs'];

function toItems(view: AttentionView): Item[] {
  return [
    ...(view.approvals.length === 0 ? [] : [createApprovalItem(view.approvals)]),
    ...view.healthProblems.filter(({ code }) => !shownElsewhere.includes(code)).map(createHealthItem),
    ...view.discrepancies.map(createDiscrepancyItem),
    ...view.unknownTransactions.map(createUnknownTransactionItem),
    ...view.warnings.map(createWarningItem),
    ...paymentProblems.flatMap(({ group, chip, nextStep }) =>
      createPaymentItems(view[group], chip, nextStep),
    ),
    ...view.rejectedCallbacks.map(createRejectedCallbackItem),
  ];
}

function createPaymentItems(
  payments: readonly Payment[],
  chip: Pick<Chip, 'label' | 'tone'>,
  nextStep: string,
): Item[] {
  return payments.map((payment) => ({
    chip: { ...chip, icon: 'alert' },
    subject: renderSubject(payment.orderId, payment.reference),
    since: payment.createdAt,
    sum: renderSum(payment),
    nextStep: html`${t(nextStep)} <a href="${toPaymentUrl(payment)}">Open the payment</a>`,
  }));
}

/** Renders the order number and the reference of a payment. */
function renderSubject(orderId: string | undefined, reference: string): Html {
  return html`${orderId !== undefined && t`Order ${orderId}`}
    <span class="explanation muted">${renderReference({ reference })}</span>`;
}

function createApprovalItem(approvals: readonly Approval[]): Item {
  return {
    chip: { label: 'Waits for approval', tone: 'warning', icon: 'clock' },
    subject: approvals.length === 1 ? t('1 request') : t`${approvals.length} requests`,
    since: approvals.at(-1)?.requestedAt,
    sum: undefined,
    nextStep: html`Another clerk must approve it. <a href="${base()}/approvals">Open the approvals</a>`,
  };
}

function createHealthItem({ message }: Health['problems'][number]): Item {
  return {
    chip: { label: 'Health', tone: 'danger', icon: 'alert' },
    subject: t('The shop’s server'),
    since: undefined,
    sum: undefined,
    nextStep: english(message),
  };
}

function createDiscrepancyItem({ discrepancy, orderId }: DiscrepancyOfOrder): Item {
  const { reference, foundAt } = discrepancy;
  return {
    chip: { label: 'Differs from the gateway', tone: 'danger', icon: 'alert' },
    subject: renderSubject(orderId, reference),
    since: foundAt,
    sum: undefined,
    nextStep: renderDiscrepancy({ discrepancy, orderId }),
  };
}

function createUnknownTransactionItem(transaction: UnknownTransactions[number]): Item {
  return {
    chip: { label: 'Unknown payment', tone: 'danger', icon: 'question' },
    subject: html`Transaction <code>${transaction.transactionNumber}</code>
      <span class="explanation muted">${renderReference({ reference: transaction.reference })}</span>`,
    since: transaction.firstSeenAt,
    sum: formatAmount(transaction),
    nextStep: html`<span
        >Only the gateway has this payment. The shop’s data may have been restored from a backup. Add the
        payment to its order. The order then stays in review until you have compared the payment with the
        order.</span
      >
      ${renderUnknownTransactionForms(transaction)}`,
  };
}

function createWarningItem({ id, name, warning }: OrderDescription): Item {
  return {
    chip: { label: 'Warning of the shop', tone: 'warning', icon: 'alert' },
    subject: html`${t`Order ${id}`} <span class="explanation muted">${name}</span>`,
    since: undefined,
    sum: undefined,
    nextStep: html`${warning} <a href="${base()}/orders/${encodeURIComponent(id)}">Open the order</a>`,
  };
}

const verdictLabels = {
  'unknown-payment': 'No payment of this shop',
  'invalid-signature': 'Invalid signature',
  'invalid-callback': 'Invalid callback',
} as const;

function createRejectedCallbackItem({
  receivedAt,
  verdict,
  rawBody,
}: AttentionView['rejectedCallbacks'][number]): Item {
  return {
    chip: { label: 'Callback rejected', tone: 'warning', icon: 'cross' },
    subject: t(verdictLabels[verdict]),
    since: receivedAt,
    sum: undefined,
    nextStep: html`The callback changed nothing. If many callbacks are rejected, check the secret key and the
      public URL.
      <details class="raw">
        <summary>Show the body</summary>
        <pre>${rawBody}</pre>
      </details>`,
  };
}
