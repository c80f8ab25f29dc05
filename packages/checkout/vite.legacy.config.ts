import legacy from '@vitejs/plugin-legacy';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { oldStyles } from './build/old-styles.ts';
import { whiteSpace } from './build/white-space.ts';
import { singleFile } from './legacy/single-file.mjs';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The oldest browsers with custom elements, without which there is no element. All of them have ES2017. What else they lack is in
 * legacy/polyfills.js: core-js would be larger than all of our code.
 */
const targets = ['chrome >= 59', 'edge >= 79', 'firefox >= 78', 'safari >= 13', 'ios >= 13', 'samsung >= 9'];

const replacements = here('legacy/replacements.js');

// The copy for the classic tag in old browsers: one classic script with all modules and languages in it.
export default defineConfig({
  logLevel: 'warn',
  plugins: [
    oldStyles(here('src/')),
    whiteSpace(here('src/')),
    legacy({ targets, polyfills: false, renderModernChunks: false, externalSystemJS: true }),
    singleFile('checkout/legacy'),
  ],
  build: {
    outDir: 'dist/cdn',
    emptyOutDir: false,
    modulePreload: false,
    minify: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      transform: {
        inject: {
          AbortController: [replacements, 'AbortController'],
          fetch: [replacements, 'fetch'],
          'Intl.Locale': [replacements, 'Locale'],
        },
      },
      input: { legacy: here('legacy/entry.js') },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', codeSplitting: false },
    },
  },
});
