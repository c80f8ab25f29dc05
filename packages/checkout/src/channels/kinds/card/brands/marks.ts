import type { CardBrand } from '@pgw/protocol';
import type { html as Html, TemplateResult } from 'lit';
import type { Shape } from './brand-shapes.ts';
import { findRuleByBrand } from './brands.ts';

// The content of the lazy module `brandMarksModule`. It does not import Lit, because the build would then
// move Lit from the entry to a separate file.
export { brandShapes } from './brand-shapes.ts';

/** Returns the names of brands in one text, separated by commas. */
export function listBrandNames(brands: readonly CardBrand[]): string {
  return brands.map((brand) => findRuleByBrand(brand).name).join(', ');
}

const noShape: Shape = ['', ''];

/** `html` is the tag of Lit, which the lazy module of this function does not import. */
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
