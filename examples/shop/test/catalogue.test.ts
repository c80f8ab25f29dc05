import { expect, test } from 'vitest';
import { variantBySku, variantOf, type Product } from '../src/catalogue.ts';
import { products } from '../src/products.ts';

function combinations(product: Product): Record<string, string>[] {
  return product.options.reduce<Record<string, string>[]>(
    (sofar, option) =>
      sofar.flatMap((chosen) => option.choices.map(({ id }) => ({ ...chosen, [option.id]: id }))),
    [{}],
  );
}

test('every combination of choices is a variant that its sku finds again', () => {
  for (const product of products) {
    for (const chosen of combinations(product)) {
      const variant = variantOf(product, chosen);
      expect(variant?.price).toBeGreaterThan(0);
      expect(variantBySku(products, variant?.sku ?? '')).toEqual(variant);
    }
  }
});

test('a choice that is missing or unknown makes no variant', () => {
  const [cameron] = products;
  expect(variantOf(cameron!, { size: '250g' })).toBeUndefined();
  expect(variantOf(cameron!, { size: '2t', grind: 'filter' })).toBeUndefined();
  expect(variantBySku(products, 'cameron-dark.250g')).toBeUndefined();
  expect(variantBySku(products, 'cameron-dark.250g.filter.extra')).toBeUndefined();
  expect(variantBySku(products, 'constructor')).toBeUndefined();
});

test('a line names the size beside the product and the rest below it', () => {
  expect(variantBySku(products, 'rimba-house.250g.filter')).toMatchObject({
    title: 'Rimba House, 250 g',
    detail: 'Ground for filter',
  });
  expect(variantBySku(products, 'enamel-mug.green')).toMatchObject({
    title: 'Enamel mug',
    detail: 'Forest green',
  });
  expect(variantBySku(products, 'clay-dripper')).toMatchObject({ title: 'Clay dripper', detail: '' });
});
