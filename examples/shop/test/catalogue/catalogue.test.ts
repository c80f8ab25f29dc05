import { expect, test } from 'vitest';
import { findVariantBySku, findVariant, type Product } from '../../src/catalogue/catalogue.ts';
import { products } from '../../src/catalogue/products.ts';

/** Returns every combination of choices of a product. */
function listCombinations(product: Product): Record<string, string>[] {
  return product.options.reduce<Record<string, string>[]>(
    (partial, option) =>
      partial.flatMap((choices) => option.choices.map(({ id }) => ({ ...choices, [option.id]: id }))),
    [{}],
  );
}

test('every combination of choices is a variant, and findVariantBySku finds it by its sku', () => {
  for (const product of products) {
    for (const choices of listCombinations(product)) {
      const variant = findVariant(product, choices);
      expect(variant?.price).toBeGreaterThan(0);
      expect(findVariantBySku(products, variant?.sku ?? '')).toEqual(variant);
    }
  }
});

test('there is no variant for a missing or unknown choice', () => {
  const [cameron] = products;
  expect(findVariant(cameron!, { size: '250g' })).toBeUndefined();
  expect(findVariant(cameron!, { size: '2t', grind: 'filter' })).toBeUndefined();
  expect(findVariantBySku(products, 'cameron-dark.250g')).toBeUndefined();
  expect(findVariantBySku(products, 'cameron-dark.250g.filter.extra')).toBeUndefined();
  expect(findVariantBySku(products, 'constructor')).toBeUndefined();
});

test('the title of a variant contains its size, and the detail contains the other choices', () => {
  expect(findVariantBySku(products, 'rimba-house.250g.filter')).toMatchObject({
    title: 'Rimba House, 250 g',
    detail: 'Ground for filter',
  });
  expect(findVariantBySku(products, 'enamel-mug.green')).toMatchObject({
    title: 'Enamel mug',
    detail: 'Forest green',
  });
  expect(findVariantBySku(products, 'clay-dripper')).toMatchObject({ title: 'Clay dripper', detail: '' });
});
