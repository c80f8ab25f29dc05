import { type Html, html } from '@pgw/example-pages';

/** Nothing is here, or nothing that this visitor may see: both look the same. */
export const notFoundPage: Html = problem(
  'Page not found',
  'The address may be mistyped. An order opens only in the browser it was placed in.',
);

/** What was sent can't be taken. */
export function badRequestPage(text: string): Html {
  return problem('That didn’t work', text);
}

/** Something broke on our side. */
export const brokenPage: Html = problem(
  'Something broke on our side',
  'Nothing was charged. Go back and try again in a moment.',
);

function problem(title: string, text: string): Html {
  return html`<div class="narrow">
    <h1>${title}</h1>
    <p class="lead">${text}</p>
    <p><a href="/">See the shop</a> or <a href="/orders">your orders</a>.</p>
  </div>`;
}
