// Checks the import rules of docs/architecture.md, also for types and manifests. Prints one line per
// violation, and exits with 1 if there is a violation.
import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkFeatureImports, findKindTests } from './checks/element-rules.ts';
import { checkLevels, packageLevels } from './checks/levels.ts';
import { listTargets, readSources, type Source } from './checks/source-files.ts';

/** The workspace packages that each package may import. Examples may import any. */
const allowedPackages: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  client: ['protocol'],
  cli: ['client', 'protocol'],
  server: ['client', 'protocol'],
  express: ['server'],
  checkout: ['protocol'],
  sandbox: ['pages', 'protocol'],
  pages: ['protocol'],
  office: ['client', 'pages', 'protocol', 'server'],
};

/** Texts that only some files may contain, with the reason. */
const restrictedTexts: readonly {
  readonly packageFolder: string;
  readonly text: string;
  readonly allowed: readonly string[];
  readonly reason: string;
}[] = [
  {
    packageFolder: 'packages/server',
    text: "state: 'paid'",
    allowed: ['packages/server/src/sync/'],
    reason: 'only sync/ writes the state paid',
  },
  {
    packageFolder: 'packages/server',
    // The type of a change that may have the state paid.
    text: 'PaymentUpdateChange',
    allowed: ['sync/', 'hooks/of-transition.ts', 'model/', 'stores/', 'store.ts'].map(
      (path) => `packages/server/src/${path}`,
    ),
    reason: 'only sync/ writes the state paid',
  },
];

/** Packages of server frameworks. Only an adapter may import them. */
const serverFramework = /^(express|fastify|hono|next)(\/|$)/;

/** Names that do not describe the content. */
const vagueName = /(^|\/)(utils?|common|helpers?|shared|misc)(\/|\.ts$)/;

interface Manifest {
  readonly name: string;
  readonly dependencies?: Record<string, string>;
  readonly imports?: Readonly<Record<string, unknown>>;
  readonly peerDependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

interface TsConfig {
  readonly references?: readonly { readonly path: string }[];
}

/** Returns a sentence for each violation of the rules below a root. */
export function findArchitectureDefects(root: string, levels = packageLevels): string[] {
  const packageFolders = [...listFolders(root, 'packages'), ...listFolders(root, 'examples')];
  return packageFolders.flatMap((packageFolder) => {
    const sources = readSources(root, join(packageFolder, 'src'));
    const manifest = readJson(join(root, packageFolder, 'package.json')) as Manifest;
    return [
      ...sources.flatMap((source) => checkImports(packageFolder, manifest, source)),
      ...checkLevelsOf(packageFolder, sources, levels),
      ...sources.flatMap((source) => checkFeatureImports(source)),
      ...sources.flatMap((source) => checkFrameworks(source)),
      ...sources.flatMap((source) => checkCalls(packageFolder, source)),
      ...sources.flatMap((source) => findKindTests(root, source)),
      ...sources
        .filter(({ path }) => vagueName.test(path))
        .map(({ path }) => `${path}: the name does not describe the content.`),
      ...checkReferences(root, packageFolder, manifest),
      ...checkCycles(sources),
    ];
  });
}

function checkLevelsOf(
  packageFolder: string,
  sources: readonly Source[],
  levels: typeof packageLevels,
): string[] {
  const ofPackage = levels[packageFolder.replace('packages/', '')];
  return ofPackage === undefined ? [] : checkLevels(packageFolder, sources, ofPackage);
}

function checkFrameworks({ path, imports }: Source): string[] {
  const isServer = path.startsWith('packages/server/src/');
  if (!isServer || path.startsWith('packages/server/src/adapters/')) return [];
  return imports
    .filter(({ specifier }) => serverFramework.test(specifier))
    .map(
      ({ specifier }) => `${path} imports ${specifier}: only an adapter may depend on a server framework.`,
    );
}

function checkCalls(packageFolder: string, { path, text }: Source): string[] {
  return restrictedTexts
    .filter((rule) => rule.packageFolder === packageFolder && text.includes(rule.text))
    .filter(({ allowed }) => !allowed.some((prefix) => path.startsWith(prefix)))
    .map((rule) => `${path} contains "${rule.text}": ${rule.reason}.`);
}

function checkImports(packageFolder: string, manifest: Manifest, { path, imports }: Source): string[] {
  return imports.flatMap(({ specifier, isType }) => {
    if (specifier.startsWith('.')) return checkRelativeImport(packageFolder, path, specifier);
    if (specifier.startsWith('node:'))
      return packageFolder === 'packages/checkout'
        ? [`${path} imports ${specifier}: the element runs in browsers.`]
        : [];
    return checkPackageImport(packageFolder, manifest, path, { specifier, isType });
  });
}

function checkRelativeImport(packageFolder: string, path: string, specifier: string): string[] {
  const target = join(dirname(path), specifier);
  return target.startsWith(`${packageFolder}/src/`)
    ? []
    : [`${path} imports ${specifier}, which is outside its src.`];
}

function checkPackageImport(
  packageFolder: string,
  manifest: Manifest,
  path: string,
  { specifier, isType }: Source['imports'][number],
): string[] {
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const packageName = packageFolder.replace('packages/', '');
  const target = name.startsWith('@pgw/') ? name.slice('@pgw/'.length) : undefined;
  const allowed = allowedPackages[packageName];
  if (target !== undefined && allowed !== undefined && !allowed.includes(target)) {
    return [`${path} imports ${specifier}: ${packageName} may not import ${target}.`];
  }
  if (packageName === 'checkout' && target !== undefined && !isType) {
    return [`${path} imports ${specifier} by value: the element may import only types.`];
  }
  const declared = {
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.imports,
    ...(isType && manifest.devDependencies),
  };
  return name in declared
    ? []
    : [`${path} imports ${specifier}, which package.json does not declare as a dependency.`];
}

/** The project references of TypeScript must be the dependencies of the manifest. */
function checkReferences(root: string, packageFolder: string, manifest: Manifest): string[] {
  const tsconfig = join(packageFolder, 'tsconfig.json');
  const { references = [] } = readJson(join(root, tsconfig)) as TsConfig;
  const referencedPackages = references.map(({ path }) =>
    relative(root, resolve(root, packageFolder, path))
      .replace('packages/', '')
      .replace('examples/', 'example-')
      // A package may have further projects, for example for an entry that is a part of its tests.
      .replace(/\/test\/.*/, ''),
  );
  const allowed = allowedPackages[packageFolder.replace('packages/', '')] ?? referencedPackages;
  const forbiddenPackages = referencedPackages.filter((name) => !allowed.includes(name));
  const missingPackages = Object.keys(manifest.dependencies ?? {})
    .filter((name) => name.startsWith('@pgw/'))
    .map((name) => name.slice('@pgw/'.length))
    .filter((name) => !referencedPackages.includes(name));
  return [
    ...forbiddenPackages.map((name) => `${tsconfig} refers to ${name}, which the package may not import.`),
    ...missingPackages.map((name) => `${tsconfig} does not refer to ${name}, which package.json depends on.`),
  ];
}

/** Returns a sentence for each import cycle among the files of a package. */
function checkCycles(sources: readonly Source[]): string[] {
  const graph = new Map(sources.map((source) => [source.path, listTargets(source)]));
  const finished = new Set<string>();
  const defects: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      defects.push(`Import cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' -> ')}.`);
      return;
    }
    if (finished.has(path)) return;
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
    finished.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return defects;
}

function listFolders(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .map((name) => join(folder, name))
    .filter((packageFolder) => existsSync(join(root, packageFolder, 'package.json')));
}

/** Reads a manifest of the workspace, which pnpm and tsc have validated. */
function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const defects = findArchitectureDefects(fileURLToPath(new URL('..', import.meta.url)));
  for (const defect of defects) console.error(defect);
  if (defects.length > 0) process.exitCode = 1;
  else console.log('All imports follow the rules.');
}
