import type { StorefrontBank } from '@pgw/protocol';

/** A stretch of a name, and whether the shopper typed it. */
export interface Stretch {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A bank as it is searched: without case, accents and spaces. */
interface Folded {
  readonly name: string;
  /** Where words of the display name begin, in the folded text. */
  readonly words: readonly number[];
  /** What people call it, the first letters of its names among them. */
  readonly aliases: readonly string[];
  readonly legalName: string;
}

const known = new WeakMap<StorefrontBank, Folded>();

/**
 * Banks that hold the query, the likeliest first: those whose name begins with it, then those with a word that does,
 * then those that people call so, then the rest. Case, accents and spaces don't count. Without a query: all, as they are.
 */
export function searchBanks(banks: readonly StorefrontBank[], query: string): readonly StorefrontBank[] {
  const wanted = fold(query);
  if (wanted === '') return banks;
  const ranked = banks.map((bank) => ({ bank, rank: rankOf(folded(bank), wanted) }));
  return ranked
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank)
    .map(({ bank }) => bank);
}

const noMatch = 5;

function rankOf({ name, words, aliases, legalName }: Folded, wanted: string): number {
  if (name.startsWith(wanted)) return 0;
  if (words.some((at) => name.startsWith(wanted, at))) return 1;
  if (aliases.some((alias) => alias.startsWith(wanted))) return 2;
  if (name.includes(wanted)) return 3;
  return legalName.includes(wanted) || aliases.some((alias) => alias.includes(wanted)) ? 4 : noMatch;
}

/** The alias that the query found a bank by; null when the name says enough. */
export function matchedAlias(bank: StorefrontBank, query: string): string | null {
  const wanted = fold(query);
  if (wanted === '' || fold(bank.displayName).includes(wanted)) return null;
  return bank.aliases.find((alias) => fold(alias).includes(wanted)) ?? null;
}

/** The name in stretches, so that the match can be marked without any markup from outside. The start of a word first. */
export function markMatch(name: string, query: string): readonly Stretch[] {
  const wanted = fold(query);
  if (wanted === '') return [{ text: name, isMatch: false }];
  const letters = [...name];
  // One entry a folded character: the letter it came from.
  const origin = letters.flatMap((letter, at) => Array.from(fold(letter), () => at));
  const text = fold(name);
  const word = wordStarts(name).find((at) => text.startsWith(wanted, at));
  const found = word ?? text.indexOf(wanted);
  const first = origin[found];
  const last = origin[found + wanted.length - 1];
  if (first === undefined || last === undefined) return [{ text: name, isMatch: false }];
  return [
    { text: letters.slice(0, first).join(''), isMatch: false },
    { text: letters.slice(first, last + 1).join(''), isMatch: true },
    { text: letters.slice(last + 1).join(''), isMatch: false },
  ].filter((stretch) => stretch.text !== '');
}

function folded(bank: StorefrontBank): Folded {
  const before = known.get(bank);
  if (before !== undefined) return before;
  const { displayName, name } = bank;
  const now = {
    name: fold(displayName),
    words: wordStarts(displayName),
    aliases: [...bank.aliases.map(fold), initials(displayName), initials(name)].filter(Boolean),
    legalName: fold(name),
  };
  known.set(bank, now);
  return now;
}

/** `pbb` of "Public Bank Berhad"; nothing of a single word. */
function initials(name: string): string {
  const words = name.split(/[\s/()-]+/).filter(Boolean);
  return words.length < 2 ? '' : fold(words.map(([first]) => first).join(''));
}

function wordStarts(name: string): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const word of name.split(/[\s/()-]+/)) {
    starts.push(at);
    at += fold(word).length;
  }
  return starts;
}

/** Without case, accents, spaces and the marks between words. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\s/()-]/gu, '')
    .toLowerCase();
}
