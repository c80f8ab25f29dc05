import legacy from '@vitejs/plugin-legacy';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { forOldBrowsers, oldSheet } from './legacy/old-css.mjs';
import { singleFile } from './legacy/single-file.mjs';
import { compact } from './build/compact.ts';
import { textFiles } from './build/text-files.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The oldest browsers that know custom elements, without which there is nothing to build for, and that anyone still
 * pays with. All of them read ES2017, classes and async functions among it; what they lack besides is in
 * legacy/polyfills.js, by hand: core-js would be 8 kB of the budget for five functions.
 */
const targets = ['chrome >= 59', 'edge >= 79', 'firefox >= 78', 'safari >= 13', 'ios >= 13', 'samsung >= 9'];
/** The package's own list of files with side effects is about what is published. */
function keepAll(): Plugin {
  return {
    name: 'pgw-keep-all',
    transform: (code, id) => (id.startsWith(here('.')) ? { code, moduleSideEffects: true } : null),
  };
}

function oldStyles(): Plugin {
  return {
    name: 'pgw-old-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(here('src/styles/'))) return null;
      const plain = code.replace(/(?<=css`)[^`]*(?=`)/g, forOldBrowsers);
      // The last of the sheets, of the list and of what follows, so that what is in it has the last word.
      return /[-/]preferences\.ts$/.test(id) ? plain.replace(/css`/, (start) => start + oldSheet) : plain;
    },
  };
}

/** What is loaded when it is needed elsewhere is here from the start: no `import()` is left for an old browser. */
function allAtOnce(): Plugin {
  return {
    name: 'pgw-all-at-once',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(here('src/'))) return null;
      const imports: string[] = [];
      const direct = code.replace(/(?<!typeof )import\(('[^']+')\)/g, (_all, path: string) => {
        imports.push(`import * as part${String(imports.length)} from ${path};`);
        return `Promise.resolve(part${String(imports.length - 1)})`;
      });
      return imports.join('') + direct;
    },
  };
}

const standIns = here('legacy/stand-ins.js');

/** `\p{M}` is newer than ES2017, and spelled out 2 kB. Names of banks here have the marks of Latin and of Tamil. */
function plainMarks(): Plugin {
  return {
    name: 'pgw-plain-marks',
    enforce: 'pre',
    transform: (code) =>
      code.includes('\\p{M}') ? code.replaceAll('\\p{M}', '\\u0300-\\u036f\\u0b82\\u0bbe-\\u0bcd') : null,
  };
}

// The copy for the classic tag in old browsers: one classic script with everything in it.
export default defineConfig({
  logLevel: 'warn',
  plugins: [
    keepAll(),
    textFiles(),
    allAtOnce(),
    plainMarks(),
    oldStyles(),
    compact(here('src/')),
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
          AbortController: [standIns, 'AbortController'],
          fetch: [standIns, 'fetch'],
          'Intl.Locale': [standIns, 'Locale'],
        },
      },
      input: { legacy: here('legacy/entry.js') },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', codeSplitting: false },
    },
  },
});
