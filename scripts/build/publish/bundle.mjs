// Bundles the modules of a package with the libraries that it uses. Other packages of the workspace stay imports, so
// that each module and each class of them exists once.
import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { build } from 'vite';
import { findSource, listEntries } from './entries.mjs';
import { isInstalled } from './libraries.mjs';

/** Writes the bundle of a package to `<output>/dist`, with source maps. Resolves with its files. */
export async function bundlePackage({ folder, output, manifest }) {
  const entries = listEntries(manifest).map((name) => [name, join(folder, findSource(manifest, name))]);
  const { output: files } = await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    plugins: [libraries],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'es2022',
      outDir: join(output, 'dist'),
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(entries),
        output: {
          format: 'es',
          // Node keeps such a file in half of the memory, and compiles it a little faster.
          charset: 'ascii',
          comments: false,
          entryFileNames: '[name].js',
          codeSplitting: { groups: [groupStart(manifest.name, folder)] },
          chunkFileNames: '[name]-[hash:8].js',
          hashCharacters: 'hex',
        },
      },
    },
  });
  return files;
}

/** The entries that a shop loads at its start, for the packages with many modules. */
const startEntries = {
  '@pgw/protocol': ['index', 'internal', 'zod'],
  '@pgw/server': ['index', 'adapters/node/index'],
};
/** An entry for runtimes that have no modules of Node, so it may not share a chunk with the start. */
const edgeEntry = 'adapters/web/edge';

/** Puts all modules of the start of a shop into one chunk: the time of an import depends on the number of files. */
function groupStart(packageName, folder) {
  const toFiles = (names = []) =>
    names.map((name) => join(folder, 'src', `${name}.ts`)).filter((file) => existsSync(file));
  let started;
  return {
    debugName: 'start',
    name(id, context) {
      started ??= listReached(toFiles(startEntries[packageName]), context).difference(
        listReached(toFiles([edgeEntry]), context),
      );
      return started.has(id) ? 'main' : null;
    },
  };
}

function listReached(ids, context, reached = new Set()) {
  for (const id of ids) {
    if (reached.has(id)) continue;
    reached.add(id);
    listReached(context.getModuleInfo(id)?.importedIds ?? [], context, reached);
  }
  return reached;
}

/** Decides for each import whether it stays an import. */
const libraries = {
  name: 'pgw-libraries',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer === undefined || source.startsWith('.') || isAbsolute(source)) return null;
    const library = /^(?:@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? source;
    // The package itself contains the modules that begin with #.
    return isBuiltin(source) || isInstalled(library) || source.startsWith('#')
      ? { id: source, external: true, moduleSideEffects: false }
      : null;
  },
  transform(code, id) {
    // The code of a library is the same in the bundle, so that a source map would only add its size.
    return /[/\\](?:node_modules|packages[/\\]pages)[/\\]/.test(id) ? { code, map: { mappings: '' } } : null;
  },
};
