/** A JSON value that can be signed. Properties that are `undefined` are omitted. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * Returns the canonical JSON of a request. The JSON has no spaces. At every depth, properties are sorted by
 * name (case-insensitively), and properties that are null or undefined are omitted. Arrays keep their order.
 *
 * The client sends this text as the body, and signs it in lower case. Some receivers verify the raw body, and
 * others sort it first. Both compute the same signature, because the body is already sorted. Source:
 * `docs/gateway-profile.md`, signing rules 4, 5 and 9.
 *
 * @throws TypeError for NaN and Infinity, which JSON cannot represent. The message has the path of the
 * number.
 */
export function canonicalJson(data: JsonValue): string {
  return toJson(data, quote) ?? throwForNonFiniteNumber(data);
}

/**
 * Returns the canonical JSON of JSON text. Each number keeps the text that it has there, such as `12890.0`, because its
 * sender signed this text (signing rule 6). `data` is the result of `JSON.parse(text)`, so that a caller that has it
 * need not parse twice. The text must be well-formed Unicode, as text decoded from UTF-8 is.
 *
 * @throws SyntaxError when the text is not JSON.
 */
export function canonicalJsonOfText(text: string, data = JSON.parse(text) as JsonValue): string {
  if (mayPrintDifferently.test(text) && mayPrintDifferently.test(text.replaceAll(strings, '""'))) {
    const tagged = JSON.parse(tagValues(text)) as JsonValue;
    return toJson(tagged, quoteTagged) ?? throwForNonFiniteNumber(tagged);
  }
  // Without a backslash in the text, its strings have no characters that JSON escapes.
  return toJson(data, text.includes('\\') ? quote : quoteWithoutEscapes) ?? throwForNonFiniteNumber(data);
}

/**
 * Matches every number that JavaScript prints differently: with a point, an exponent, 16 digits or more, or minus zero.
 * It also matches in strings, such as dates.
 */
const mayPrintDifferently = /\d[.eE]|\d{16}|-0/;
const strings = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/** Matches a string of JSON text, with the colon if it is a name, or a number. */
const stringOrNumber = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*/g;
const stringTag = 's';
const numberTag = 'n';

/** Writes each number as a string. A tag at the start of each value distinguishes numbers from strings. */
function tagValues(json: string): string {
  return json.replaceAll(stringOrNumber, (token, text: string | undefined, colon: string | undefined) => {
    if (text === undefined) return `"${numberTag}${token}"`;
    return colon === undefined ? `"${stringTag}${text.slice(1)}` : token;
  });
}

function quoteTagged(tagged: string): string {
  const value = tagged.slice(1);
  return tagged.startsWith(numberTag) ? value : quote(value);
}

type Quote = (text: string) => string;

/** Returns undefined for a value that contains NaN or Infinity. The caller then finds its path. */
function toJson(value: JsonValue, quoteText: Quote): string | undefined {
  if (typeof value === 'string') return quoteText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : undefined;
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'object') return JSON.stringify(value);
  return isArray(value) ? arrayToJson(value, quoteText) : objectToJson(value, quoteText);
}

function arrayToJson(items: readonly JsonValue[], quoteText: Quote): string | undefined {
  let text = '[';
  for (let index = 0; index < items.length; index += 1) {
    const item = toJson(items[index], quoteText);
    if (item === undefined) return undefined;
    text += index === 0 ? item : `,${item}`;
  }
  return `${text}]`;
}

function objectToJson(value: { readonly [name: string]: JsonValue }, quoteText: Quote): string | undefined {
  let text = '';
  for (const { name, jsonPrefix } of sortedNames(Object.keys(value))) {
    const member = value[name];
    if (member === null || member === undefined) continue;
    const memberJson = toJson(member, quoteText);
    if (memberJson === undefined) return undefined;
    text += text === '' ? jsonPrefix + memberJson : `,${jsonPrefix}${memberJson}`;
  }
  return `{${text}}`;
}

interface SortedName {
  readonly name: string;
  /** The name in lower case. Names are sorted by this key. */
  readonly key: string;
  /** The name as a JSON string, with a colon. */
  readonly jsonPrefix: string;
}

function sortedNames(names: readonly string[]): readonly SortedName[] {
  const [first] = names;
  if (first === undefined) return [];
  const cached = sortedNamesCache[names.length]?.get(first);
  if (cached !== undefined && isSameArray(cached.names, names)) return cached.sorted;
  const sorted = names
    .map((name) => ({ name, key: simpleLowerCase(name), jsonPrefix: `${JSON.stringify(name)}:` }))
    // The sort is stable, so names that differ only in case keep their order. It takes O(n log n),
    // also for names that a sender chose.
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  cacheSortedNames(names, first, sorted);
  return sorted;
}

interface CachedNames {
  readonly names: readonly string[];
  readonly sorted: readonly SortedName[];
}

const maxCachedNames = 32;
const maxCachedNameLength = 64;
/** The maximum of cache entries for each number of names. */
const maxEntriesPerCount = 8;

/**
 * By the number of names, and by the first name. Requests and callbacks repeat the same names, and sorting takes most of
 * the time. A sender can choose any names, so the cache is limited.
 */
const sortedNamesCache: Map<string, CachedNames>[] = Array.from(
  { length: maxCachedNames + 1 },
  () => new Map<string, CachedNames>(),
);

function cacheSortedNames(names: readonly string[], first: string, sorted: readonly SortedName[]): void {
  const cacheByFirstName = sortedNamesCache[names.length];
  if (cacheByFirstName === undefined || names.some((name) => name.length > maxCachedNameLength)) return;
  if (cacheByFirstName.size >= maxEntriesPerCount && !cacheByFirstName.has(first)) cacheByFirstName.clear();
  cacheByFirstName.set(first, { names, sorted });
}

function isSameArray(a: readonly string[], b: readonly string[]): boolean {
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return a.length === b.length;
}

/** For longer strings, `JSON.stringify` is faster than the regular expression. */
const maxTestedLength = 100;

/** Returns the result of `JSON.stringify`. For a short string without escapes, this function is faster. */
function quote(text: string): string {
  return text.length > maxTestedLength || needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function quoteWithoutEscapes(text: string): string {
  return `"${text}"`;
}

// eslint-disable-next-line no-control-regex -- JSON escapes these characters
const needsEscape = /["\\\u0000-\u001F\uD800-\uDFFF]/;

function throwForNonFiniteNumber(data: JsonValue): never {
  const { path, value } = findNonFiniteNumber(data, '$') ?? { path: '$', value: undefined };
  throw new TypeError(`${path} is ${value}, which has no JSON form.`);
}

function findNonFiniteNumber(value: JsonValue, path: string): { path: string; value: number } | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { path, value };
  if (typeof value !== 'object' || value === null) return undefined;
  const members: [string, JsonValue][] = isArray(value)
    ? value.map((item, index) => [`${path}[${index}]`, item])
    : Object.entries(value).map(([name, member]) => [`${path}.${name}`, member]);
  for (const [memberPath, member] of members) {
    const result = findNonFiniteNumber(member, memberPath);
    if (result !== undefined) return result;
  }
  return undefined;
}

// `Array.isArray` does not narrow a readonly array in a union.
const isArray = Array.isArray as (value: unknown) => value is readonly JsonValue[];

/**
 * Converts text to lower case by simple case mapping, like the invariant culture of .NET (signing rule 8).
 * Simple case mapping converts one code point to one code point.
 *
 * JavaScript's `toLowerCase` differs for two letters. It converts `Σ` at the end of a word to `ς`, and this
 * function converts it to `σ`. It converts `İ` to two code points, and this function does not change it.
 */
export function simpleLowerCase(text: string): string {
  // For text without these two letters, `toLowerCase` gives the same result.
  if (!/[\u03A3\u0130]/.test(text)) return text.toLowerCase();
  // `İ` is removed before the conversion and added again after it.
  return text
    .split('\u0130')
    .map((part) => part.replaceAll('\u03A3', '\u03C3').toLowerCase())
    .join('\u0130');
}
