// The rules of check-architecture.ts about the folders of @pgw/server.
import { dirname, join } from 'node:path';

const sources = 'packages/server/src/';

/** The levels of the server from the bottom up. A folder imports from its own level and from lower ones. */
const levels: readonly (readonly string[])[] = [
  ['model'],
  ['events'],
  ['engine'],
  [
    'cards',
    'fulfillment',
    'history',
    'offers',
    'operations',
    'operator',
    'reconciliation',
    'recovery',
    'start',
    'sync',
  ],
  ['options', 'background', 'stores'],
  ['http'],
  // The files of `src` itself: checkout.ts connects the folders above.
  [''],
  ['adapters', 'cli'],
];

/** Packages of server frameworks. Only an adapter may import them. */
const serverFramework = /^(express|fastify|hono|next)(\/|$)/;

interface Source {
  readonly path: string;
  readonly imports: readonly { readonly specifier: string }[];
}

/** In the server, a folder imports from its own or a lower level, and only an adapter imports a server framework. */
export function checkServerImports({ path, imports }: Source): string[] {
  if (!path.startsWith(sources)) return [];
  const from = findFolder(path);
  const level = findLevel(from);
  if (level === -1) return [`${path}: add the folder ${from} to the levels in server-rules.ts.`];
  return imports.flatMap(({ specifier }) => {
    if (!specifier.startsWith('.')) {
      return from !== 'adapters' && serverFramework.test(specifier)
        ? [`${path} imports ${specifier}: only an adapter may depend on a server framework.`]
        : [];
    }
    // An entry of the package exports names of any level.
    const to = findFolder(join(dirname(path), specifier));
    return from !== '' && findLevel(to) > level
      ? [`${path} imports ${specifier}: ${to === '' ? 'src' : to} is on a higher level than ${from}.`]
      : [];
  });
}

/** The folder of a file below `src`. It is empty for a file of `src` itself. */
function findFolder(path: string): string {
  return /^([\w-]+)\//.exec(path.slice(sources.length))?.[1] ?? '';
}

function findLevel(folder: string): number {
  return levels.findIndex((folders) => folders.includes(folder));
}
