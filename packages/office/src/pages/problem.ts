import type { Html } from '@pgw/pages';
import { html } from '../language/language.ts';
import { base } from '../scope.ts';

/** Renders an error page. */
export function renderProblem(title: string, text: string): Html {
  return html`<h1>${title}</h1>
    <p class="lead">${text}</p>
    <p><a class="button quiet" href="${base()}">See the orders</a></p>`;
}
