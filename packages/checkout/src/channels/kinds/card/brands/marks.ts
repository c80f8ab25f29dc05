import type { CardBrand } from '@pgw/protocol';
import { findRuleByBrand } from './brands.ts';

// The content of the lazy module `brandMarksModule`. It does not import Lit, because the build would then
// move Lit from the entry to a separate file.
export { brandShapes } from './brand-shapes.ts';
export { drawBrand } from './draw-brand.ts';

/** Returns the names of brands in one text, separated by commas. */
export function listBrandNames(brands: readonly CardBrand[]): string {
  return brands.map((brand) => findRuleByBrand(brand).name).join(', ');
}
