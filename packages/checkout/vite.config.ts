import { fileURLToPath } from 'node:url';
import { defineConfig, type Rolldown } from 'vite';
import { retryImport } from './build/retry-import.ts';
import { styleFile } from './build/style-file.ts';
import { whiteSpace } from './build/white-space.ts';

const source = fileURLToPath(new URL('src/', import.meta.url));

/**
 * Makes Chromium compile all functions of the entry while it downloads the file. Nearly all of them are
 * called immediately.
 */
const compileHint = '//# allFunctionsCalledOnLoad\n';

/**
 * Names a chunk. `module.ts` of a feature gets the name of its folder. Every other module keeps the name of
 * its file: the file of a language is named after its tag.
 */
function createChunkName({ facadeModuleId, name }: { facadeModuleId: string | null; name: string }): string {
  const feature = /\/(\w+)\/module\.ts$/.exec(facadeModuleId ?? '')?.[1];
  return feature ?? name;
}

/** Describes one copy of the files: the entry with one URL, and the lazy modules that import this entry. */
function createOutput(entryFileNames: string, prefix: string): Rolldown.OutputOptions {
  return {
    format: 'es',
    minify: true,
    comments: false,
    hashCharacters: 'hex',
    entryFileNames,
    chunkFileNames: (chunk) => `checkout/${prefix}${createChunkName(chunk)}-[hash:8].mjs`,
    postBanner: ({ isEntry }) => (isEntry ? compileHint : ''),
  };
}

// Builds the files for script tags: ES modules that contain Lit. The entry has two URLs:
//
// - `checkout.mjs` for pages that contain a module script tag.
// - `checkout/core-….mjs` for the loader and for pages that the server renders. Both know its hash.
//
// A lazy module can import only one of the two URLs, so each entry has its own copy of the lazy modules.
export default defineConfig({
  plugins: [whiteSpace(source), retryImport(), styleFile()],
  build: {
    outDir: 'dist/cdn',
    target: 'es2022',
    lib: { entry: { checkout: `${source}script-modern.ts` }, formats: ['es'] },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: [createOutput('checkout.mjs', 'module-'), createOutput('checkout/core-[hash:8].mjs', '')],
    },
  },
});
