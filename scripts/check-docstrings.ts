// Checks that every export of a package and every property of an exported interface has a docstring. Prints
// one line per missing docstring, and exits with 1 if one is missing.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, type Comment, type Program } from 'oxc-parser';

/** The packages whose entries are checked. */
export const checkedPackages = ['protocol', 'client', 'sandbox', 'express', 'checkout'] as const;

interface Source {
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly text: string;
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** Returns a sentence for each export or property of a package that has no docstring. */
export function findDocstringDefects(root: string, name: string): string[] {
  const folder = join(root, 'packages', name);
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const entries = Object.values(exports).flatMap((target) =>
    typeof target === 'string' || target['pgw-source'] === undefined ? [] : [target['pgw-source']],
  );
  const defects = entries.flatMap((entry) => checkModule(root, join(folder, entry), undefined));
  return [...new Set(defects)];
}

/** Returns the defects of all exports of a module, or only of the exports with these names. */
function checkModule(root: string, path: string, names: ReadonlySet<string> | undefined): string[] {
  const source = parse(path);
  return source.program.body.flatMap((statement) => {
    if (statement.type === 'ExportAllDeclaration') {
      return checkModule(root, join(dirname(path), statement.source.value), names);
    }
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const { declaration, source: from, specifiers } = statement;
    if (declaration !== null) {
      return checkDeclaration(source, statement.start, declaration, names).map(
        (exported) => `${relative(root, path)}: ${exported} has no docstring.`,
      );
    }
    // An export of another package is checked in that package. A list such as `export { a }`, without a source, is
    // not checked.
    if (from?.value.startsWith('.') !== true) return [];
    const exportedNames = specifiers.map((specifier) => getName(specifier.local));
    const checkedNames = exportedNames.filter((exported) => names === undefined || names.has(exported));
    return checkedNames.length === 0
      ? []
      : checkModule(root, join(dirname(path), from.value), new Set(checkedNames));
  });
}

type Declaration = NonNullable<
  Extract<Program['body'][number], { type: 'ExportNamedDeclaration' }>['declaration']
>;

function checkDeclaration(
  source: Source,
  start: number,
  declaration: Declaration,
  names: ReadonlySet<string> | undefined,
): string[] {
  const declared = listNames(declaration).filter((name) => names === undefined || names.has(name));
  const undocumented = isDocumented(source, start) ? [] : declared;
  if (declaration.type !== 'TSInterfaceDeclaration' || declared.length === 0) return undocumented;
  const members = declaration.body.body.flatMap((member) => {
    if (member.type !== 'TSPropertySignature' && member.type !== 'TSMethodSignature') return [];
    const property = getName(member.key);
    return isDocumented(source, member.start) || selfExplanatory.has(property)
      ? []
      : [`${declaration.id.name}.${property}`];
  });
  return [...undocumented, ...members];
}

/** Properties that need no docstring, because their name and type describe them. */
const selfExplanatory = new Set(['kind', 'type', 'title', 'status', 'detail', 'code']);

function listNames(declaration: Declaration): string[] {
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.map(({ id }) => getName(id));
  return 'id' in declaration ? [getName(declaration.id)] : [];
}

function getName(node: object | null): string {
  if (node === null) return '';
  if ('name' in node && typeof node.name === 'string') return node.name;
  return 'value' in node ? String(node.value) : '';
}

/** True when a docstring ends directly before this position. */
function isDocumented({ comments, text }: Source, start: number): boolean {
  return comments.some(
    ({ type, value, end }) =>
      type === 'Block' && value.startsWith('*') && end <= start && text.slice(end, start).trim() === '',
  );
}

function parse(path: string): Source {
  const text = readFileSync(path, 'utf8');
  const { program, comments } = parseSync(path, text);
  return { program, comments, text };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const defects = checkedPackages.flatMap((name) => findDocstringDefects(root, name));
  for (const defect of defects) console.error(defect);
  if (defects.length > 0) process.exitCode = 1;
  else console.log('Every export has a docstring.');
}
