/** A JSON value as it is signed; `undefined` stands for "left out". */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * The canonical JSON of a request: compact, properties sorted by name without regard to case at every depth,
 * null and undefined properties left out at every depth, arrays in their own order.
 *
 * It is both the text that is signed (lower-cased) and the body that is sent, so that signing the raw bytes and
 * signing the sorted form agree at the other end. Source: `docs/gateway-profile.md`, signing rules 4, 5, 9.
 *
 * @throws TypeError for a number that JSON cannot carry (NaN, Infinity), naming its path.
 */
export function canonicalJson(data: JsonValue): string {
  return write(data, quote) ?? refuse(data);
}

/**
 * The same of what `JSON.parse` made of a text. Where that text has no backslash, no string within it has anything that JSON
 * escapes, so none has to be looked through: JSON takes such characters in no other way. The text must be well-formed, as text
 * that was decoded from UTF-8 is.
 */
export function canonicalJsonOfParsed(data: JsonValue, text: string): string {
  return write(data, text.includes('\\') ? quote : quotePlain) ?? refuse(data);
}

type Quote = (text: string) => string;

/** Undefined when there is a number within that JSON cannot carry: rare, so its path is looked for only then. */
function write(value: JsonValue, quoted: Quote): string | undefined {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : undefined;
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'object') return JSON.stringify(value);
  return isArray(value) ? writeArray(value, quoted) : writeObject(value, quoted);
}

function writeArray(items: readonly JsonValue[], quoted: Quote): string | undefined {
  let text = '[';
  for (let index = 0; index < items.length; index += 1) {
    const item = write(items[index], quoted);
    if (item === undefined) return undefined;
    text += index === 0 ? item : `,${item}`;
  }
  return `${text}]`;
}

function writeObject(value: { readonly [name: string]: JsonValue }, quoted: Quote): string | undefined {
  let text = '';
  for (const { name, label } of sortedNames(Object.keys(value))) {
    const member = value[name];
    if (member === null || member === undefined) continue;
    const written = write(member, quoted);
    if (written === undefined) return undefined;
    text += text === '' ? label + written : `,${label}${written}`;
  }
  return `{${text}}`;
}

interface Name {
  readonly name: string;
  /** What it is sorted by. */
  readonly key: string;
  /** As it is written, with its colon. */
  readonly label: string;
}

/** The names of an object in their order; from memory when the last object that began like it had the very same names. */
function sortedNames(names: readonly string[]): readonly Name[] {
  const [first] = names;
  if (first === undefined) return [];
  const known = orders[names.length]?.get(first);
  if (known !== undefined && isSameList(known.names, names)) return known.sorted;
  const sorted = names
    .map((name) => ({ name, key: simpleLowerCase(name), label: `${JSON.stringify(name)}:` }))
    // Stable and O(n log n), however hostile the names: those equal but for case keep their order.
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  remember(names, first, sorted);
  return sorted;
}

interface Order {
  readonly names: readonly string[];
  readonly sorted: readonly Name[];
}

/**
 * Orders by the number of names, then by the first of them. Requests and callbacks have the same names again and again, and
 * sorting is most of the work. Anyone may send any names, so what is kept is little: at most 32 names of at most 64 characters
 * each, 8 orders a number.
 */
const orders: Map<string, Order>[] = Array.from({ length: 33 }, () => new Map<string, Order>());

function remember(names: readonly string[], first: string, sorted: readonly Name[]): void {
  const known = orders[names.length];
  if (known === undefined || names.some((name) => name.length > 64)) return;
  if (known.size >= 8 && !known.has(first)) known.clear();
  known.set(first, { names, sorted });
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return a.length === b.length;
}

/** As `JSON.stringify` does, which takes longer to be called than a short text without escapes takes to be looked through. */
function quote(text: string): string {
  return text.length > 100 || needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function quotePlain(text: string): string {
  return `"${text}"`;
}

// eslint-disable-next-line no-control-regex -- those are the characters that JSON escapes
const needsEscape = /["\\\u0000-\u001F\uD800-\uDFFF]/;

function refuse(data: JsonValue): never {
  const { path, value } = findUnwritable(data, '$') ?? { path: '$', value: undefined };
  throw new TypeError(`${path} is ${value}, which JSON cannot carry.`);
}

function findUnwritable(value: JsonValue, path: string): { path: string; value: number } | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { path, value };
  if (typeof value !== 'object' || value === null) return undefined;
  const members: [string, JsonValue][] = isArray(value)
    ? value.map((item, index) => [`${path}[${index}]`, item])
    : Object.entries(value).map(([name, member]) => [`${path}.${name}`, member]);
  for (const [at, member] of members) {
    const found = findUnwritable(member, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

// `Array.isArray` does not narrow a readonly array out of a union.
const isArray = Array.isArray as (value: unknown) => value is readonly JsonValue[];

/**
 * Lower-cases by simple case mapping: one code point to one code point, as .NET's invariant culture does.
 *
 * JavaScript's `toLowerCase` differs in two places, both undone here: final sigma (`Σ` at a word's end becomes
 * `ς` there, always `σ` here) and `İ` (two code points there, unchanged here). Signing rule 8.
 */
export function simpleLowerCase(text: string): string {
  // Almost every text is free of both, and then the engine's own mapping is the simple one.
  if (!/[\u03A3\u0130]/.test(text)) return text.toLowerCase();
  return text
    .split('\u0130')
    .map((part) => part.replaceAll('\u03A3', '\u03C3').toLowerCase())
    .join('\u0130');
}
