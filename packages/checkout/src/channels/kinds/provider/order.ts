/** The ASCII characters in the order of the Unicode collation: punctuation, digits, letters. */
const ascii = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * Sorts banks by their display names, by the rules of the language. If all names are ASCII, they are compared
 * without Intl.Collator. To create the first Intl.Collator of a page takes longer than to render all banks.
 */
export function sortBanks<Bank extends { readonly displayName: string }>(
  banks: readonly Bank[],
  language: string | undefined,
): Bank[] {
  const compare = banks.every(({ displayName }) => /^[ -~]*$/.test(displayName))
    ? compareAscii
    : new Intl.Collator(language).compare;
  return [...banks].sort((a, b) => compare(a.displayName, b.displayName));
}

/**
 * Compares the letters first, and their case only for equal letters. Lower-case letters come first, as
 * in the Unicode collation.
 */
function compareAscii(a: string, b: string): number {
  return (
    comparePositions(getPositions(a.toLowerCase()), getPositions(b.toLowerCase())) ||
    (a === b ? 0 : a < b ? 1 : -1)
  );
}

function getPositions(text: string): number[] {
  return [...text].map((letter) => ascii.indexOf(letter));
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((position, i) => position !== b[i]);
  if (index === -1) return a.length - b.length;
  return (a[index] ?? -1) - (b[index] ?? -1);
}
