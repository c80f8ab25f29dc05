import { html, icons, renderDocument, type Html } from '@pgw/pages';
import { languages, type Language } from '../languages/index.ts';

/** The content and the settings of a page. */
export interface Page {
  /** The title of the page, such as "Your bag". */
  readonly title: string;
  readonly language: Language;
  /** The path to which the menu of languages returns. */
  readonly path: string;
  /** The number of items in the visitor's bag. */
  readonly bagCount: number;
  /** The nonce of this response. The Content Security Policy blocks scripts without it. */
  readonly nonce: string;
  /** The name of the demo account. Null for a guest, undefined where there are no accounts. */
  readonly account: string | null | undefined;
  /** True to show above the page that no real money moves. */
  readonly isTest: boolean;
  /** Additional content of the `<head>`, such as the script of the checkout. */
  readonly head?: Html;
  /** The link in the navigation to mark as current. */
  readonly section?: 'beans' | 'brewing';
  readonly main: Html;
}

/**
 * Renders a whole document. shop.js can update the regions with the attribute `data-live` without a
 * navigation.
 */
export function renderLayout(page: Page): string {
  const { title, language, nonce, isTest, head, main } = page;
  const { frame, categories } = language.texts;
  return renderDocument({
    language: language.tag,
    title: `${title} – Rimba Coffee`,
    isPublic: true,
    skipText: frame.skip,
    head: html`<link rel="icon" href="/pictures/leaf.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/base.css" />
      <link rel="stylesheet" href="/shop.css" />
      ${head}
      <script type="module" src="/shop.js" nonce="${nonce}"></script>`,
    top: isTest && renderSandboxStrip(language),
    body: html`${renderHeader(page)}
      <main id="content" tabindex="-1">${main}</main>
      <footer class="site">
        <nav aria-label="${frame.more}">
          <a href="/beans">${categories.beans.title}</a> <a href="/brewing">${categories.brewing.title}</a>
          <a href="/orders">${frame.yourOrders}</a>
        </nav>
        <p>${frame.demo}</p>
      </footer>`,
  }).toString();
}

/**
 * Renders the header in one row at every width. On narrow pages, the links are icons without text, and the
 * categories are in the footer.
 */
function renderHeader({ language, path, account, bagCount, section }: Page): Html {
  const { frame, categories } = language.texts;
  const renderLink = (id: 'beans' | 'brewing'): Html =>
    html`<a href="/${id}" ${section === id && html`aria-current="page"`}>${categories[id].title}</a>`;
  return html`<header class="site">
    <a class="brand" href="/">
      <img src="/pictures/leaf.svg" alt="" width="34" height="34" />
      Rimba Coffee
    </a>
    <nav aria-label="${frame.shop}">${renderLink('beans')} ${renderLink('brewing')}</nav>
    ${renderLanguageMenu(language, path)}
    ${
      account !== undefined &&
      html`<a class="account-link" href="/account"
        >${icons.person}<span class="label">${account ?? frame.signIn}</span></a
      >`
    }
    <a class="bag-link" href="/bag" data-live="bag-link"
      >${icons.bag}<span class="label">${frame.bag}</span> (${bagCount})</a
    >
  </header>`;
}

/** Renders the menu of languages. The name of each language is in that language. */
function renderLanguageMenu(language: Language, path: string): Html {
  return html`<details class="language" data-menu>
    <summary>
      <span class="visually-hidden">${language.texts.frame.language} </span>${icons.globe}<span class="label"
        >${language.name}</span
      ><span class="short" aria-hidden="true">${language.shortName}</span>
    </summary>
    <form method="post" action="/language">
      <input type="hidden" name="page" value="${path}" />
      ${languages.map(
        ({ id, tag, name }) =>
          html`<button
            name="language"
            value="${id}"
            lang="${tag}"
            ${id === language.id && html`aria-current="true"`}
          >
            ${name} ${id === language.id && icons.tick}
          </button>`,
      )}
    </form>
  </details>`;
}

/**
 * Renders the notice that no real money moves. Shoppers cannot close it. Its meaning does not depend on its
 * color.
 */
function renderSandboxStrip({ texts: { frame } }: Language): Html {
  return html`<aside class="sandbox-strip" aria-label="${frame.sandbox}">
    ${icons.alert}
    <p><strong>${frame.sandboxSentence}</strong> ${frame.noRealMoney}</p>
  </aside>`;
}
