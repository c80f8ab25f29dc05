import { paymentStatus } from '@pgw/protocol';
import type { Gateway } from '../gateway.ts';
import type { Payment } from '../ledger/tables.ts';
import { html, type Html } from '@pgw/protocol/html';
import { listSettings } from '../merchant-settings.ts';
import type { Tenant } from '../options.ts';
import { toActivityText, toActorText } from './dashboard/activity/activity-text.ts';
import { renderCopyButton } from './dashboard/activity/copy-button.ts';
import { renderExactTime } from './dashboard/time.ts';
import type { Page } from './page.ts';
import { formatTotal } from './total.ts';

const maxPayments = 20;
const maxActivities = 5;

/** Creates the front page: the settings for a shop, the next steps, what happened last, and the latest payments. */
export function createIndexPage(gateway: Gateway): Page {
  const payments = gateway.ledger.payments.listNewest(maxPayments);
  return {
    title: 'Build and test payments – Sandbox Gateway',
    layout: 'plain',
    hasScript: true,
    body: html`<main id="content" class="centered" tabindex="-1">
      <section class="card">
        <h1>Build and test payments</h1>
        <p class="muted">
          A payment gateway on this machine. It checks requests and sends signed callbacks like a real
          gateway.
        </p>
      </section>
      ${gateway.settings.tenants.map((tenant) => renderSettings(gateway.url(), tenant))}
      <section class="card">
        <h2>Next steps</h2>
        <ol class="steps">
          <li>Check your settings: <code>npx @pgw/cli doctor</code></li>
          <li>Start a payment in your shop, beside the open <a href="/dashboard">dashboard</a>.</li>
          <li>
            Break something: a callback on the page of the payment, or a
            <a href="/dashboard/scenarios">scenario</a> for all payments.
          </li>
        </ol>
      </section>
      <nav class="card" aria-label="Lists">
        <h2>Data</h2>
        <ul class="lists">
          <li><a href="/dashboard">Dashboard</a></li>
          <li><a href="/wallets">Wallets</a></li>
          <li><a href="/payouts">Payouts</a></li>
          <li><a href="/refunds">Refunds</a></li>
        </ul>
      </nav>
      <section class="card" data-live="activities">
        <h2>What happened last</h2>
        ${renderActivities(gateway)}
      </section>
      <section class="card" data-live="payments">
        <h2>Latest payments</h2>
        ${
          payments.length === 0
            ? html`<p class="muted">No payments yet.</p>`
            : html`<ul class="payments">
                ${payments.map(renderPayment)}
              </ul>`
        }
      </section>
    </main>`,
  };
}

/** Renders the lines of `.env` without the secrets, which no page shows. */
function renderSettings(url: string, tenant: Tenant): Html {
  const lines = listSettings(url, tenant)
    .filter(({ isSecret }) => !isSecret)
    .map(({ name, value }) => `${name}=${value}`)
    .join('\n');
  return html`<section class="card">
    <h2>Settings of ${tenant.name}</h2>
    <div class="message-text">
      <p class="message-start">
        <span>Lines for <code>.env</code></span> ${renderCopyButton(lines, 'Copy')}
      </p>
      <pre tabindex="0" aria-label="Settings of ${tenant.name}">${lines}</pre>
    </div>
    <p class="muted">
      <code>PGW_SECRET_KEY</code> and <code>PGW_PASSWORD</code> are secrets, so no page shows them. The
      command <code>npx pgw-sandbox</code> prints those of its merchant when it starts.
    </p>
  </section>`;
}

function renderActivities({ activity }: Gateway): Html {
  const activities = activity.list({ limit: maxActivities }).toReversed();
  return activities.length === 0
    ? html`<p class="muted">Nothing yet.</p>`
    : html`<ol class="timeline">
        ${activities.map(
          (entry) =>
            html`<li class="timeline-${toActivityText(entry).tone}">
              <p>
                <span class="timeline-text">${toActivityText(entry).text}</span>
                <span class="muted">${renderExactTime(entry.at)} ${toActorText(entry.actor)}</span>
              </p>
            </li>`,
        )}
      </ol>`;
}

function renderPayment(payment: Payment): Html {
  const { transactionNumber, referenceCode, status } = payment;
  return html`<li>
    <a href="/bank/${transactionNumber}">${referenceCode}</a>
    <code>${transactionNumber}</code>
    <span class="muted">${paymentStatus(status).name} (${status})</span>
    <span class="sum">${formatTotal(payment)}</span>
  </li>`;
}
