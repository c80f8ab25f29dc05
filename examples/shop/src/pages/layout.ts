import { html, icons, type Html } from '@pgw/example-pages';

/** What a page brings to the frame around it. */
export interface Page {
  /** The step, as in "Your bag". */
  readonly title: string;
  /** Lines in the visitor's bag. */
  readonly bagCount: number;
  /** Of this answer: the policy runs no script without it. */
  readonly nonce: string;
  /** Whose demo account is open; null for a guest, undefined where there are none. */
  readonly account: string | null | undefined;
  /** No money moves: said before anything else. */
  readonly isSandbox: boolean;
  /** Goes into the head: the widget's script on pages that need it. */
  readonly head?: Html;
  /** The nav link to mark as current. */
  readonly section?: 'beans' | 'brewing';
  readonly main: Html;
}

/** A whole document. Regions marked `data-live` are what shop.js may bring up to date without leaving the page. */
export function layout(page: Page): string {
  const { title, bagCount, nonce, account, isSandbox, head, section, main } = page;
  return html`<!doctype html>
    <html lang="en-MY">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – Rimba Coffee</title>
        <link rel="icon" href="/pictures/leaf.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/base.css" />
        <link rel="stylesheet" href="/shop.css" />
        ${head}
        <script type="module" src="/shop.js" nonce="${nonce}"></script>
      </head>
      <body>
        ${isSandbox && sandboxStrip} <a class="skip" href="#content">Skip to content</a>
        <header class="site">
          <a class="brand" href="/">
            <img src="/pictures/leaf.svg" alt="" width="34" height="34" />
            Rimba Coffee
          </a>
          <nav aria-label="Shop">
            ${navLink('beans', 'Beans', section)} ${navLink('brewing', 'Brewing', section)}
          </nav>
          ${account !== undefined && html`<a class="account-link" href="/account">${account ?? 'Sign in'}</a>`}
          <a class="bag-link" href="/bag" data-live="bag-link">${icons.bag} Bag (${bagCount})</a>
        </header>
        <main id="content" tabindex="-1">${main}</main>
        <footer class="site">
          <nav aria-label="More">
            <a href="/beans">Beans</a> <a href="/brewing">Brewing</a> <a href="/orders">Your orders</a>
          </nav>
          <p>A demo shop. Nothing is charged and nothing is sent.</p>
        </footer>
      </body>
    </html>`.toString();
}

/** Cannot be closed, and is told by words and an icon, not by its colour alone. */
const sandboxStrip = html`<aside class="sandbox-strip" aria-label="Sandbox">
  ${icons.alert}
  <p>
    <strong>Sandbox.</strong> No real money moves. Pay with test cards only, never with a card of your own.
  </p>
</aside>`;

function navLink(id: string, label: string, section: string | undefined): Html {
  return html`<a href="/${id}" ${section === id && html`aria-current="page"`}>${label}</a>`;
}
