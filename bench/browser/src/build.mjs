import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Bundles the other contestants as documented, each as a module, tree-shaken and minified. */
export async function buildPages() {
  for (const name of ['lit-list', 'adyen', 'primer']) {
    await build({
      configFile: false,
      logLevel: 'error',
      base: `/pages/${name}/`,
      build: {
        outDir: here(`../dist/${name}`),
        emptyOutDir: true,
        target: 'es2022',
        cssCodeSplit: false,
        rolldownOptions: {
          input: here(`pages/${name}.js`),
          output: { entryFileNames: 'main.js', assetFileNames: '[name][extname]', comments: false },
        },
      },
    });
  }
}
