import { paymentStatus } from '@pgw/protocol';
import type { Gateway } from '../gateway.ts';
import type { Payment } from '../ledger/rows.ts';
import { html, type Html } from '@pgw/protocol/html';
import type { Page } from './page.ts';
import { formatTotal } from './total.ts';

const maxPayments = 20;

/** Creates the front page: a description, the settings for a merchant, and the latest payments. */
export function createIndexPage(gateway: Gateway): Page {
  const payments = gateway.ledger.payments.list(maxPayments);
  return {
    title: 'Build and test payments – Sandbox Gateway',
    layout: 'plain',
    body: html`<main id="content" class="centered" tabindex="-1">
      <section class="card">
        <h1>Build and test payments</h1>
        <p class="muted">
          A payment gateway on this machine. It checks requests and sends signed callbacks like a real
          gateway.
        </p>
        <dl class="facts">
          <div class="fact">
            <dt>Base URL</dt>
            <dd>${gateway.url()}</dd>
          </div>
          ${gateway.settings.tenants.map(
            (tenant) =>
              html`<div class="fact">
                  <dt>Merchant ID</dt>
                  <dd>${tenant.id} (${tenant.name})</dd>
                </div>
                <div class="fact">
                  <dt>User name</dt>
                  <dd>${tenant.userName}</dd>
                </div>`,
          )}
        </dl>
        <p class="muted">
          The secret key and the password are in the README of @pgw/sandbox. No page shows them.
        </p>
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
      <section class="card">
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

function renderPayment(payment: Payment): Html {
  const { transactionNumber, referenceCode, status } = payment;
  return html`<li>
    <a href="/bank/${transactionNumber}">${referenceCode}</a>
    <code>${transactionNumber}</code>
    <span class="muted">${paymentStatus(status).name} (${status})</span>
    <span class="sum">${formatTotal(payment)}</span>
  </li>`;
}
