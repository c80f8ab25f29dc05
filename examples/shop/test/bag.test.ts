import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Bag, totalsOf } from '../src/bag.ts';
import { variantBySku, type Product, type Variant } from '../src/catalogue.ts';
import { openDatabase } from '../src/database.ts';
import { products } from '../src/products.ts';
import { temporaryDirectory } from './open-shop.ts';

const directory = temporaryDirectory();
let database: ReturnType<typeof openDatabase>;
let bag: Bag;

beforeEach(() => {
  database = openDatabase(directory.path);
  bag = new Bag(database, products);
});

afterEach(() => {
  database.close();
  directory.remove();
});

function variant(sku: string, from: readonly Product[] = products): Variant {
  const found = variantBySku(from, sku);
  if (found === undefined) throw new Error(`There is no ${sku}.`);
  return found;
}

test('two bags of Cameron Dark, a Rimba House and a mug come to RM 128.90 with delivery', () => {
  bag.add('v', variant('cameron-dark.250g.whole-bean'), 2);
  bag.add('v', variant('rimba-house.250g.filter'), 1);
  bag.add('v', variant('enamel-mug.green'), 1);
  expect(totalsOf(bag.lines('v'))).toEqual({ subtotal: 12290, delivery: 600, total: 12890 });
});

test('an empty bag costs nothing, delivery included', () => {
  expect(totalsOf([])).toEqual({ subtotal: 0, delivery: 0, total: 0 });
});

test('the subtotal is the sum of unit prices times quantities', () => {
  const skus = ['cameron-dark.1kg.espresso', 'paper-filters.100', 'clay-dripper'];
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 3, maxLength: 3 }), (quantities) => {
      database.exec('DELETE FROM bag_lines');
      skus.forEach((sku, index) => bag.add('v', variant(sku), quantities[index]!));
      const sum = skus.reduce((total, sku, index) => total + variant(sku).price * quantities[index]!, 0);
      expect(totalsOf(bag.lines('v')).subtotal).toBe(sum);
    }),
    { numRuns: 25 },
  );
});

test('adding the same thing again raises its quantity, up to what the shop has', () => {
  bag.add('v', variant('hutan-light.250g.filter'), 2);
  bag.add('v', variant('hutan-light.250g.filter'), 2);
  expect(bag.lines('v').map(({ quantity }) => quantity)).toEqual([3]);
});

test('something sold out does not get into a bag', () => {
  bag.add('v', variant('liberica-johor.250g.filter'), 1);
  expect(bag.lines('v')).toEqual([]);
});

test('a quantity is kept between one and what the shop has', () => {
  bag.add('v', variant('hutan-light.250g.filter'), 2);
  bag.setQuantity('v', 'hutan-light.250g.filter', 20);
  expect(bag.lines('v')[0]?.quantity).toBe(3);
  bag.setQuantity('v', 'hutan-light.250g.filter', 0);
  expect(bag.lines('v')[0]?.quantity).toBe(1);
});

test('a removed line is restored with its quantity, and adding it again starts at one', () => {
  const sku = 'cameron-dark.250g.filter';
  bag.add('v', variant(sku), 2);
  bag.remove('v', sku);
  expect(bag.count('v')).toBe(0);
  bag.restore('v', sku);
  expect(bag.lines('v')[0]?.quantity).toBe(2);
  bag.remove('v', sku);
  bag.add('v', variant(sku), 1);
  expect(bag.lines('v')[0]?.quantity).toBe(1);
});

test('a line costs what the catalogue says today and remembers what it cost when it was added', () => {
  bag.add('v', variant('enamel-mug.green'), 2);
  const dearer = products.map((product) => ({ ...product, price: product.price + 100 }));
  const [line] = new Bag(database, dearer).lines('v');
  expect(line).toMatchObject({ price: 1300, addedPrice: 1200, total: 2600 });
});

test('a bag is its visitor’s alone', () => {
  bag.add('v', variant('enamel-mug.green'), 1);
  expect(bag.lines('w')).toEqual([]);
  expect(bag.lines(undefined)).toEqual([]);
});
