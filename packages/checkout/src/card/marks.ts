import type { CardBrand } from '@pgw/protocol';
import { findRuleByBrand } from './brands.ts';

// The content of the lazy module `brandMarksModule`. It does not import Lit: the build would move Lit from the entry
// into a file of its own.
export { brandShapes } from './brand-shapes.ts';

/** The names of brands in one text. */
export function brandNames(brands: readonly CardBrand[]): string {
  return brands.map((brand) => findRuleByBrand(brand).name).join(', ');
}
