import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { whiteSpace } from './build/white-space.ts';

const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Builds the module with which a server renders the list: one file without imports. The views use
// server/lit.ts in place of Lit.
export default defineConfig({
  resolve: { alias: [{ find: /^lit($|\/.*)/, replacement: resolvePath('server/lit.ts') }] },
  plugins: [whiteSpace(resolvePath('src/'))],
  build: {
    lib: { entry: resolvePath('server/index.ts'), formats: ['es'], fileName: () => 'list.mjs' },
    outDir: 'dist/server',
    target: 'es2022',
    rolldownOptions: { output: { minify: true, codeSplitting: false } },
  },
});
