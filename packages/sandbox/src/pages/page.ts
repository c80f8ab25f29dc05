import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { html, icons, renderDocument, type Html } from '@pgw/pages';
import { defaultTenant } from '../options.ts';
import { dashboardModules } from './dashboard-script.ts';
import { stylesheet } from './styles/index.ts';

/** The content of a page. */
export interface Page {
  readonly title: string;
  /** The layout, which is a class of the body in the style sheet. */
  readonly layout: 'hosted' | 'bank' | 'plain' | 'dashboard';
  readonly body: Html;
  /** The name of the merchant, if the page contains it. */
  readonly merchant?: string | undefined;
  /** The HTTP status. Default 200. */
  readonly status?: number | undefined;
  /** The URL that the browser loads automatically after a second. */
  readonly refreshTo?: string | undefined;
  /** True for a page that the script of the dashboard keeps current. */
  readonly hasScript?: boolean | undefined;
  /** A URL on another origin that a form of this page may redirect to. */
  readonly formRedirectsTo?: string | undefined;
}

/** The paths change with the content, so that browsers can cache it without limit. */
export const stylesheetPath = `/assets/sandbox-${toVersion(stylesheet)}.css`;
export const dashboardModulesPath = `/assets/dashboard-${toVersion([...dashboardModules].join(''))}`;

function toVersion(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}

/** Sends a page. Only pages of the dashboard have a script. The content security policy of the others allows none. */
export function sendPage(outgoing: Response, page: Page): void {
  const formTarget = page.formRedirectsTo === undefined ? '' : ` ${new URL(page.formRedirectsTo).origin}`;
  const scriptSources = page.hasScript === true ? " script-src 'self'; connect-src 'self';" : '';
  outgoing
    .status(page.status ?? 200)
    .set({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none';${scriptSources} style-src 'self'; img-src 'self' data:; form-action 'self'${formTarget}; base-uri 'none'; frame-ancestors 'none'`,
      // With `no-referrer`, browsers would send the page's own forms with the origin `null`.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .send(renderPage(page).toString());
}

const siteHeader = html`<header class="provider">
  <img class="logo" src="/logos/sandbox.svg" width="36" height="36" alt="" />
  <span>Sandbox Gateway</span>
</header>`;

function renderPage({ title, layout, body, merchant, refreshTo, hasScript }: Page): Html {
  return renderDocument({
    language: 'en',
    title,
    layout,
    head: html`${refreshTo !== undefined && html`<meta http-equiv="refresh" content="1;url=${refreshTo}" />`}
      <link rel="icon" href="/logos/sandbox.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="${stylesheetPath}" />
      ${hasScript === true && html`<script type="module" src="${dashboardModulesPath}/dashboard.js"></script>`}`,
    top: html`<aside class="sandbox-notice" aria-label="Sandbox">
      ${icons.shield}
      <p>${getNotice(merchant)}</p>
    </aside>`,
    body: html`${layout === 'plain' && siteHeader} ${body}`,
  });
}

/** A shop has set another name, and the payment page shows this one. */
function getNotice(merchant: string | undefined): string {
  const notice = 'Sandbox. No real money moves.';
  return merchant === defaultTenant.name
    ? `${notice} The name of the merchant is a setting of the sandbox.`
    : notice;
}
