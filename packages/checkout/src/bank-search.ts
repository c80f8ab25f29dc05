import type { StorefrontBank } from '@pgw/protocol';

/** A stretch of a name, and whether the shopper typed it. */
export interface Stretch {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Banks whose display name or name holds the query. Case, accents and spaces don't count. */
export function searchBanks(banks: readonly StorefrontBank[], query: string): readonly StorefrontBank[] {
  const wanted = fold(query);
  return wanted === ''
    ? banks
    : banks.filter((bank) => fold(bank.displayName).includes(wanted) || fold(bank.name).includes(wanted));
}

/** The name in stretches, so that the match can be marked without any markup from outside. */
export function markMatch(name: string, query: string): readonly Stretch[] {
  const wanted = fold(query);
  const letters = [...name];
  // One entry a folded character: the letter it came from.
  const origin = letters.flatMap((letter, at) => Array.from(fold(letter), () => at));
  const found = wanted === '' ? -1 : fold(name).indexOf(wanted);
  const first = origin[found];
  const last = origin[found + wanted.length - 1];
  if (first === undefined || last === undefined) return [{ text: name, isMatch: false }];
  return [
    { text: letters.slice(0, first).join(''), isMatch: false },
    { text: letters.slice(first, last + 1).join(''), isMatch: true },
    { text: letters.slice(last + 1).join(''), isMatch: false },
  ].filter(({ text }) => text !== '');
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase();
}
