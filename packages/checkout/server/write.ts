import { nothing, Template } from './lit.ts';

/** The position of a value in the markup: a child, a part of a quoted attribute, or the whole of an unquoted one. */
type Position = 'child' | 'quoted' | 'attribute';

/** Properties with an attribute of the same name, which a browser reads when it parses the page. */
const reflected: ReadonlySet<string> = new Set(['value', 'checked']);
const cache = new WeakMap<TemplateStringsArray, readonly Position[]>();

/** A value of a template as markup. Texts are escaped; listeners and properties without an attribute are left out. */
export function write(value: unknown): string {
  if (value instanceof Template) return writeTemplate(value);
  if (Array.isArray(value)) return value.map(write).join('');
  return isEmpty(value) ? '' : escape(value);
}

function writeTemplate({ strings, values }: Template): string {
  const positions = positionsOf(strings);
  let markup = strings[0] ?? '';
  for (const [index, value] of values.entries()) {
    const position = positions[index];
    if (position === 'attribute') markup = withAttribute(markup, value);
    else markup += position === 'quoted' && value === nothing ? removed : write(value);
    markup += strings[index + 1] ?? '';
  }
  return markup.includes(removed) ? markup.replace(withRemoved, '') : markup;
}

/** Marks an attribute that Lit leaves out, because a part of its value is `nothing`. `escape` removes it from texts. */
const removed = '\u0000';
// oxlint-disable-next-line no-control-regex -- the mark is a control character
const withRemoved = /\s[\w-]+="[^"]*\u0000[^"]*"/g;

/** Matched against the end of the markup only, because to search all of it each time would take quadratic time. */
const attributeAtEnd = /\s+([.?@]?)([\w-]+)=$/;

/** The markup ends with `name=` and Lit's prefix for a property, a boolean attribute or a listener. */
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

function positionsOf(strings: TemplateStringsArray): readonly Position[] {
  const cached = cache.get(strings);
  if (cached !== undefined) return cached;
  let state: 'text' | 'tag' | 'quoted' = 'text';
  const positions = strings.map((text): Position => {
    for (const [index, letter] of [...text].entries()) {
      if (state === 'text' && letter === '<' && /[a-z/!]/i.test(text[index + 1] ?? '')) state = 'tag';
      else if (state === 'tag' && letter === '>') state = 'text';
      else if (letter === '"' && state !== 'text') state = state === 'tag' ? 'quoted' : 'tag';
    }
    return state === 'text' ? 'child' : state === 'quoted' ? 'quoted' : 'attribute';
  });
  cache.set(strings, positions);
  return positions;
}

function isEmpty(value: unknown): boolean {
  return value === nothing || value === null || value === undefined;
}

/** Escapes a text for markup and for quoted attributes. */
export function escape(value: unknown): string {
  return String(value)
    .replaceAll(removed, '')
    .replace(/[&<>"']/g, (letter) => `&#${String(letter.charCodeAt(0))};`);
}
