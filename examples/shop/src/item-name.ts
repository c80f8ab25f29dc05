import type { Texts } from './languages/index.ts';

/** The name of a variant. */
export interface ItemName {
  /** "Cameron Dark, 250 g" */
  readonly title: string;
  /** "Whole bean", or empty. */
  readonly detail: string;
}

const sizes = ['250g', '500g', '1kg', '40', '100'];

/** The name of a sku in a language. Undefined for a product or a choice that has no texts, such as one of an old order. */
export function itemName(texts: Texts, sku: string): ItemName | undefined {
  const [slug = '', ...ids] = sku.split('.');
  const name = entry(texts.products, slug)?.name;
  const choices = ids.map((id) => entry(texts.choicesInBag, id) ?? entry(texts.choices, id));
  if (name === undefined || choices.includes(undefined)) return undefined;
  const title = [name, ...choices.filter((_, index) => sizes.includes(ids[index] ?? ''))].join(', ');
  return { title, detail: choices.filter((_, index) => !sizes.includes(ids[index] ?? '')).join(', ') };
}

/** The value of a key that may be missing. */
function entry<Value>(of: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(of, key) ? of[key] : undefined;
}
