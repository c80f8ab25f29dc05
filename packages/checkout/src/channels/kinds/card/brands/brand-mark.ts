import type { CardBrand } from '@pgw/protocol';
import { html, type TemplateResult } from 'lit';
// The shapes are imported from the lazy module, which the list of channels uses too. The build therefore does
// not copy them into the file of the card form.
import { brandShapes, drawBrand } from './marks.ts';

/** The symbol of a brand. It is hidden from screen readers: the name of the brand is always beside it. */
export function renderBrandMark(brand: CardBrand | null): TemplateResult {
  const shapes = brand && brandShapes[brand];
  return shapes ? drawBrand(html, shapes) : renderCardOutline();
}

function renderCardOutline(): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM2 10h20M6 15h4" />
  </svg>`;
}
