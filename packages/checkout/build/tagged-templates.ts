import type { Rolldown } from 'vite';

/** A tagged template literal in the code of a module. */
export interface TaggedTemplate {
  /** The name of the tag: `html` or `css`. */
  readonly tag: string;
  /** Its texts in order. There is an expression between two texts. */
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

/** A node of the syntax tree, with the members that this file reads. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly tag?: Node;
  readonly quasi?: { readonly quasis: readonly (Node & { readonly value: { readonly raw: string } })[] };
}

/** Yields every node of a syntax tree. */
export function* walk(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield value;
  for (const child of Object.values(value)) yield* walk(child);
}

function isNode(value: object): value is Node {
  return 'type' in value && typeof value.type === 'string' && 'start' in value && 'end' in value;
}

/** Finds the templates of a parsed module that have one of these tags. */
export function findTemplates(program: Rolldown.ESTree.Program, tags: readonly string[]): TaggedTemplate[] {
  const templates: TaggedTemplate[] = [];
  for (const { type, tag, quasi } of walk(program)) {
    const name = tag?.name ?? '';
    if (type !== 'TaggedTemplateExpression' || quasi === undefined || !tags.includes(name)) continue;
    templates.push({
      tag: name,
      texts: quasi.quasis.map(({ start, end, value }) => ({ start, end, raw: value.raw })),
    });
  }
  return templates;
}

/** Replaces ranges of the code. The ranges must not overlap. */
export function replaceRanges(code: string, replacements: readonly Replacement[]): string {
  let result = code;
  // From the last range to the first, so that the positions of the other ranges stay valid.
  for (const { start, end, text } of [...replacements].sort((a, b) => b.start - a.start))
    result = result.slice(0, start) + text + result.slice(end);
  return result;
}
