import { nothing, Template } from './lit.ts';

/**
 * The position of a value in the markup: a child, a part of a quoted attribute, or a whole unquoted
 * attribute.
 */
type Position = 'child' | 'quoted' | 'attribute';

/** Properties with an attribute of the same name, which a browser reads when it parses the page. */
const propertiesWithAttribute: ReadonlySet<string> = new Set(['value', 'checked']);
const positionCache = new WeakMap<TemplateStringsArray, readonly Position[]>();

/**
 * Renders a value of a template as markup. Texts are escaped. Listeners and properties without an attribute
 * are left out.
 */
export function toMarkup(value: unknown): string {
  if (value instanceof Template) return templateToMarkup(value);
  if (Array.isArray(value)) return value.map(toMarkup).join('');
  return isEmpty(value) ? '' : escapeText(value);
}

function templateToMarkup({ strings, values }: Template): string {
  const positions = findPositions(strings);
  let markup = strings[0] ?? '';
  for (const [index, value] of values.entries()) {
    const position = positions[index];
    if (position === 'attribute') markup = completeAttribute(markup, value);
    else markup += position === 'quoted' && value === nothing ? removalMark : toMarkup(value);
    markup += strings[index + 1] ?? '';
  }
  return markup.includes(removalMark) ? markup.replace(markedAttributes, '') : markup;
}

/**
 * Marks an attribute that Lit leaves out, because a part of its value is `nothing`. Texts cannot contain the
 * mark, because `escapeText` removes it.
 */
const removalMark = '\u0000';
// oxlint-disable-next-line no-control-regex -- the mark is a control character
const markedAttributes = /\s[\w-]+="[^"]*\u0000[^"]*"/g;

/**
 * This pattern is matched only against the end of the markup, because a search of the whole markup for each
 * attribute takes quadratic time.
 */
const attributeAtEnd = /\s+([.?@]?)([\w-]+)=$/;

/** No attribute name with its white space is longer. */
const maxAttributeLength = 80;

/**
 * Adds the value of an attribute. The markup ends with `name=` and may have Lit's prefix for a property, a
 * boolean attribute or a listener.
 */
function completeAttribute(markup: string, value: unknown): string {
  const [match = '', prefix = '', name = ''] = attributeAtEnd.exec(markup.slice(-maxAttributeLength)) ?? [];
  const before = markup.slice(0, markup.length - match.length);
  const hasNoAttribute = prefix === '@' || (prefix === '.' && !propertiesWithAttribute.has(name));
  if (hasNoAttribute || value === nothing) return before;
  if (prefix === '?' || typeof value === 'boolean') {
    if (prefix === '') return `${before} ${name}="${String(value)}"`;
    return value === true ? `${before} ${name}` : before;
  }
  return `${before} ${name}="${isEmpty(value) ? '' : escapeText(value)}"`;
}

function findPositions(strings: TemplateStringsArray): readonly Position[] {
  const cached = positionCache.get(strings);
  if (cached !== undefined) return cached;
  let state: 'text' | 'tag' | 'quoted' = 'text';
  const positions = strings.map((text): Position => {
    for (const [index, letter] of [...text].entries()) {
      if (state === 'text' && letter === '<' && /[a-z/!]/i.test(text[index + 1] ?? '')) state = 'tag';
      else if (state === 'tag' && letter === '>') state = 'text';
      else if (letter === '"' && state !== 'text') state = state === 'tag' ? 'quoted' : 'tag';
    }
    if (state === 'text') return 'child';
    return state === 'quoted' ? 'quoted' : 'attribute';
  });
  positionCache.set(strings, positions);
  return positions;
}

function isEmpty(value: unknown): boolean {
  return value === nothing || value === null || value === undefined;
}

/** Escapes a text for markup and for quoted attributes. */
export function escapeText(value: unknown): string {
  return String(value)
    .replaceAll(removalMark, '')
    .replace(/[&<>"']/g, (letter) => `&#${String(letter.charCodeAt(0))};`);
}
