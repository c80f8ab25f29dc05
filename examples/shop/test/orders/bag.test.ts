import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Bags, calculateTotals } from '../../src/orders/bag.ts';
import { findVariantBySku, type Variant } from '../../src/catalogue/catalogue.ts';
import type { Database } from '../../src/database.ts';
import { openDatabase } from '../../src/open-database.ts';
import { products } from '../../src/catalogue/products.ts';
import { createTemporaryDirectory } from '../open-shop.ts';

const directory = createTemporaryDirectory();
let database: Database;
let bags: Bags;

beforeEach(async () => {
  database = await openDatabase({ dataDirectory: directory.path, databaseUrl: undefined });
  bags = new Bags(database, products);
});

afterEach(async () => {
  await database.close();
  directory.remove();
});

function findVariant(sku: string): Variant {
  const variant = findVariantBySku(products, sku);
  if (variant === undefined) throw new Error(`The sku ${sku} does not exist.`);
  return variant;
}

test('the total of two Cameron Dark, one Rimba House and one mug is RM 128.90 with delivery', async () => {
  await bags.add('visitor-1', findVariant('cameron-dark.250g.whole-bean'), 2);
  await bags.add('visitor-1', findVariant('rimba-house.250g.filter'), 1);
  await bags.add('visitor-1', findVariant('enamel-mug.green'), 1);
  expect(calculateTotals(await bags.listLines('visitor-1'))).toEqual({
    subtotal: 12290,
    delivery: 600,
    total: 12890,
  });
});

test('the total and the delivery price of an empty bag are 0', () => {
  expect(calculateTotals([])).toEqual({ subtotal: 0, delivery: 0, total: 0 });
});

test('the subtotal is the sum of price times quantity of all lines', async () => {
  const skus = ['cameron-dark.1kg.espresso', 'paper-filters.100', 'clay-dripper'];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 3, maxLength: 3 }),
      async (quantities) => {
        await database.query('DELETE FROM bag_lines');
        for (const [index, sku] of skus.entries())
          await bags.add('visitor-1', findVariant(sku), quantities[index]!);
        const sum = skus.reduce(
          (total, sku, index) => total + findVariant(sku).price * quantities[index]!,
          0,
        );
        expect(calculateTotals(await bags.listLines('visitor-1')).subtotal).toBe(sum);
      },
    ),
    { numRuns: 25 },
  );
});

/** The stock of Hutan Light. */
const hutanStock = 3;

test('adding a variant again increases its quantity, up to the stock', async () => {
  await bags.add('visitor-1', findVariant('hutan-light.250g.filter'), 2);
  await bags.add('visitor-1', findVariant('hutan-light.250g.filter'), 2);
  expect((await bags.listLines('visitor-1')).map(({ quantity }) => quantity)).toEqual([hutanStock]);
});

test('a sold-out product is not added to a bag', async () => {
  await bags.add('visitor-1', findVariant('liberica-johor.250g.filter'), 1);
  expect(await bags.listLines('visitor-1')).toEqual([]);
});

test('a quantity is limited to the range from 1 to the stock', async () => {
  await bags.add('visitor-1', findVariant('hutan-light.250g.filter'), 2);
  await bags.setQuantity('visitor-1', 'hutan-light.250g.filter', 20);
  expect((await bags.listLines('visitor-1'))[0]?.quantity).toBe(hutanStock);
  await bags.setQuantity('visitor-1', 'hutan-light.250g.filter', 0);
  expect((await bags.listLines('visitor-1'))[0]?.quantity).toBe(1);
});

test('restoring a removed line keeps its quantity, and adding its variant again does not', async () => {
  const sku = 'cameron-dark.250g.filter';
  await bags.add('visitor-1', findVariant(sku), 2);
  await bags.remove('visitor-1', sku);
  expect(await bags.count('visitor-1')).toBe(0);
  await bags.restore('visitor-1', sku);
  expect((await bags.listLines('visitor-1'))[0]?.quantity).toBe(2);
  await bags.remove('visitor-1', sku);
  await bags.add('visitor-1', findVariant(sku), 1);
  expect((await bags.listLines('visitor-1'))[0]?.quantity).toBe(1);
});

test('a line has the current price and the price at the time when it was added', async () => {
  await bags.add('visitor-1', findVariant('enamel-mug.green'), 2);
  const productsWithHigherPrices = products.map((product) => ({ ...product, price: product.price + 100 }));
  const [line] = await new Bags(database, productsWithHigherPrices).listLines('visitor-1');
  expect(line).toMatchObject({ price: 1300, addedPrice: 1200, total: 2600 });
});

test('a visitor does not see the bag of another visitor', async () => {
  await bags.add('visitor-1', findVariant('enamel-mug.green'), 1);
  expect(await bags.listLines('visitor-2')).toEqual([]);
  expect(await bags.listLines(undefined)).toEqual([]);
});
