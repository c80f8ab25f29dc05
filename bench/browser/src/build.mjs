import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const resolvePath = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Bundles the implementations of other projects as their documentation shows: one module each, tree-shaken and
 * minified.
 */
export async function buildPages() {
  for (const name of ['lit-list', 'adyen', 'primer']) {
    await build({
      configFile: false,
      logLevel: 'error',
      base: `/pages/${name}/`,
      build: {
        outDir: resolvePath(`../dist/${name}`),
        emptyOutDir: true,
        target: 'es2022',
        cssCodeSplit: false,
        rolldownOptions: {
          input: resolvePath(`pages/${name}.js`),
          output: { entryFileNames: 'main.js', assetFileNames: '[name][extname]', comments: false },
        },
      },
    });
  }
}
