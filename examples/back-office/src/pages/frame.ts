import { type Html, html, icons, type Part } from '@pgw/example-pages';

/** The shop that the back office belongs to. */
export interface Shop {
  readonly name: string;
  /** Address of its SVG icon. */
  readonly icon: string;
}

/** What a page of the back office brings to the frame around it. */
export interface OfficePage {
  readonly title: string;
  readonly main: Html;
  readonly section?: 'orders' | 'attention' | 'payouts' | 'wallets';
  /** True without a session: the page has no navigation. */
  readonly isSignedOut?: boolean;
  /** Asks for the same page again at once. */
  readonly isReload?: boolean;
}

/** A whole document. Regions marked `data-live` are what office.js brings up to date; scripts run by the nonce of the answer. */
export function frame(
  page: OfficePage,
  { shop, nonce }: { readonly shop: Shop; readonly nonce: string },
): string {
  const { title, main, section, isSignedOut = false, isReload = false } = page;
  return html`<!doctype html>
    <html lang="en-MY">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        ${isReload && html`<meta http-equiv="refresh" content="0" />`}
        <title>${title} – ${shop.name} back office</title>
        <link rel="icon" href="${shop.icon}" type="image/svg+xml" />
        <link rel="stylesheet" href="/office/assets/base.css" />
        <link rel="stylesheet" href="/office/assets/office.css" />
        <script type="module" src="/office/assets/office.js" nonce="${nonce}"></script>
      </head>
      <body class="office ${isSignedOut && 'outside'}">
        <a class="skip" href="#content">Skip to content</a>
        <header class="site">
          <a class="brand" href="/office">
            <img src="${shop.icon}" alt="" width="34" height="34" />
            <span>${shop.name} <span class="muted">Back office</span></span>
          </a>
          ${!isSignedOut && navigation(section)}
        </header>
        <main id="content" tabindex="-1">${main}</main>
      </body>
    </html>`.toString();
}

function navigation(section: OfficePage['section']): Html {
  const link = (id: string, href: string, icon: Html, label: string): Part =>
    html`<a href="${href}" ${id === section && html`aria-current="page"`}>${icon} ${label}</a>`;
  return html`<nav aria-label="Back office">
      ${link('orders', '/office', icons.list, 'Orders')}
      ${link('attention', '/office/attention', icons.alert, 'Needs attention')}
      ${link('payouts', '/office/payouts', icons.send, 'Payouts')}
      ${link('wallets', '/office/wallets', icons.wallet, 'Wallets')}
    </nav>
    <form class="sign-out" method="post" action="/office/sign-out">
      <a href="/">See the shop</a>
      <button class="link">Sign out</button>
    </form>`;
}
