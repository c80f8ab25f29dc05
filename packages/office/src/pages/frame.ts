import { icons, renderDocument, type Html, type TemplateValue } from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { base, getLocale, getScope, languages } from '../scope.ts';
import type { OfficePage, Section } from '../context.ts';
import type { Clerk, OfficeAccount, OfficeBrand, OfficeOptions } from '../options.ts';

interface FrameView {
  readonly options: OfficeOptions<never>;
  /** The path of the office, without an account. */
  readonly path: string;
  readonly clerk?: Clerk | undefined;
  readonly accounts?: readonly OfficeAccount[] | undefined;
  readonly account?: OfficeAccount | undefined;
  /** Whether the payments of the account move no real money. */
  readonly isTest?: boolean | undefined;
}

/** The headers of every page. They block inline scripts and styles, content from other origins, and frames. */
export function pageHeaders(): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types pgw-office",
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  };
}

const brandVariables: Readonly<Record<keyof OfficeBrand, string>> = {
  accent: '--accent',
  onAccent: '--on-accent',
  paper: '--paper',
  ink: '--ink',
  radius: '--radius',
};

/** Returns the style sheet of the brand. A value with other characters than those of a color or a length is left out. */
export function createBrandStyles(brand: OfficeBrand = {}): string {
  const lines = Object.entries(brandVariables).flatMap(([name, variable]) => {
    const value = brand[name as keyof OfficeBrand];
    return value !== undefined && /^[\w#%.,()\s/-]{1,80}$/.test(value) ? [`  ${variable}: ${value};`] : [];
  });
  return lines.length === 0 ? '' : `.office {\n${lines.join('\n')}\n}\n`;
}

/** Renders a whole document. office.js updates the regions with the attribute `data-live`. */
export function renderFrame(page: OfficePage, view: FrameView): string {
  const { title, main, section } = page;
  const { options, path, clerk } = view;
  const { name = t('Office'), icon } = options;
  return renderDocument({
    language: getLocale(),
    title: `${title} – ${name}`,
    layout: 'office',
    skipText: t('Skip to content'),
    head: html`${icon !== undefined && html`<link rel="icon" href="${icon}" />`}
      <link rel="stylesheet" href="${path}/assets/base.css" />
      <link rel="stylesheet" href="${path}/assets/office.css" />
      <link rel="stylesheet" href="${path}/assets/brand.css" />
      <script type="module" src="${path}/assets/office.js"></script>`,
    body: html`<header class="site">
        <a class="brand" href="${base()}">
          ${icon !== undefined && html`<img src="${icon}" alt="" width="34" height="34" />`}
          <span>${name} <span class="muted">Back office</span></span>
        </a>
        ${clerk !== undefined && renderNavigation(section, options)}
        ${clerk !== undefined && renderPerson(view, clerk)}
      </header>
      ${view.isTest === true && html`<aside class="test-account">${icons.alert} <span>Test account. No real money moves.</span></aside>`}
      ${renderAccounts(view)}
      <main id="content" tabindex="-1">${main}</main>
      <footer class="muted">All times are in Malaysia time (UTC+8).</footer>`,
  }).toString();
}

function renderNavigation(
  section: OfficePage['section'],
  { wallets, secondClerkAbove }: OfficeOptions<never>,
): Html {
  const links: readonly (readonly [Section | undefined, string, Html, string] | false)[] = [
    ['payments', '', icons.list, t('Payments')],
    ['attention', '/attention', icons.alert, t('Needs attention')],
    [undefined, '/attention#unknown', icons.question, t('Unknown payments')],
    secondClerkAbove !== undefined && ['approvals', '/approvals', icons.tick, t('Approvals')],
    ['reconcile', '/reconcile', icons.back, t('Reconciliation')],
    ['payouts', '/payouts', icons.send, t('Payouts')],
    wallets !== undefined && ['wallets', '/wallets', icons.wallet, t('Wallets')],
  ];
  return html`<nav aria-label="Back office">
    ${links.map(
      (link) =>
        link !== false &&
        html`<a
          href="${base()}${link[1]}"
          ${link[0] !== undefined && link[0] === section && html`aria-current="page"`}
          >${link[2]} ${link[3]}</a
        >`,
    )}
  </nav>`;
}

function renderPerson({ options: { signOutPath }, path }: FrameView, { name }: Clerk): Html {
  const { language } = getScope();
  return html`<div class="sign-out">
    <span class="muted">${name}</span>
    ${Object.entries(languages).map(
      ([id, label]) =>
        id !== language &&
        html`<a href="${path}/language?language=${id}" lang="${id}" hreflang="${id}">${label}</a>`,
    )}
    ${
      signOutPath !== undefined &&
      html`<form method="post" action="${signOutPath}"><button class="link">Sign out</button></form>`
    }
  </div>`;
}

/** Renders the account of the page, and links to the other accounts. */
function renderAccounts({ accounts, account, path }: FrameView): TemplateValue {
  if (accounts === undefined || account === undefined) return undefined;
  return html`<nav class="accounts" aria-label="Account">
    ${accounts.map(
      ({ id, name }) =>
        html`<a href="${path}/a/${encodeURIComponent(id)}" ${id === account.id && html`aria-current="true"`}
          >${name}</a
        >`,
    )}
  </nav>`;
}
