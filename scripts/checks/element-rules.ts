// The rules of check-architecture.ts about the folders of the element.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder with a file or a folder for each kind. */
const kindsFolder = 'packages/checkout/src/channels/kinds';

/** The levels of the element from the bottom up. A folder imports from its own level and from lower ones. */
const elementLevels: readonly (readonly string[])[] = [
  ['element', 'ui', 'api', 'locales', 'state'],
  ['channels', 'pay', 'result'],
  ['flow'],
];

const featureLevel = 1;

interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly { readonly specifier: string }[];
}

/**
 * In the element, only the folder of the kinds may compare the kind of a channel. The kinds are the names in
 * this folder.
 */
export function findKindTests(root: string, { path, text }: Source): string[] {
  if (!path.startsWith('packages/checkout/src/') || path.startsWith(`${kindsFolder}/`)) return [];
  const folder = join(root, kindsFolder);
  const kinds = existsSync(folder) ? readdirSync(folder).map((name) => name.replace(/\.ts$/, '')) : [];
  return new RegExp(`\\bkind\\s*[!=]==?\\s*'(?:${kinds.join('|')})'`).test(text)
    ? [`${path} tests the kind of a channel: add a member to ChannelKind in channels/kinds/kind.ts.`]
    : [];
}

/** The state of a kind is a part of the element's state, so the folder `state` may import it. */
function isStateOfKind(path: string): boolean {
  return path.startsWith(`${kindsFolder}/`) && path.endsWith('/state.ts');
}

/** In the element, a folder imports from its own or a lower level, and from a feature only its index.ts. */
export function checkElementLevels({ path, imports }: Source): string[] {
  if (!path.startsWith('packages/checkout/src/')) return [];
  const from = findElementFolder(path);
  return imports.flatMap(({ specifier }) => {
    const target = specifier.startsWith('.') ? join(dirname(path), specifier) : path;
    const to = findElementFolder(target);
    if (from === to || to === '') return [];
    if (findLevel(to) > findLevel(from))
      return [`${path} imports ${specifier}: ${to} is on a higher level than ${from}.`];
    const isFeature = findLevel(to) === featureLevel;
    return isFeature && !target.endsWith(`/${to}/index.ts`)
      ? [`${path} imports ${specifier}: use the index.ts of ${to}.`]
      : [];
  });
}

/** The folder of a file below src. It is empty for elements and entries, which are on the top level. */
function findElementFolder(path: string): string {
  if (isStateOfKind(path)) return 'state';
  return /^packages\/checkout\/src\/(\w+)\//.exec(path)?.[1] ?? '';
}

function findLevel(folder: string): number {
  const level = elementLevels.findIndex((folders) => folders.includes(folder));
  return level === -1 ? elementLevels.length : level;
}
