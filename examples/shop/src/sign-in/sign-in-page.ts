import {
  html,
  icons,
  renderAriaAttributes,
  renderDocument as renderDocumentOfKit,
  renderField,
  type Html,
} from '@pgw/pages';

import type { Clerk } from './clerks.ts';

interface SignInView {
  /** The clerk of the demo, whose name and password are shown. Undefined outside the demo. */
  readonly demoClerk: Clerk | undefined;
  /** The page to open after the sign-in. */
  readonly returnPath: string;
  /** The name of a sign-in that failed. */
  readonly name?: string;
  readonly error?: string;
}

/** Renders the sign-in form. */
export function renderSignIn({ demoClerk, returnPath, name, error }: SignInView): Html {
  const nameControl = html`<input
    id="name"
    name="name"
    value="${name ?? demoClerk?.name ?? ''}"
    autocomplete="username"
    maxlength="100"
    required
    ${error === undefined && demoClerk === undefined && html`autofocus`}
  />`;
  const control = html`<input
    id="password"
    name="password"
    type="password"
    autocomplete="current-password"
    required
    ${error !== undefined ? html`data-focus` : demoClerk !== undefined && html`autofocus`}
    ${renderAriaAttributes('password', undefined, error)}
  />`;
  return html`<div class="sign-in card">
    <h1>Back office</h1>
    ${
      demoClerk !== undefined &&
      html`<p class="hint-box" id="demo">
        ${icons.question}
        <span
          >This is a demo on your own machine. The name is <code>${demoClerk.name}</code> and the password is
          <code>${demoClerk.password}</code></span
        >
      </p>`
    }
    <form method="post" action="/office/sign-in" class="form">
      <input type="hidden" name="to" value="${returnPath}" />
      ${renderField({ name: 'name', label: 'Name', control: nameControl })}
      ${renderField({ name: 'password', label: 'Password', control, error })}
      <button class="button wide">Sign in</button>
    </form>
  </div>`;
}

/**
 * The content of a page that reloads itself. The browser does not send the session cookie when a link on
 * another site opens a page, but it sends the cookie with the reload.
 */
export const reloadContent = html`<div class="sign-in card">
  <h1>Back office</h1>
  <p>Opening the page… <a href="">Open it now</a></p>
</div>`;

interface SignInDocument {
  readonly title: string;
  readonly main: Html;
  /** True to reload the page at once. Default: false. */
  readonly shouldReload?: boolean;
}

/** Renders a page without a session, with the styles of the office. */
export function renderDocument({ title, main, shouldReload = false }: SignInDocument): string {
  return renderDocumentOfKit({
    language: 'en-MY',
    title: `${title} – Rimba Coffee back office`,
    layout: 'office',
    head: html`${shouldReload && html`<meta http-equiv="refresh" content="0" />`}
      <link rel="icon" href="/pictures/leaf.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/office/assets/base.css" />
      <link rel="stylesheet" href="/office/assets/office.css" />`,
    body: html`<header class="site">
        <a class="brand" href="/office">
          <img src="/pictures/leaf.svg" alt="" width="34" height="34" />
          <span>Rimba Coffee <span class="muted">Back office</span></span>
        </a>
      </header>
      <main id="content" tabindex="-1">${main}</main>`,
  }).toString();
}
