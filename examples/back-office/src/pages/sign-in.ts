import { renderAriaAttributes, renderField, type Html, html, icons } from '@pgw/example-pages';

interface SignInView {
  /** The password of the demo. Undefined outside the demo. */
  readonly demoPassword: string | undefined;
  /** The page to open after the sign-in. */
  readonly returnPath: string;
  readonly error?: string;
}

/** Renders the sign-in form. */
export function renderSignIn({ demoPassword, returnPath, error }: SignInView): Html {
  const control = html`<input
    id="password"
    name="password"
    type="password"
    autocomplete="current-password"
    required
    ${error !== undefined ? html`data-focus` : html`autofocus`}
    ${renderAriaAttributes('password', undefined, error)}
  />`;
  return html`<div class="sign-in card">
    <h1>Back office</h1>
    ${
      demoPassword !== undefined &&
      html`<p class="hint-box" id="demo">
        ${icons.question}
        <span>This is a demo on your own machine. The password is <code>${demoPassword}</code></span>
      </p>`
    }
    <form method="post" action="/office/sign-in" class="form">
      <input type="hidden" name="to" value="${returnPath}" />
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
