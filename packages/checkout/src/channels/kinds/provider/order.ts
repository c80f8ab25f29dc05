/** The ASCII characters in the order of the Unicode collation: punctuation, digits, letters. */
const ascii = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz';

/** ASCII names are compared without Intl.Collator, whose first use takes longer than rendering all banks. */
export function sortBanks<Bank extends { readonly displayName: string }>(
  banks: readonly Bank[],
  language: string | undefined,
): Bank[] {
  const compare = banks.every(({ displayName }) => /^[ -~]*$/.test(displayName))
    ? compareAscii
    : new Intl.Collator(language).compare;
  return [...banks].sort((a, b) => compare(a.displayName, b.displayName));
}

/** As in the Unicode collation, the case matters only for equal letters, and lower case comes first. */
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
