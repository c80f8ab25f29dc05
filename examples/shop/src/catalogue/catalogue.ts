import { findItemName, type ItemName } from './item-name.ts';
import { english, type Texts } from '../languages/index.ts';

/** One value of an option, such as 250 g. Its name is in the language files. */
export interface Choice {
  readonly id: keyof Texts['choices'];
  /** In sen. Replaces the price of the product. */
  readonly price?: number;
  /** Replaces the picture of the product. */
  readonly picture?: string;
}

/** A property that a visitor chooses, such as the size. */
export interface Option {
  readonly id: 'size' | 'grind' | 'color';
  /** The key of the label in the language files. */
  readonly label: keyof Texts['options'];
  readonly choices: readonly Choice[];
}

/** A product of the shop. Its texts are in the language files. */
export interface Product {
  /** The key of the product's texts in the language files. */
  readonly slug: keyof Texts['products'];
  readonly category: 'beans' | 'brewing';
  /** In sen. */
  readonly price: number;
  /** The file name under /pictures. */
  readonly picture: string;
  /** The file name of a second, wide picture. It shows where the coffee grows or how the product is used. */
  readonly scene: string;
  /** The roast of beans, from 1 (light) to 5 (dark). */
  readonly roast?: number;
  readonly options: readonly Option[];
  /** The remaining quantity, if it is low. 0 means sold out. */
  readonly stock?: number;
}

/**
 * A product with a choice for every option. Bags and orders contain variants. Its title and detail are in
 * English, because orders store them in English.
 */
export interface Variant extends ItemName {
  /** For example `cameron-dark.250g.whole-bean`. */
  readonly sku: string;
  readonly product: Product;
  /** In sen. */
  readonly price: number;
  readonly picture: string;
}

/** The maximum quantity of one variant in a bag. */
export const maxQuantity = 20;

/** Returns the maximum quantity of a product in one order. 0 when it is sold out. */
export function getAvailableQuantity(product: Product): number {
  return Math.min(product.stock ?? maxQuantity, maxQuantity);
}

/** Returns the variant with these choices, by option id. Undefined when a choice is missing or unknown. */
export function findVariant(
  product: Product,
  choiceIds: Readonly<Record<string, string | undefined>>,
): Variant | undefined {
  const choices: Choice[] = [];
  for (const option of product.options) {
    const choice = option.choices.find(({ id }) => id === choiceIds[option.id]);
    if (choice === undefined) return undefined;
    choices.push(choice);
  }
  const sku = [product.slug, ...choices.map(({ id }) => id)].join('.');
  return {
    sku,
    product,
    ...(findItemName(english.texts, sku) ?? { title: product.slug, detail: '' }),
    price: choices.find(({ price }) => price !== undefined)?.price ?? product.price,
    picture: choices.find(({ picture }) => picture !== undefined)?.picture ?? product.picture,
  };
}

/** Returns the variant with this sku. Undefined when the catalogue does not contain it. */
export function findVariantBySku(products: readonly Product[], sku: string): Variant | undefined {
  const [slug, ...ids] = sku.split('.');
  const product = products.find((candidate) => candidate.slug === slug);
  if (product === undefined || ids.length !== product.options.length) return undefined;
  return findVariant(product, Object.fromEntries(product.options.map(({ id }, index) => [id, ids[index]])));
}
