/** ASCII characters in their sort order (the Unicode collation): punctuation, digits, letters. Other names are sorted by Intl.Collator. */
const ascii = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * The banks by the name that is shown, in the order of the language. ASCII names are compared here, because the first Intl.Collator
 * of a page takes longer than to render all banks.
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

/** By the letters first, then small letters before capital ones, as in the Unicode collation. */
function compareAscii(a: string, b: string): number {
  return (
    comparePositions(positionsOf(a.toLowerCase()), positionsOf(b.toLowerCase())) ||
    (a === b ? 0 : a < b ? 1 : -1)
  );
}

function positionsOf(text: string): number[] {
  return [...text].map((letter) => ascii.indexOf(letter));
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((position, at) => position !== b[at]);
  if (index === -1) return a.length - b.length;
  return (a[index] ?? -1) - (b[index] ?? -1);
}
