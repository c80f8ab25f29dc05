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
  return write(data, '$');
}

function write(value: JsonValue, path: string): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new TypeError(`${path} is ${value}, which JSON cannot carry.`);
  }
  if (typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map((item, index) => write(item, `${path}[${index}]`)).join(',')}]`;
  return writeObject(value, path);
}

function writeObject(value: { readonly [name: string]: JsonValue }, path: string): string {
  const members: { key: string; text: string }[] = [];
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member === null || member === undefined) continue;
    const text = `${JSON.stringify(name)}:${write(member, `${path}.${name}`)}`;
    members.push({ key: simpleLowerCase(name), text });
  }
  // Array.prototype.sort is stable and O(n log n), so names equal but for case keep their order.
  members.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return `{${members.map((member) => member.text).join(',')}}`;
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
