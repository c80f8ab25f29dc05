import { type Html, html, icons, type TemplateValue } from '@pgw/pages';

/** The shop of this back office. */
export interface Shop {
  readonly name: string;
  /** The URL of its SVG icon. */
  readonly icon: string;
}

/** The content of a page of the back office. */
export interface OfficePage {
  readonly title: string;
  readonly main: Html;
  /** The link in the navigation to mark as current. */
  readonly section?: 'orders' | 'attention' | 'payouts' | 'wallets';
  /** True for a page without a session. It has no navigation. Default: false. */
  readonly isSignedOut?: boolean;
  /** True to reload the page at once. Default: false. */
  readonly shouldReload?: boolean;
}

/**
 * Renders a whole document. office.js updates the regions with the attribute `data-live`. The script tag
 * needs the nonce of the response, because the Content Security Policy blocks other scripts.
 */
export function renderFrame(
  page: OfficePage,
  { shop, nonce }: { readonly shop: Shop; readonly nonce: string },
): string {
  const { title, main, section, isSignedOut = false, shouldReload = false } = page;
  return html`<!doctype html>
    <html lang="en-MY">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        ${shouldReload && html`<meta http-equiv="refresh" content="0" />`}
        <title>${title} – ${shop.name} back office</title>
        <link rel="icon" href="${shop.icon}" type="image/svg+xml" />
        <link rel="stylesheet" href="/office/assets/base.css" />
        <link rel="stylesheet" href="/office/assets/office.css" />
        <script type="module" src="/office/assets/office.js" nonce="${nonce}"></script>
      </head>
      <body class="office">
        <a class="skip" href="#content">Skip to content</a>
        <header class="site">
          <a class="brand" href="/office">
            <img src="${shop.icon}" alt="" width="34" height="34" />
            <span>${shop.name} <span class="muted">Back office</span></span>
          </a>
          ${!isSignedOut && renderNavigation(section)}
        </header>
        <main id="content" tabindex="-1">${main}</main>
        ${!isSignedOut && html`<footer class="muted">All times are in Malaysia time (UTC+8).</footer>`}
      </body>
    </html>`.toString();
}

function renderNavigation(section: OfficePage['section']): Html {
  const renderLink = (id: string, href: string, icon: Html, label: string): TemplateValue =>
    html`<a href="${href}" ${id === section && html`aria-current="page"`}>${icon} ${label}</a>`;
  return html`<nav aria-label="Back office">
      ${renderLink('orders', '/office', icons.list, 'Orders')}
      ${renderLink('attention', '/office/attention', icons.alert, 'Needs attention')}
      ${renderLink('unknown', '/office/attention#unknown', icons.question, 'Unknown payments')}
      ${renderLink('reconcile', '/office/attention#reconcile', icons.back, 'Reconciliation')}
      ${renderLink('payouts', '/office/payouts', icons.send, 'Payouts')}
      ${renderLink('wallets', '/office/wallets', icons.wallet, 'Wallets')}
    </nav>
    <form class="sign-out" method="post" action="/office/sign-out">
      <a href="/">See the shop</a>
      <button class="link">Sign out</button>
    </form>`;
}
