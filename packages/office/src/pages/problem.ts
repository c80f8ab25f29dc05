import { type Html, html } from '@pgw/pages';

/** Renders an error page. */
export function renderProblem(title: string, text: string): Html {
  return html`<h1>${title}</h1>
    <p class="lead">${text}</p>
    <p><a class="button quiet" href="/office">See the orders</a></p>`;
}
