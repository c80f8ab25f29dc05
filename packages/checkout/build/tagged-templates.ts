import type { Rolldown } from 'vite';

/** A tagged template literal in the code of a module. */
export interface TaggedTemplate {
  /** The name of the tag: `html` or `css`. */
  readonly tag: string;
  /** Its texts in order. Between two of them is an expression. */
  readonly texts: readonly TemplateText[];
}

export interface TemplateText {
  readonly start: number;
  readonly end: number;
  readonly raw: string;
}

export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A node of the syntax tree, as far as it is read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly tag?: Node;
  readonly quasi?: { readonly quasis: readonly (Node & { readonly value: { readonly raw: string } })[] };
}

/** Every node of a syntax tree. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield value;
  for (const child of Object.values(value)) yield* nodesOf(child);
}

function isNode(value: object): value is Node {
  return 'type' in value && typeof value.type === 'string' && 'start' in value && 'end' in value;
}

/** The templates of a parsed module with one of these tags. */
export function taggedTemplates(program: Rolldown.ESTree.Program, tags: readonly string[]): TaggedTemplate[] {
  const found: TaggedTemplate[] = [];
  for (const { type, tag, quasi } of nodesOf(program)) {
    const name = tag?.name ?? '';
    if (type !== 'TaggedTemplateExpression' || quasi === undefined || !tags.includes(name)) continue;
    found.push({
      tag: name,
      texts: quasi.quasis.map(({ start, end, value }) => ({ start, end, raw: value.raw })),
    });
  }
  return found;
}

/** The code with some ranges replaced, which must not overlap. */
export function replaceRanges(code: string, replacements: readonly Replacement[]): string {
  return [...replacements]
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
}
