import { formatAmount, renderNotice, type Html, type TemplateValue } from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { base, may, getScope } from '../scope.ts';
import { PgwError } from '@pgw/protocol';
import type { Approval } from '@pgw/server/operator';
import { toPerson, type Handler, type Office, type Route, type Message, type Reply } from '../context.ts';
import { renderMessage } from '../http/messages.ts';
import { renderChip, type Chip } from '../pages/chip.ts';
import { describeRefusal } from '../pages/refusal.ts';
import { renderTable, renderTime, type Column } from '../pages/table.ts';
import { toPaymentUrl } from '../payments/payment-request.ts';

/** The requests that another clerk must approve. */
export const approvalRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/approvals',
    verb: 'view',
    handle: (office, { message }) => showApprovals(office, message),
  },
  { method: 'POST', path: '/approvals/:id/approve', verb: 'view', handle: decide('approve') },
  { method: 'POST', path: '/approvals/:id/reject', verb: 'view', handle: decide('reject') },
];

async function showApprovals({ operator }: Office, message: Message | undefined): Promise<Reply> {
  const open = await operator.approvals.list();
  const ended = await operator.approvals.list({ states: ['done', 'rejected'] });
  const main = html`<h1>Approvals</h1>
    ${renderMessage(message)}
    ${
      open.length === 0
        ? renderNotice('success', t('No request waits for an approval.'))
        : html`<div class="card sheet attention">
            ${renderTable('Requests, newest first', openColumns, open)}
          </div>`
    }
    ${
      ended.length > 0 &&
      html`<h2>Decided</h2>
        <div class="card sheet">
          ${renderTable('Decided requests, newest first', endedColumns, ended.slice(0, 20))}
        </div>`
    }`;
  return { title: t('Approvals'), section: 'approvals', main };
}

const commonColumns: readonly Column<Approval>[] = [
  { title: 'Request', isHeader: true, cell: renderSubject },
  {
    title: 'Requested',
    cell: ({ requestedAt, requestedBy }) => html`${renderTime(requestedAt)} · ${requestedBy}`,
  },
  { title: 'Amount', isNumber: true, cell: formatAmount },
];
const openColumns: readonly Column<Approval>[] = [
  ...commonColumns,
  { title: 'Next step', cell: renderDecision },
];
const endedColumns: readonly Column<Approval>[] = [
  ...commonColumns,
  {
    title: 'State',
    cell: ({ id, kind, state, decidedBy, reason }) =>
      html`${renderChip(state === 'done' ? doneChip : rejectedChip)} ${decidedBy}
      ${reason !== null && html`<span class="explanation muted">${reason}</span>`}
      ${state === 'rejected' && kind === 'payout' && may('erase') && renderEraseLink(id)}`,
  },
];
const renderEraseLink = (id: string): Html =>
  html`<a href="${base()}/payouts/${encodeURIComponent(id)}/erase">Erase personal data</a>`;
const doneChip: Chip = { label: 'Approved', tone: 'success', icon: 'tick' };
const rejectedChip: Chip = { label: 'Not approved', tone: 'neutral', icon: 'cross' };

function renderSubject({ kind, reference, id, beneficiary, purpose }: Approval): Html {
  const { name, number, bankCode } = beneficiary ?? {};
  const details = [name, number, bankCode, purpose].filter((part) => part != null && part !== '').join(' · ');
  return html`${
    kind === 'payout'
      ? html`Payout <code>${id}</code>`
      : html`Refund of
          <a href="${base()}/payments/${encodeURIComponent(reference ?? '')}"><code>${reference}</code></a>`
  }
  ${details !== '' && html`<span class="explanation muted">${details}</span>`}`;
}

/** Renders what the clerk can do. The person who has requested it can only reject it. */
function renderDecision({ id, state, requestedById, decidedBy, kind }: Approval): TemplateValue {
  const isOwn = requestedById === getScope().clerk?.id;
  const canApprove = may(kind) && !isOwn;
  const action = `${base()}/approvals/${encodeURIComponent(id)}`;
  return [
    state === 'approved' && html`<p>Approved by ${decidedBy}, and not carried out yet.</p>`,
    isOwn && html`<p>Another clerk must approve it.</p>`,
    canApprove &&
      html`<form method="post" action="${action}/approve">
        <button class="button">${state === 'approved' ? t('Carry out') : t('Approve')}</button>
      </form>`,
    (canApprove || isOwn) &&
      state === 'waiting' &&
      html`<details class="panel">
        <summary>Reject</summary>
        <form class="form" method="post" action="${action}/reject">
          <div class="field">
            <label for="reason-${id}">Reason</label>
            <input id="reason-${id}" name="reason" required maxlength="500" />
          </div>
          <button class="button quiet">Reject</button>
        </form>
      </details>`,
  ];
}

/** Approves or rejects a request, with the permission of its operation. */
function decide(decision: 'approve' | 'reject'): Handler {
  return async (office, { params, form }) => {
    const { operator, clerk, options, account } = office;
    const id = params['id'] ?? '';
    const approval = await operator.approvals.get(id);
    if (approval === undefined) return undefined;
    const isOwn = approval.requestedById === clerk.id;
    const url = `${base()}/approvals`;
    if (!may(approval.kind) && !(isOwn && decision === 'reject'))
      return {
        redirect: url,
        message: { tone: 'danger', text: t('You do not have the permission for this.') },
      };
    try {
      if (decision === 'reject') {
        await operator.approvals.reject(id, { by: toPerson(clerk), reason: form.read('reason') });
        return { redirect: url, message: { tone: 'success', text: t('The request was rejected.') } };
      }
      const payment =
        approval.reference === null ? undefined : await office.checkout.payments.get(approval.reference);
      if (payment !== undefined && !isOwn)
        await options.onRefundRequest?.({ orderId: payment.orderId, id }, { account: account?.id });
      await operator.approvals.approve(id, { by: toPerson(clerk) });
      const redirect =
        payment === undefined ? `${base()}/payouts/${encodeURIComponent(id)}` : toPaymentUrl(payment);
      return { redirect, message: { tone: 'success', text: t('The request was approved.') } };
    } catch (error) {
      if (!(error instanceof PgwError)) throw error;
      return { redirect: url, message: { tone: 'danger', ...describeRefusal(error) } };
    }
  };
}
