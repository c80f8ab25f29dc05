import legacy from '@vitejs/plugin-legacy';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { legacyStyles } from './build/legacy-styles.ts';
import { whiteSpace } from './build/white-space.ts';
import { singleFile } from './legacy/single-file.mjs';

const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The oldest browsers with custom elements. All of them support ES2017. */
const targets = ['chrome >= 59', 'edge >= 79', 'firefox >= 78', 'safari >= 13', 'ios >= 13', 'samsung >= 9'];

/**
 * The polyfills of core-js for functions that Lit and the elements use and that the targets do not have. The
 * detection of the plugin (`polyfills: true`) would also add polyfills for functions that are not used.
 * legacy/polyfills.js contains the polyfills that core-js does not have. Each comment names the first Chrome
 * with the function.
 */
const polyfills = [
  'core-js/modules/es.global-this.js', // Chrome 71
  'core-js/modules/es.array.flat.js', // Chrome 69; for LitElement
  'core-js/modules/es.array.flat-map.js', // Chrome 69
];

const replacements = resolvePath('legacy/replacements.js');

// Builds the script that the loader uses in old browsers. It contains all modules and languages.
export default defineConfig({
  logLevel: 'warn',
  plugins: [
    legacyStyles(resolvePath('src/')),
    whiteSpace(resolvePath('src/')),
    legacy({
      targets,
      polyfills: false,
      additionalLegacyPolyfills: polyfills,
      renderModernChunks: false,
      externalSystemJS: true,
    }),
    singleFile('checkout/legacy'),
  ],
  // Developers have newer browsers, and find their mistakes there.
  resolve: {
    alias: [{ find: /^\.\/developer-module\.ts$/, replacement: resolvePath('legacy/no-developer.js') }],
  },
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
      input: { legacy: resolvePath('legacy/entry.js') },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', codeSplitting: false },
    },
  },
});
