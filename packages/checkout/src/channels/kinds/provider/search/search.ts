import type { StorefrontBank } from '@pgw/protocol';

/** A part of a name, and whether it matches the query. */
export interface NamePart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** The names of a bank as `normalize` returns them. */
interface SearchNames {
  readonly displayName: string;
  /** The positions in `displayName` at which the words of the display name begin. */
  readonly wordPositions: readonly number[];
  /** The other names of the bank, and the initials of its display name and legal name. */
  readonly aliases: readonly string[];
  readonly legalName: string;
}

const cache = new WeakMap<StorefrontBank, SearchNames>();

/**
 * Returns the banks that match a query. They are sorted by how they match:
 *
 * 1. The name begins with the query.
 * 2. A word of the name begins with the query.
 * 3. An alias begins with the query.
 * 4. The name contains the query.
 * 5. The legal name or an alias contains the query.
 *
 * Case, accents, spaces and the characters `/()-` are ignored. An empty query matches all banks.
 */
export function searchBanks(banks: readonly StorefrontBank[], query: string): readonly StorefrontBank[] {
  const term = normalize(query);
  if (term === '') return banks;
  const ranked = banks.map((bank) => ({ bank, rank: getRank(getSearchNames(bank), term) }));
  return ranked
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank)
    .map(({ bank }) => bank);
}

/** The rank of a bank that does not match. The ranks of the others are the numbers in the list above. */
const noMatch = 6;

function getRank({ displayName, wordPositions, aliases, legalName }: SearchNames, term: string): number {
  if (displayName.startsWith(term)) return 1;
  if (wordPositions.some((position) => displayName.startsWith(term, position))) return 2;
  if (aliases.some((alias) => alias.startsWith(term))) return 3;
  if (displayName.includes(term)) return 4;
  return legalName.includes(term) || aliases.some((alias) => alias.includes(term)) ? 5 : noMatch;
}

/** Returns the alias that matches a query. Returns null if the display name matches or no alias does. */
export function findMatchedAlias(bank: StorefrontBank, query: string): string | null {
  const term = normalize(query);
  if (term === '' || normalize(bank.displayName).includes(term)) return null;
  return bank.aliases.find((alias) => normalize(alias).includes(term)) ?? null;
}

/** Splits a name into parts, so that the match can be marked. Prefers a match at the start of a word. */
export function markMatch(name: string, query: string): readonly NamePart[] {
  const term = normalize(query);
  if (term === '') return [{ text: name, isMatch: false }];
  const letters = [...name];
  // For each character of the normalized name, the index of its letter in the name.
  const letterIndexes = letters.flatMap((letter, index) => Array.from(normalize(letter), () => index));
  const normalizedName = normalize(name);
  const wordPosition = findWordPositions(name).find((position) => normalizedName.startsWith(term, position));
  const matchPosition = wordPosition ?? normalizedName.indexOf(term);
  const first = letterIndexes[matchPosition];
  const last = letterIndexes[matchPosition + term.length - 1];
  if (first === undefined || last === undefined) return [{ text: name, isMatch: false }];
  return [
    { text: letters.slice(0, first).join(''), isMatch: false },
    { text: letters.slice(first, last + 1).join(''), isMatch: true },
    { text: letters.slice(last + 1).join(''), isMatch: false },
  ].filter((part) => part.text !== '');
}

function getSearchNames(bank: StorefrontBank): SearchNames {
  const cached = cache.get(bank);
  if (cached !== undefined) return cached;
  const { displayName, name } = bank;
  const names = {
    displayName: normalize(displayName),
    wordPositions: findWordPositions(displayName),
    aliases: [...bank.aliases.map(normalize), getInitials(displayName), getInitials(name)].filter(Boolean),
    legalName: normalize(name),
  };
  cache.set(bank, names);
  return names;
}

/** The initials of a name: `pbb` for "Public Bank Berhad". Empty for a single word. */
function getInitials(name: string): string {
  const words = name.split(/[\s/()-]+/).filter(Boolean);
  return words.length < 2 ? '' : normalize(words.map(([first]) => first).join(''));
}

/** The positions in the normalized name at which the words of a name begin. */
function findWordPositions(name: string): number[] {
  const positions: number[] = [];
  let position = 0;
  for (const word of name.split(/[\s/()-]+/)) {
    positions.push(position);
    position += normalize(word).length;
  }
  return positions;
}

/** Removes case, accents, spaces and the punctuation between words. */
function normalize(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\s/()-]/gu, '')
    .toLowerCase();
}
