/** One value of an option, such as "250 g". */
export interface Choice {
  readonly id: string;
  readonly label: string;
  /** How a line of the bag says it; the label when left out. */
  readonly lineLabel?: string;
  /** In sen; replaces the product's own price. */
  readonly price?: number;
  /** Replaces the product's own picture. */
  readonly picture?: string;
}

export interface Option {
  readonly id: 'size' | 'grind' | 'colour';
  readonly label: string;
  readonly choices: readonly Choice[];
}

export interface Product {
  readonly slug: string;
  readonly name: string;
  readonly category: 'beans' | 'brewing';
  readonly sentence: string;
  /** In sen. */
  readonly price: number;
  /** File name under /pictures. */
  readonly picture: string;
  readonly options: readonly Option[];
  /** How many are left, when few are; 0 is sold out. */
  readonly stock?: number;
}

/** A product with every option chosen: what goes into a bag and onto an order. */
export interface Variant {
  /** `cameron-dark.250g.whole-bean` */
  readonly sku: string;
  readonly product: Product;
  /** "Cameron Dark, 250 g" */
  readonly title: string;
  /** "Whole bean", or empty. */
  readonly detail: string;
  /** In sen. */
  readonly price: number;
  readonly picture: string;
}

/** The most of one variant that a bag takes. */
export const maxQuantity = 20;

/** How many of a product can be ordered at once; 0 when it is sold out. */
export function available(product: Product): number {
  return Math.min(product.stock ?? maxQuantity, maxQuantity);
}

/** The variant of a product with these choices, by option id; undefined when one is missing or unknown. */
export function variantOf(
  product: Product,
  chosen: Readonly<Record<string, string | undefined>>,
): Variant | undefined {
  const choices: Choice[] = [];
  for (const option of product.options) {
    const choice = option.choices.find(({ id }) => id === chosen[option.id]);
    if (choice === undefined) return undefined;
    choices.push(choice);
  }
  const words = choices.map((choice) => choice.lineLabel ?? choice.label);
  const hasSize = product.options[0]?.id === 'size';
  return {
    sku: [product.slug, ...choices.map(({ id }) => id)].join('.'),
    product,
    title: hasSize ? `${product.name}, ${words[0]}` : product.name,
    detail: words.slice(hasSize ? 1 : 0).join(', '),
    price: choices.find(({ price }) => price !== undefined)?.price ?? product.price,
    picture: choices.find(({ picture }) => picture !== undefined)?.picture ?? product.picture,
  };
}

/** The variant behind a sku; undefined when the catalogue no longer has it. */
export function variantBySku(products: readonly Product[], sku: string): Variant | undefined {
  const [slug, ...ids] = sku.split('.');
  const product = products.find((candidate) => candidate.slug === slug);
  if (product === undefined || ids.length !== product.options.length) return undefined;
  return variantOf(product, Object.fromEntries(product.options.map(({ id }, index) => [id, ids[index]])));
}
