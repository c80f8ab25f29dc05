// The levels of the folders of server, sandbox and element. A folder imports from itself and from lower levels.
import { listTargets, type Source } from './source-files.ts';

interface Levels {
  /**
   * Each folder below `src`, from the bottom up. A file of `src` can have its own level. The empty name is the
   * level of the other files of `src`, which connect the folders.
   */
  readonly order: readonly string[];
  /** The imports from a higher level that are allowed until a step of the structure's plan removes them. */
  readonly exceptions: readonly { readonly removedBy: string; readonly imports: readonly UpwardImport[] }[];
}

/** Both paths are relative to `src`. A folder has a slash at its end. */
type UpwardImport = readonly [from: string, to: string];

export const packageLevels: Readonly<Record<string, Levels>> = {
  server: {
    order: [
      'model',
      'events',
      'engine',
      'limits',
      'history',
      'hooks',
      'sync',
      'cards',
      'reconciliation',
      'operations',
      'recovery',
      'offers',
      'start',
      'operator',
      'stores',
      'options',
      'background',
      'http',
      'accounts',
      '',
      'cli',
      'adapters',
    ],
    exceptions: [],
  },
  sandbox: {
    order: [
      'presets.ts',
      'database',
      'catalogue',
      'scenarios',
      'options.ts',
      'merchant-settings.ts',
      'activity',
      'ledger',
      'callbacks',
      'clock.ts',
      'gateway.ts',
      'handlers',
      'pages',
      'controls',
      'http',
      '',
      'testing',
      'playwright',
    ],
    exceptions: [],
  },
  checkout: {
    order: [
      'lazy-module.ts',
      'locales',
      'ui',
      'state',
      'api',
      'element',
      'channels',
      'pay',
      'result',
      'flow',
      '',
    ],
    exceptions: [],
  },
};

/** Returns a sentence for each import from a higher level, and for each exception that no import uses. */
export function checkLevels(packageFolder: string, sources: readonly Source[], levels: Levels): string[] {
  const src = `${packageFolder}/src/`;
  const allowed = levels.exceptions.flatMap(({ imports }) => imports);
  const used = new Set<UpwardImport>();
  const defects = sources.flatMap((source) => {
    const from = source.path.slice(src.length);
    if (findLevel(levels, from) === -1)
      return [`${source.path}: add the folder ${findName(levels, from)} to scripts/checks/levels.ts.`];
    return [...new Set(listTargets(source))]
      .filter((target) => target.startsWith(src))
      .map((target) => target.slice(src.length))
      .filter((to) => findLevel(levels, to) > findLevel(levels, from))
      .flatMap((to) => {
        const covering = allowed.filter((each) => covers(each[0], from) && covers(each[1], to));
        for (const exception of covering) used.add(exception);
        const [higher, lower] = [to, from].map((path) => findName(levels, path) || 'src');
        return covering.length > 0
          ? []
          : [`${source.path} imports ${to}: ${higher} is on a higher level than ${lower}.`];
      });
  });
  const unused = allowed
    .filter((exception) => !used.has(exception))
    .map(
      ([from, to]) =>
        `scripts/checks/levels.ts allows ${packageFolder}/src/${from} to import ${to}, which it does not. Delete the exception.`,
    );
  return [...defects, ...unused];
}

function covers(exception: string, path: string): boolean {
  return exception.endsWith('/') ? path.startsWith(exception) : path === exception;
}

function findLevel(levels: Levels, path: string): number {
  return levels.order.indexOf(findName(levels, path));
}

/** The name of the level of a file: its folder, or its own name if that is in the list, or the empty name. */
function findName({ order }: Levels, path: string): string {
  const [name = '', ...rest] = path.split('/');
  return rest.length > 0 || order.includes(name) ? name : '';
}
