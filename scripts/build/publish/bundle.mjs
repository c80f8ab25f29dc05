// Bundles the modules of a package with the libraries that it uses. Other packages of the workspace stay imports, so
// that each module and each class of them exists once.
import { isBuiltin } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { build } from 'vite';
import { listEntries } from './entries.mjs';
import { isInstalled, zodEntry } from './libraries.mjs';

/** The module of zod with its texts in all languages. The packages use only the English ones. */
const allTexts = /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/;

/** Writes the bundle of a package to `<output>/dist`, with source maps. Resolves with its files. */
export async function bundlePackage({ folder, output, manifest }) {
  const entries = listEntries(manifest).map((name) => [name, join(folder, 'src', `${name}.ts`)]);
  const { output: files } = await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    plugins: [resolveLibraries(manifest)],
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
          comments: false,
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash:8].js',
          hashCharacters: 'hex',
        },
      },
    },
  });
  return files;
}

/** Decides for each import whether it stays an import. */
function resolveLibraries({ name }) {
  return {
    name: 'pgw-libraries',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || source.startsWith('.') || isAbsolute(source)) return null;
      const library = /^(?:@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? source;
      if (library === 'zod' && name !== '@pgw/protocol') return { id: zodEntry, external: true };
      return isBuiltin(source) || isInstalled(library) ? { id: source, external: true } : null;
    },
    transform(code, id) {
      // The code of a library is the same in the bundle, so that a source map would only add its size.
      return /[/\\]node_modules[/\\]/.test(id) ? { code, map: { mappings: '' } } : null;
    },
    load(id) {
      return allTexts.test(id) ? "export { default as en } from './en.js';" : null;
    },
  };
}
