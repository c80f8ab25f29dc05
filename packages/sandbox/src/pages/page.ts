import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { html, trusted, type Html } from './html.ts';
import { stylesheet } from './styles/index.ts';

/** One page, before it is sent. */
export interface Page {
  readonly title: string;
  /** Names the look of the body: a class of the stylesheet. */
  readonly look: 'hosted' | 'bank' | 'plain' | 'dashboard';
  readonly body: Html;
  readonly status?: number;
  /** Where the browser goes by itself, after a second. */
  readonly goesTo?: string | undefined;
  /** Another origin that a form of this page may lead to, by a redirect. */
  readonly leadsTo?: string | undefined;
}

const version = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);

/** Address of the stylesheet; it changes with its content, so it may be kept for ever. */
export const stylesheetPath = `/assets/sandbox-${version}.css`;

/** Sends a page: whole without scripts, under a policy that allows none. */
export function sendPage(outgoing: Response, page: Page): void {
  const leads = page.leadsTo === undefined ? '' : ` ${new URL(page.leadsTo).origin}`;
  outgoing
    .status(page.status ?? 200)
    .set({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'${leads}; base-uri 'none'; frame-ancestors 'none'`,
      // With `no-referrer` a browser sends even the page's own forms with the origin `null`.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .send(document(page).markup);
}

const shield = trusted(
  '<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M10 2.500c2 1.500 4 2 6 2 0 6.500-1.500 10-6 13-4.500-3-6-6.500-6-13 2 0 4-.500 6-2z" fill="none" stroke="currentColor" stroke-width="1.500" stroke-linejoin="round"/></svg>',
);

const siteHeader = html`<header class="provider">
  <img class="logo" src="/logos/sandbox.svg" width="36" height="36" alt="" />
  <span>Sandbox Gateway</span>
</header>`;

function document({ title, look, body, goesTo }: Page): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        ${goesTo === undefined ? undefined : html`<meta http-equiv="refresh" content="1;url=${goesTo}" />`}
        <title>${title}</title>
        <link rel="icon" href="/logos/sandbox.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${stylesheetPath}" />
      </head>
      <body class="${look}">
        <aside class="strip" aria-label="Sandbox">
          ${shield}
          <p>Sandbox. No real money moves.</p>
        </aside>
        <a class="skip" href="#content">Skip to content</a>
        ${look === 'plain' ? siteHeader : undefined} ${body}
      </body>
    </html>`;
}
