import { describedBy, fieldView, type Html, html, icons } from '@pgw/example-pages';

interface SignInView {
  /** The password of the demo. Undefined in other environments. */
  readonly hint: string | undefined;
  readonly to: string;
  readonly error?: string;
}

export function signInMain({ hint, to, error }: SignInView): Html {
  const control = html`<input
    id="password"
    name="password"
    type="password"
    autocomplete="current-password"
    required
    ${error !== undefined ? html`data-focus` : html`autofocus`}
    ${describedBy('password', undefined, error)}
  />`;
  return html`<div class="sign-in card">
    <h1>Back office</h1>
    ${
      hint !== undefined &&
      html`<p class="hint-box" id="demo">
        ${icons.question}
        <span>This is a demo on your own machine. The password is <code>${hint}</code></span>
      </p>`
    }
    <form method="post" action="/office/sign-in" class="form">
      <input type="hidden" name="to" value="${to}" />
      ${fieldView({ name: 'password', label: 'Password', control, error })}
      <button class="button wide">Sign in</button>
    </form>
  </div>`;
}

/** A page that requests the same URL again. A request that another site caused has no session cookie. */
export const reloadMain = html`<div class="sign-in card">
  <h1>Back office</h1>
  <p>Opening the page… <a href="">Open it now</a></p>
</div>`;
