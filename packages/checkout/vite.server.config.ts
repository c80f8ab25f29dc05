import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { compact } from './build/compact.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The views draw with whatever is called Lit; languages are not waited for, and no page is asked. */
function onTheServer(): Plugin {
  return {
    name: 'pgw-on-the-server',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === 'lit' || id.startsWith('lit/')) return here('server/lit.ts');
      if (!importer?.startsWith(here('src/'))) return undefined;
      if (id.endsWith('/nearest.ts')) return here('server/nearest.ts');
      if (id.endsWith('/banks-part.ts')) return here('server/banks-part.ts');
      return id.endsWith('/load.ts') ? here('server/load.ts') : undefined;
    },
  };
}

// What a server draws the list with: one file that needs nothing.
export default defineConfig({
  plugins: [onTheServer(), compact(here('src/'))],
  build: {
    lib: { entry: here('server/list.ts'), formats: ['es'], fileName: () => 'list.mjs' },
    outDir: 'dist/server',
    target: 'es2022',
    rolldownOptions: { output: { minify: true } },
  },
});
