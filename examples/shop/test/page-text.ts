/** Returns the text of the first heading of a page. */
export function findHeading(text: string): string | undefined {
  return /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(text)?.[1]?.trim();
}

/** Matches the link to the bag with this number of items. */
export function matchBagLink(count: number): RegExp {
  return new RegExp(`>Bag</span\\s*>\\s*\\(${count}\\)`);
}
