import type { Response } from 'express';
import { findBank } from '../catalogue/catalogue.ts';
import { findTenant, type Gateway } from '../gateway.ts';
import type { Payout } from '../ledger/tables.ts';
import { paymentStatusNumber } from '../catalogue/status-numbers.ts';
import { renderProviderHeader } from './bank/bank-page.ts';
import { renderFacts } from './facts.ts';
import { readField, type RequestWithNumber } from './fields.ts';
import { formatAmount, html, type Html } from '@pgw/pages';
import { sendPage } from './page.ts';

import { notFoundPage, renderResultPage } from './result-page.ts';
import { toReturnUrl } from './return-url.ts';

/** `GET /payout/:number`: shows the form to decide a payout, or the result of a decided payout. */
export function showPayoutPage(gateway: Gateway, incoming: RequestWithNumber, outgoing: Response): void {
  const payout = findPayout(gateway, incoming);
  const tenant = payout && findTenant(gateway, payout.tenantId);
  if (payout === undefined || tenant === undefined) return sendPage(outgoing, notFoundPage);
  const url = toReturnUrl(payout.returnUrl, payout, gateway.settings.profile.returnParameters);
  sendPage(outgoing, {
    title: `Payout ${payout.referenceCode} – Sandbox Gateway`,
    layout: 'bank',
    body: html`${renderProviderHeader({ name: 'Sandbox Gateway', logo: 'sandbox' })}
    ${
      payout.status === paymentStatusNumber.pending
        ? renderDecisionForm(payout, tenant.name)
        : renderResultPage({
            ...resultViews[payout.status === paymentStatusNumber.success ? 'approved' : 'rejected'],
            facts: toFacts(payout, tenant.name),
            link: { url, label: `Return to ${tenant.name}` },
          })
    }`,
  });
}

/** `POST /payout/:number`: approves or rejects a pending payout. */
export function submitPayoutPage(gateway: Gateway, incoming: RequestWithNumber, outgoing: Response): void {
  const payout = findPayout(gateway, incoming);
  if (payout === undefined) return sendPage(outgoing, notFoundPage);
  const outcome = readField(incoming, 'outcome');
  if (outcome === 'approve' || outcome === 'reject')
    gateway.ledger.payouts.decide(payout.transactionNumber, outcome, { delayMs: 0, scenarios: [] });
  outgoing.redirect(303, `/payout/${payout.transactionNumber}`);
}

const resultViews = {
  approved: { tone: 'success', heading: 'Paid out', text: `Status ${paymentStatusNumber.success}, Success.` },
  rejected: {
    tone: 'danger',
    heading: 'Rejected',
    text: `Status ${paymentStatusNumber.failed}, Failed. The amount was returned to the payout wallet.`,
  },
} as const;

/** Applies the automatic changes that are due, and then finds a payout. */
function findPayout({ ledger }: Gateway, incoming: RequestWithNumber): Payout | undefined {
  ledger.applyDueChanges();
  return ledger.payoutTable.find(incoming.params.number);
}

function renderDecisionForm(payout: Payout, tenantName: string): Html {
  return html`<main id="content" class="centered" tabindex="-1">
    <form class="card" method="post" action="/payout/${payout.transactionNumber}">
      <h1>Approve this payout?</h1>
      ${renderFacts(toFacts(payout, tenantName))}
      <button class="button" name="outcome" value="approve">Approve</button>
      <button class="button secondary" name="outcome" value="reject">Reject</button>
    </form>
  </main>`;
}

function toFacts(payout: Payout, tenantName: string): [string, string][] {
  return [
    ['From', `${tenantName}, wallet ${payout.walletId}`],
    ['To', payout.beneficiary],
    // A payout to a mobile or identity number (DuitNow proxy) has the kind of the proxy instead of a bank.
    ['Bank or proxy', findBank(payout.providerChannelId)?.displayName ?? payout.providerChannelId],
    ['Amount', `${formatAmount(payout)} (sent as ${payout.amount})`],
    ['Reference', payout.referenceCode],
    ['Transaction', payout.transactionNumber],
  ];
}
