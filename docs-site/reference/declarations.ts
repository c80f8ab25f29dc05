// Reads the exports of a package with their docstrings from its TypeScript sources.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface Declaration {
  readonly name: string;
  /** The docstring as Markdown. Empty if it has none. */
  readonly doc: string;
  /** The declaration without the bodies of functions. */
  readonly code: string;
  readonly members: readonly Member[];
}

export interface Member {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
  readonly isOptional: boolean;
  /** The members of a type such as `{ … }`. */
  readonly members: readonly Member[];
}

/** A node of the syntax tree. Only its properties that are used here are described. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: Named | null;
  readonly key?: Named;
  readonly body?: Node | readonly Node[] | null;
  readonly declaration?: Node | null;
  readonly declarations?: readonly Node[];
  readonly init?: Node | null;
  readonly expression?: Node;
  readonly properties?: readonly Node[];
  readonly specifiers?: readonly { readonly local: Named; readonly exported: Named }[];
  readonly source?: { readonly value: string } | null;
  readonly optional?: boolean;
  readonly accessibility?: string;
  readonly kind?: string;
  readonly value?: Node | null;
  readonly typeAnnotation?: Node | null;
  readonly types?: readonly Node[];
  readonly members?: readonly Node[];
}
interface Named extends Node {
  readonly name?: string;
  readonly value?: never;
}

interface Module {
  readonly file: string;
  readonly text: string;
  readonly body: readonly Node[];
  readonly comments: readonly {
    readonly type: string;
    readonly start: number;
    readonly end: number;
    readonly value: string;
  }[];
}

const modules = new Map<string, Module>();

function load(file: string): Module {
  const loaded = modules.get(file);
  if (loaded !== undefined) return loaded;
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  // The types of oxc-parser describe every node of the language; `Node` has the members that are read here.
  const module = { file, text, comments, body: program.body as unknown as readonly Node[] };
  modules.set(file, module);
  return module;
}

/** Returns the exports of a module that are declared in the same package, in their order. */
export function listExports(file: string): Declaration[] {
  return load(file).body.flatMap((node) => {
    if (node.type === 'ExportAllDeclaration' && node.source?.value.startsWith('.') === true)
      return listExports(join(dirname(file), node.source.value));
    if (node.type !== 'ExportNamedDeclaration') return [];
    if (node.declaration)
      return namesOf(node.declaration).flatMap((name) => findDeclaration(file, name) ?? []);
    if (node.source?.value.startsWith('.') !== true) return [];
    const source = join(dirname(file), node.source.value);
    return (node.specifiers ?? []).flatMap(({ local, exported }) => {
      const found = findDeclaration(source, local.name ?? '');
      return found === undefined ? [] : [{ ...found, name: exported.name ?? found.name }];
    });
  });
}

const namesOf = (node: Node): string[] =>
  node.declarations?.flatMap(({ id }) => id?.name ?? []) ??
  (node.id?.name === undefined ? [] : [node.id.name]);

/** Finds a declaration in a module, or in a module that it exports again. */
export function findDeclaration(file: string, name: string): Declaration | undefined {
  const module = load(file);
  for (const node of module.body) {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    if (declaration && namesOf(declaration).includes(name)) return describe(module, node, declaration, name);
    const source = node.source?.value;
    const specifier = node.specifiers?.find(({ exported }) => exported?.name === name);
    if (node.type === 'ExportNamedDeclaration' && specifier && source?.startsWith('.') === true)
      return findDeclaration(join(dirname(file), source), specifier.local.name ?? name);
  }
  return undefined;
}

function describe(module: Module, outer: Node, node: Node, name: string): Declaration {
  const members = membersOf(node, name);
  return {
    name,
    doc: readDoc(module, outer),
    code: printCode(module, node, name),
    members: members.map((member) => describeMember(module, member)),
  };
}

function membersOf(node: Node, name: string): readonly Node[] {
  // A table of the code, such as `{ … } as const satisfies Type`.
  let value = node.declarations?.find(({ id }) => id?.name === name)?.init;
  while (value?.expression !== undefined) value = value.expression;
  if (value?.properties !== undefined) return value.properties;
  if (node.type === 'TSTypeAliasDeclaration' && node.typeAnnotation?.type === 'TSUnionType')
    return node.typeAnnotation.types ?? [];
  const { body } = node;
  if (!body || Array.isArray(body)) return [];
  const inner = (body as Node).body;
  return Array.isArray(inner) ? inner : [];
}

function describeMember(module: Module, member: Node): Member {
  const { text } = module;
  const name =
    member.key === undefined
      ? text.slice(member.start, member.end)
      : text.slice(member.key.start, member.key.end);
  const annotation = member.typeAnnotation;
  const type = annotation
    ? text.slice(annotation.start, annotation.end).replace(/^:\s*/, '')
    : member.key === undefined
      ? ''
      : text.slice(member.key.end, member.end).replace(/;$/, '');
  return {
    name: name.replaceAll(/^'|'$/g, ''),
    type: dedent(type),
    doc: readDoc(module, member),
    isOptional: member.optional === true,
    members: annotation?.typeAnnotation?.members?.map((inner) => describeMember(module, inner)) ?? [],
  };
}

/** Prints a declaration without the bodies of functions, and a class without its private members. */
function printCode({ text }: Module, node: Node, name: string): string {
  if (node.type === 'FunctionDeclaration' || node.type === 'TSDeclareFunction')
    return `${printHead(text, node)};`;
  if (node.type === 'VariableDeclaration') {
    const declarator = node.declarations?.find(({ id }) => id?.name === name);
    const annotation = declarator?.id?.typeAnnotation;
    return `const ${name}${annotation ? text.slice(annotation.start, annotation.end) : ''};`;
  }
  if (node.type !== 'ClassDeclaration') return text.slice(node.start, node.end);
  const body = node.body as Node;
  const lines = ((body.body ?? []) as readonly Node[])
    .filter(
      ({ key, accessibility }) =>
        key !== undefined && accessibility !== 'private' && key.type !== 'PrivateIdentifier',
    )
    .map((member) =>
      member.type === 'MethodDefinition' && member.value
        ? `  ${printHead(text, { ...member.value, start: member.start })};`
        : `  ${text
            .slice(member.start, member.value?.start ?? member.end)
            .replace(/\s*=\s*$/, '')
            .replace(/;$/, '')};`,
    );
  return `${text.slice(node.start, body.start)}{\n${lines.join('\n')}\n}`;
}

function printHead(text: string, node: Node): string {
  const { body } = node;
  const end = body && !Array.isArray(body) ? (body as Node).start : node.end;
  return text.slice(node.start, end).trim().replace(/;$/, '');
}

/** Reads the docstring directly before a node, as Markdown. */
function readDoc({ text, comments }: Module, node: Node): string {
  const comment = comments.findLast(
    ({ type, end, value }) =>
      type === 'Block' &&
      value.startsWith('*') &&
      end <= node.start &&
      /^[\s|]*$/.test(text.slice(end, node.start)),
  );
  if (comment === undefined) return '';
  return comment.value
    .slice(1)
    .replaceAll(/^[ \t]*\* ?/gm, '')
    .replaceAll(/\{@link (?:[^}|]*\| *)?([^}]+)\}/g, '`$1`')
    .replaceAll(/^@throws /gm, '\nThrows: ')
    .replaceAll(/^@returns /gm, '\nReturns: ')
    .replaceAll(/^@(?:param|typeParam) (\w+) (?:- )?/gm, '\n- `$1`: ')
    .replaceAll(/^@example *\n(?!```)([^]*?)(?=^@|$(?![^]))/gm, '\n```ts\n$1```\n')
    .replaceAll(/^@example *$/gm, '')
    .replaceAll(/^@(?:slot|fires|attr|csspart|cssproperty|internal|experimental|deprecated).*$/gm, '')
    .trim();
}

/** Moves the lines of a type to the left, so that the last one has no indent. */
function dedent(type: string): string {
  const indent = /\n( *)[^\n]*$/.exec(type)?.[1] ?? '';
  return type.replaceAll(`\n${indent}`, '\n');
}
