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
 * Returns the canonical JSON of a request. It has no spaces. At every depth, properties are sorted by name (case-insensitively),
 * and properties that are null or undefined are omitted. Arrays keep their order.
 *
 * The client signs this text in lower case and sends it as the body. So a receiver that signs the raw bytes and one that signs the
 * sorted form compute the same signature. Source: `docs/gateway-profile.md`, signing rules 4, 5, 9.
 *
 * @throws TypeError for a number without a JSON form (NaN, Infinity), with its path.
 */
export function canonicalJson(data: JsonValue): string {
  return toJson(data, quote) ?? throwForNumber(data);
}

/**
 * Same as {@link canonicalJson}, for the result of `JSON.parse(text)`. If the text has no backslash, its strings have no characters that
 * JSON escapes, so the search for them is skipped. The text must be well-formed Unicode, as text decoded from UTF-8 is.
 */
export function canonicalJsonOfParsed(data: JsonValue, text: string): string {
  return toJson(data, text.includes('\\') ? quote : quotePlain) ?? throwForNumber(data);
}

type Quote = (text: string) => string;

/** Returns undefined for a value that contains a number without a JSON form. Only then is the path of the number searched. */
function toJson(value: JsonValue, quoted: Quote): string | undefined {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : undefined;
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'object') return JSON.stringify(value);
  return isArray(value) ? arrayToJson(value, quoted) : objectToJson(value, quoted);
}

function arrayToJson(items: readonly JsonValue[], quoted: Quote): string | undefined {
  let text = '[';
  for (let index = 0; index < items.length; index += 1) {
    const item = toJson(items[index], quoted);
    if (item === undefined) return undefined;
    text += index === 0 ? item : `,${item}`;
  }
  return `${text}]`;
}

function objectToJson(value: { readonly [name: string]: JsonValue }, quoted: Quote): string | undefined {
  let text = '';
  for (const { name, jsonPrefix } of sortedNames(Object.keys(value))) {
    const member = value[name];
    if (member === null || member === undefined) continue;
    const memberJson = toJson(member, quoted);
    if (memberJson === undefined) return undefined;
    text += text === '' ? jsonPrefix + memberJson : `,${jsonPrefix}${memberJson}`;
  }
  return `{${text}}`;
}

interface SortedName {
  readonly name: string;
  /** The key for sorting. */
  readonly key: string;
  /** The quoted name with its colon. */
  readonly jsonPrefix: string;
}

/** The sorted names of an object. They are cached for objects with the same names. */
function sortedNames(names: readonly string[]): readonly SortedName[] {
  const [first] = names;
  if (first === undefined) return [];
  const cached = sortedNamesCache[names.length]?.get(first);
  if (cached !== undefined && isSameArray(cached.names, names)) return cached.sorted;
  const sorted = names
    .map((name) => ({ name, key: simpleLowerCase(name), jsonPrefix: `${JSON.stringify(name)}:` }))
    // The sort is stable and O(n log n) for any names. Names that differ only in case keep their order.
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  cacheSortedNames(names, first, sorted);
  return sorted;
}

interface CachedNames {
  readonly names: readonly string[];
  readonly sorted: readonly SortedName[];
}

/**
 * Sorted names by the number of names, then by the first name. Requests and callbacks have the same names, and sorting is most
 * of the work. A sender can choose any names, so the cache is limited: at most 32 names of at most 64 characters, and 8 entries for
 * each number of names.
 */
const sortedNamesCache: Map<string, CachedNames>[] = Array.from(
  { length: 33 },
  () => new Map<string, CachedNames>(),
);

function cacheSortedNames(names: readonly string[], first: string, sorted: readonly SortedName[]): void {
  const cachesOfLength = sortedNamesCache[names.length];
  if (cachesOfLength === undefined || names.some((name) => name.length > 64)) return;
  if (cachesOfLength.size >= 8 && !cachesOfLength.has(first)) cachesOfLength.clear();
  cachesOfLength.set(first, { names, sorted });
}

function isSameArray(a: readonly string[], b: readonly string[]): boolean {
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return a.length === b.length;
}

/** Same as `JSON.stringify`. For a short string without escapes, the regular expression is faster than the call. */
function quote(text: string): string {
  return text.length > 100 || needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function quotePlain(text: string): string {
  return `"${text}"`;
}

// eslint-disable-next-line no-control-regex -- JSON escapes these characters
const needsEscape = /["\\\u0000-\u001F\uD800-\uDFFF]/;

function throwForNumber(data: JsonValue): never {
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
    const found = findNonFiniteNumber(member, memberPath);
    if (found !== undefined) return found;
  }
  return undefined;
}

// `Array.isArray` does not narrow a readonly array in a union.
const isArray = Array.isArray as (value: unknown) => value is readonly JsonValue[];

/**
 * Converts text to lower case by simple case mapping, one code point to one code point, like the invariant culture of .NET (signing
 * rule 8).
 *
 * JavaScript's `toLowerCase` differs for two letters. `Σ` at the end of a word becomes `ς` there and `σ` here. `İ` becomes two code
 * points there and is unchanged here.
 */
export function simpleLowerCase(text: string): string {
  // Without these letters, `toLowerCase` is the simple case mapping.
  if (!/[\u03A3\u0130]/.test(text)) return text.toLowerCase();
  return text
    .split('\u0130')
    .map((part) => part.replaceAll('\u03A3', '\u03C3').toLowerCase())
    .join('\u0130');
}
