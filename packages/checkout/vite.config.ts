import { fileURLToPath } from 'node:url';
import { defineConfig, type Rolldown } from 'vite';
import { retryImport } from './build/retry-import.ts';
import { styleFile } from './build/style-file.ts';
import { whiteSpace } from './build/white-space.ts';

const source = fileURLToPath(new URL('src/', import.meta.url));

/** Chromium compiles all functions of the entry while it is downloaded: nearly all of them are called at once. */
const compileHint = '//# allFunctionsCalledOnLoad\n';

/** `module.ts` of a feature is named after its folder, and every other module after its file: a language after its tag. */
function chunkName({ facadeModuleId, name }: { facadeModuleId: string | null; name: string }): string {
  const feature = /\/(\w+)\/module\.ts$/.exec(facadeModuleId ?? '')?.[1];
  return feature ?? name;
}

/** One copy of the files: the entry at one URL, and the modules that import it. */
function copyAt(entryFileNames: string, prefix: string): Rolldown.OutputOptions {
  return {
    format: 'es',
    minify: true,
    comments: false,
    hashCharacters: 'hex',
    entryFileNames,
    chunkFileNames: (chunk) => `checkout/${prefix}${chunkName(chunk)}-[hash:8].mjs`,
    postBanner: ({ isEntry }) => (isEntry ? compileHint : ''),
  };
}

// The copies for script tags: ES modules with Lit in them. The entry has two URLs, and a module can import only one of them, so
// each has its own modules: `checkout.mjs` for pages that write the module tag themselves, `checkout/core-….mjs` for the loader and
// for pages rendered by the server, which know its hash.
export default defineConfig({
  plugins: [whiteSpace(source), retryImport(), styleFile()],
  build: {
    outDir: 'dist/cdn',
    target: 'es2022',
    lib: { entry: { checkout: `${source}script.ts` }, formats: ['es'] },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: [copyAt('checkout.mjs', 'module-'), copyAt('checkout/core-[hash:8].mjs', '')],
    },
  },
});
