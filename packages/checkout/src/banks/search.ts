import type { StorefrontBank } from '@pgw/protocol';

/** A part of a name, and whether it matches the query. */
export interface NamePart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** The normalized names of a bank: without case, accents and spaces. */
interface SearchNames {
  readonly name: string;
  /** Where the words of the display name begin in `name`. */
  readonly words: readonly number[];
  /** Other names, and the initials of its names. */
  readonly aliases: readonly string[];
  readonly legalName: string;
}

const cache = new WeakMap<StorefrontBank, SearchNames>();

/**
 * The banks that match a query, in this order: the name begins with the query; a word of the name does; an alias does; the name
 * contains the query; the legal name or an alias contains it. Case, accents and spaces are ignored. An empty query matches all banks.
 */
export function searchBanks(banks: readonly StorefrontBank[], query: string): readonly StorefrontBank[] {
  const needle = normalize(query);
  if (needle === '') return banks;
  const ranked = banks.map((bank) => ({ bank, rank: rankOf(searchNames(bank), needle) }));
  return ranked
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank)
    .map(({ bank }) => bank);
}

const noMatch = 5;

function rankOf({ name, words, aliases, legalName }: SearchNames, needle: string): number {
  if (name.startsWith(needle)) return 0;
  if (words.some((at) => name.startsWith(needle, at))) return 1;
  if (aliases.some((alias) => alias.startsWith(needle))) return 2;
  if (name.includes(needle)) return 3;
  return legalName.includes(needle) || aliases.some((alias) => alias.includes(needle)) ? 4 : noMatch;
}

/** The alias that matches a query; null if the name matches. */
export function matchedAlias(bank: StorefrontBank, query: string): string | null {
  const needle = normalize(query);
  if (needle === '' || normalize(bank.displayName).includes(needle)) return null;
  return bank.aliases.find((alias) => normalize(alias).includes(needle)) ?? null;
}

/** The name in parts, so that the match can be marked. Prefers a match at the start of a word. */
export function markMatch(name: string, query: string): readonly NamePart[] {
  const needle = normalize(query);
  if (needle === '') return [{ text: name, isMatch: false }];
  const letters = [...name];
  // For each character of the normalized name, the index of its letter.
  const origin = letters.flatMap((letter, at) => Array.from(normalize(letter), () => at));
  const text = normalize(name);
  const word = wordStarts(name).find((at) => text.startsWith(needle, at));
  const found = word ?? text.indexOf(needle);
  const first = origin[found];
  const last = origin[found + needle.length - 1];
  if (first === undefined || last === undefined) return [{ text: name, isMatch: false }];
  return [
    { text: letters.slice(0, first).join(''), isMatch: false },
    { text: letters.slice(first, last + 1).join(''), isMatch: true },
    { text: letters.slice(last + 1).join(''), isMatch: false },
  ].filter((part) => part.text !== '');
}

function searchNames(bank: StorefrontBank): SearchNames {
  const before = cache.get(bank);
  if (before !== undefined) return before;
  const { displayName, name } = bank;
  const now = {
    name: normalize(displayName),
    words: wordStarts(displayName),
    aliases: [...bank.aliases.map(normalize), initials(displayName), initials(name)].filter(Boolean),
    legalName: normalize(name),
  };
  cache.set(bank, now);
  return now;
}

/** `pbb` of "Public Bank Berhad"; empty for a single word. */
function initials(name: string): string {
  const words = name.split(/[\s/()-]+/).filter(Boolean);
  return words.length < 2 ? '' : normalize(words.map(([first]) => first).join(''));
}

function wordStarts(name: string): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const word of name.split(/[\s/()-]+/)) {
    starts.push(at);
    at += normalize(word).length;
  }
  return starts;
}

/** Without case, accents, spaces and punctuation between words. */
function normalize(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\s/()-]/gu, '')
    .toLowerCase();
}
