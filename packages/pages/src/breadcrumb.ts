import { html, type Html } from '@pgw/protocol/html';
import { icons } from './icons.ts';

/**
 * Renders links to the parent pages, followed by the name of the current page. `label` is the name of the
 * navigation for screen readers.
 */
export function renderBreadcrumb(
  links: readonly (readonly [href: string, label: string])[],
  currentPage: string,
  label = 'Breadcrumb',
): Html {
  return html`<nav class="breadcrumb" aria-label="${label}">
    <ol>
      ${links.map(([href, text]) => html`<li><a href="${href}">${text}</a>${icons.chevron}</li>`)}
      <li aria-current="page">${currentPage}</li>
    </ol>
  </nav>`;
}
