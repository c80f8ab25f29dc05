import type { Gateway } from '../../gateway.ts';
import { html, icons, type Html } from '@pgw/pages';
import type { Page } from '../page.ts';
import { countRecords } from './record-counts.ts';

interface DashboardView {
  readonly heading: string;
  /** The section whose link is marked as current. Undefined for a page that is in no section. */
  readonly section?: Section | undefined;
  /** What the last operation did. Undefined or empty without an operation. */
  readonly message?: string | undefined;
  readonly main: Html;
  /** Content next to the main content. On narrow screens, it replaces the main content. */
  readonly detail?: Html | undefined;
}

const sections = {
  transactions: { path: '/dashboard', label: 'Transactions', icon: icons.list },
  requests: { path: '/dashboard/requests', label: 'Requests', icon: icons.chevron },
  callbacks: { path: '/dashboard/callbacks', label: 'Callbacks', icon: icons.link },
  refunds: { path: '/refunds', label: 'Refunds', icon: icons.back },
  wallets: { path: '/wallets', label: 'Wallets', icon: icons.wallet },
  payouts: { path: '/payouts', label: 'Payouts', icon: icons.send },
  scenarios: { path: '/dashboard/scenarios', label: 'Scenarios', icon: icons.gear },
} as const;

export type Section = keyof typeof sections;

/** Creates a page of the dashboard: the navigation, the list, and the details of an open entry. */
export function createDashboardPage(
  gateway: Gateway,
  { heading, section, message = '', main, detail }: DashboardView,
): Page {
  const [tenant] = gateway.settings.tenants;
  const counts = new Map<string, number>(Object.entries(countRecords(gateway)));
  return {
    title: `${heading} – Sandbox Gateway`,
    layout: 'dashboard',
    hasScript: true,
    body: html`<div class="dash ${detail === undefined ? '' : 'has-detail'}">
      <header class="rail">
        <a class="rail-name" href="/"
          ><img class="logo" src="/logos/sandbox.svg" width="32" height="32" alt="" />
          <span>Sandbox <span class="muted">Payment gateway</span></span></a
        >
        <nav aria-label="Dashboard">
          ${renderMenu(section === undefined ? heading : sections[section].label)}
          <ul>
            ${Object.entries(sections).map(
              ([name, { path, label, icon }]) =>
                html`<li>
                  <a href="${path}" ${name === section ? currentPageAttribute : undefined}
                    >${icon} ${label}
                    <span class="count" data-live="count-${name}">${counts.get(name)}</span></a
                  >
                </li>`,
            )}
          </ul>
        </nav>
        <p class="muted rail-foot">
          <span>Merchant ${tenant?.id} ${tenant?.name}</span>
          <span>${gateway.url().replace('http://', '')}</span>
          <a href="/dashboard/reset">Reset the sandbox…</a>
        </p>
      </header>
      <main id="content" tabindex="-1">
        <div class="dash-head">
          <h1>${heading}</h1>
          <div data-live="scenarios">${renderActiveScenarios(gateway)}</div>
        </div>
        <p class="stream-banner message" role="status" hidden>The sandbox is not answering. Trying again…</p>
        <p class="visually-hidden" id="live-status" role="status"></p>
        <div class="list">
          ${message === '' ? undefined : html`<p class="message" role="status">${message}</p>`} ${main}
        </div>
        ${detail}
      </main>
    </div>`,
  };
}

/** The button shows and hides the navigation on narrow screens, without a script. */
function renderMenu(currentPage: string): Html {
  return html`<details class="menu">
    <summary>
      ${icons.menu}
      <span>Menu<span class="visually-hidden">, current page: ${currentPage}</span></span>
    </summary>
  </details>`;
}

/** Marks the link to the current page. */
export const currentPageAttribute = html` aria-current="page"`;

/** Renders the number of active scenarios. Every page shows it, because a scenario can look like a bug. */
function renderActiveScenarios({ scenarios }: Gateway): Html | undefined {
  const names = scenarios.listActiveNames();
  if (names.length === 0) return undefined;
  return html`<form class="active-scenarios" method="post" action="/dashboard/scenarios">
    <a class="chip-label warning" href="/dashboard/scenarios"
      >${icons.alert} ${names.length === 1 ? '1 scenario active' : `${names.length} scenarios active`}</a
    >
    <button class="small" name="clear" value="1">Turn all off</button>
  </form>`;
}
