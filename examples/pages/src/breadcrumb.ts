import { html, type Html } from './html.ts';
import { icons } from './icons.ts';

/** Links to the pages above this one, then the name of this page. */
export function breadcrumb(
  links: readonly (readonly [href: string, label: string])[],
  here: string,
  label = 'Breadcrumb',
): Html {
  return html`<nav class="breadcrumb" aria-label="${label}">
    <ol>
      ${links.map(([href, text]) => html`<li><a href="${href}">${text}</a>${icons.chevron}</li>`)}
      <li aria-current="page">${here}</li>
    </ol>
  </nav>`;
}
