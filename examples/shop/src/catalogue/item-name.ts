import type { Texts } from '../languages/index.ts';

/** The name of a variant in one language. */
export interface ItemName {
  /** The product and its size, such as "Cameron Dark, 250 g". */
  readonly title: string;
  /** The other choices, such as "Whole bean". May be empty. */
  readonly detail: string;
}

/** The choices that are part of the title. */
const sizeIds = ['250g', '500g', '1kg', '40', '100'];

/**
 * Returns the name of a sku. A sku is the slug of a product and the ids of the choices, separated by dots,
 * such as "cameron-dark.250g.filter". Undefined when the language files have no text for the product or a
 * choice. This is possible for an item of an old order.
 */
export function findItemName(texts: Texts, sku: string): ItemName | undefined {
  const [slug = '', ...ids] = sku.split('.');
  const productName = getOwnValue(texts.products, slug)?.name;
  if (productName === undefined) return undefined;
  const title = [productName];
  const detail: string[] = [];
  for (const id of ids) {
    const choiceName = getOwnValue(texts.choicesInBag, id) ?? getOwnValue(texts.choices, id);
    if (choiceName === undefined) return undefined;
    if (sizeIds.includes(id)) title.push(choiceName);
    else detail.push(choiceName);
  }
  return { title: title.join(', '), detail: detail.join(', ') };
}

/** Returns the value of a key. Undefined when the object has no own property with this key. */
function getOwnValue<Value>(object: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
