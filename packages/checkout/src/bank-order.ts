/** ASCII in the order of every collation we come across: marks, digits, letters. A name of other letters is left to Intl. */
const ascii = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * Banks by the name that is shown, as a reader of the language expects. By hand where that is possible: the first Collator of a
 * page takes a browser longer than to draw all the banks.
 */
export function sortedBanks<Bank extends { readonly displayName: string }>(
  banks: readonly Bank[],
  language: string | undefined,
): Bank[] {
  const compare = banks.every(({ displayName }) => /^[ -~]*$/.test(displayName))
    ? compareAscii
    : new Intl.Collator(language).compare;
  return [...banks].sort((a, b) => compare(a.displayName, b.displayName));
}

/** Letters first, then small before capital, as Unicode's collation has it; ASCII itself has capitals first. */
function compareAscii(a: string, b: string): number {
  return byPlace(placesOf(a.toLowerCase()), placesOf(b.toLowerCase())) || (a === b ? 0 : a < b ? 1 : -1);
}

function placesOf(text: string): number[] {
  return [...text].map((letter) => ascii.indexOf(letter));
}

function byPlace(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((place, index) => place !== b[index]);
  if (at === -1) return a.length - b.length;
  return (a[at] ?? -1) - (b[at] ?? -1);
}
