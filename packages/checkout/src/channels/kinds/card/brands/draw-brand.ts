import type { html as Html, TemplateResult } from 'lit';
import type { Shape } from './brand-shapes.ts';

const noShape: Shape = ['', ''];

/**
 * Draws a card with up to three shapes of a brand. The drawing is hidden from screen readers. `html` is the tag
 * of Lit, which the lazy module of this function does not import.
 */
export function drawBrand(
  html: typeof Html,
  [
    [firstPath, firstColor] = noShape,
    [secondPath, secondColor] = noShape,
    [thirdPath, thirdColor] = noShape,
  ]: readonly Shape[],
): TemplateResult {
  return html`<svg class="brand-mark" viewBox="0 0 34 22" aria-hidden="true">
    <rect x=".5" y=".5" width="33" height="21" rx="4" fill="#fff" stroke="#dce3e2" />
    <path d=${firstPath} fill=${firstColor} />
    <path d=${secondPath} fill=${secondColor} />
    <path d=${thirdPath} fill=${thirdColor} />
  </svg>`;
}
