import legacy from '@vitejs/plugin-legacy';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { oldStyles } from './build/old-styles.ts';
import { whiteSpace } from './build/white-space.ts';
import { singleFile } from './legacy/single-file.mjs';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The oldest browsers with custom elements. All of them have ES2017. */
const targets = ['chrome >= 59', 'edge >= 79', 'firefox >= 78', 'safari >= 13', 'ios >= 13', 'samsung >= 9'];

/**
 * The functions of core-js that Lit and the elements use and the targets lack. The list is written by hand, because the detection of
 * the plugin (`polyfills: true`) also adds polyfills for functions that are not used. legacy/polyfills.js has what core-js does not.
 */
const polyfills = [
  'core-js/modules/es.global-this.js', // Chrome 71
  'core-js/modules/es.array.flat.js', // Chrome 69; for LitElement
  'core-js/modules/es.array.flat-map.js', // Chrome 69
];

const replacements = here('legacy/replacements.js');

// The script for the classic tag in old browsers. It contains all modules and languages.
export default defineConfig({
  logLevel: 'warn',
  plugins: [
    oldStyles(here('src/')),
    whiteSpace(here('src/')),
    legacy({
      targets,
      polyfills: false,
      additionalLegacyPolyfills: polyfills,
      renderModernChunks: false,
      externalSystemJS: true,
    }),
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
