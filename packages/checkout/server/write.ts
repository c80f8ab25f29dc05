import { nothing, Template } from './lit.ts';

/** Where in the markup a value stands: as a child, within a quoted attribute, or as the whole of an unquoted one. */
type Place = 'child' | 'quoted' | 'attribute';

/** Properties that a browser reads from the attribute of the same name when the page is parsed. */
const reflected: ReadonlySet<string> = new Set(['value', 'checked']);
const places = new WeakMap<TemplateStringsArray, readonly Place[]>();

/** A template, and whatever stands in templates, as markup. Every text is escaped; listeners and the like are left out. */
export function write(value: unknown): string {
  if (value instanceof Template) return writeTemplate(value);
  if (Array.isArray(value)) return value.map(write).join('');
  return isEmpty(value) ? '' : escape(value);
}

function writeTemplate({ strings, values }: Template): string {
  const at = placesOf(strings);
  let markup = strings[0] ?? '';
  for (const [index, value] of values.entries()) {
    const place = at[index];
    if (place === 'attribute') markup = withAttribute(markup, value);
    else markup += place === 'quoted' && value === nothing ? gone : write(value);
    markup += strings[index + 1] ?? '';
  }
  return markup.includes(gone) ? markup.replace(withGone, '') : markup;
}

/** Marks an attribute that Lit leaves out, because a part of its value is `nothing`. No text holds it: see `escape`. */
const gone = '\u0000';
// oxlint-disable-next-line no-control-regex -- it is the mark
const withGone = /\s[\w-]+="[^"]*\u0000[^"]*"/g;

/** Looked for at the very end only: to search all that is written so far, again and again, would take its square. */
const attributeAtEnd = /\s+([.?@]?)([\w-]+)=$/;

/** The markup ends with `name=`, after Lit's mark for a property, a boolean or a listener. */
function withAttribute(markup: string, value: unknown): string {
  const [whole = '', kind = '', name = ''] = attributeAtEnd.exec(markup.slice(-80)) ?? [];
  const before = markup.slice(0, markup.length - whole.length);
  if (kind === '@' || value === nothing || (kind === '.' && !reflected.has(name))) return before;
  if (kind === '?' || typeof value === 'boolean') {
    if (kind === '') return `${before} ${name}="${String(value)}"`;
    return value === true ? `${before} ${name}` : before;
  }
  return `${before} ${name}="${isEmpty(value) ? '' : escape(value)}"`;
}

function placesOf(strings: TemplateStringsArray): readonly Place[] {
  const known = places.get(strings);
  if (known !== undefined) return known;
  let state: 'text' | 'tag' | 'quoted' = 'text';
  const found = strings.map((text): Place => {
    for (const [index, letter] of [...text].entries()) {
      if (state === 'text' && letter === '<' && /[a-z/!]/i.test(text[index + 1] ?? '')) state = 'tag';
      else if (state === 'tag' && letter === '>') state = 'text';
      else if (letter === '"' && state !== 'text') state = state === 'tag' ? 'quoted' : 'tag';
    }
    return state === 'text' ? 'child' : state === 'quoted' ? 'quoted' : 'attribute';
  });
  places.set(strings, found);
  return found;
}

function isEmpty(value: unknown): boolean {
  return value === nothing || value === null || value === undefined;
}

/** Text as it may stand in markup, in quoted attributes too. */
export function escape(value: unknown): string {
  return String(value)
    .replaceAll(gone, '')
    .replace(/[&<>"']/g, (letter) => `&#${String(letter.charCodeAt(0))};`);
}
