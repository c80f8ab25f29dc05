import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compact } from './build/compact.ts';
import { parts } from './build/parts.ts';
import { styleFile } from './build/style-file.ts';

const source = fileURLToPath(new URL('src/', import.meta.url));

// The copy for script tags: an ES module with Lit in it, and beside it the parts that it loads when they are needed.
export default defineConfig({
  plugins: [compact(source), parts(), styleFile()],
  build: {
    outDir: 'dist/cdn',
    target: 'es2020',
    lib: { entry: { checkout: `${source}script.ts` }, formats: ['es'] },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        minify: true,
        comments: false,
        entryFileNames: '[name].mjs',
        chunkFileNames: ({ name, facadeModuleId }) => {
          const part = facadeModuleId?.includes('/locales/card/') ? 'card-' : '';
          return `checkout/${part}${name === 'zh-hans' ? 'zh-Hans' : name}.mjs`;
        },
      },
    },
  },
});
