import { fileURLToPath } from 'node:url';
import { build, defineConfig, type Plugin } from 'vite';

const source = fileURLToPath(new URL('src/', import.meta.url));

/**
 * Smaller without a change in meaning. es2020 has no `#names`: the compiler would keep each in a WeakMap, so they become
 * plain short names here. And the white space of templates and styles, which no minifier touches, goes.
 */
function compact(): Plugin {
  const short = new Map<string, string>();
  const shorten = (name: string): string => {
    const known = short.get(name) ?? `_${String(short.size)}`;
    short.set(name, known);
    return known;
  };
  return {
    name: 'pgw-compact',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(source)) return null;
      return code
        .replace(/(?<=\.|^ {2}(?:(?:readonly|async|get|set) )*)#([a-zA-Z]\w*)/gm, (_match, name: string) =>
          shorten(name),
        )
        .replace(/(?<=css`)[^`]*(?=`)/g, (text) =>
          text
            .replace(/\s+/g, ' ')
            .replace(/\s*([{};,>])\s*/g, '$1')
            .replace(/:\s/g, ':')
            .replaceAll(';}', '}'),
        )
        .replace(/\n\s*/g, (gap) => (/html`/.test(code) ? '\n' : gap));
    },
    // A classic script is read in the encoding of its page, which may be another than UTF-8.
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = asciiOnly(file.code);
      }
    },
  };
}

function asciiOnly(code: string): string {
  return code.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Languages lie beside the script, one small module each, and are loaded from there. */
function languagesBeside(): Plugin {
  const languages = { ms: 'ms', 'zh-Hans': 'zh-hans', ta: 'ta' };
  return {
    name: 'pgw-languages',
    enforce: 'pre',
    resolveId: (id, importer) =>
      importer?.startsWith(source) && id.endsWith('/load.ts')
        ? `${source}locales/load-beside-script.ts`
        : undefined,
    async closeBundle() {
      const entry = Object.fromEntries(
        Object.entries(languages).map(([tag, file]) => [tag, `${source}locales/${file}.ts`]),
      );
      await build({
        configFile: false,
        logLevel: 'warn',
        build: {
          lib: { entry, formats: ['es'], fileName: (_format, tag) => `${tag}.js` },
          outDir: 'dist/cdn/pgw-checkout',
          target: 'es2020',
          rolldownOptions: { output: { minify: true } },
        },
      });
    },
  };
}

// The copy for script tags: one classic script with everything in it but the languages.
export default defineConfig({
  plugins: [compact(), languagesBeside()],
  build: {
    lib: {
      entry: `${source}script.ts`,
      formats: ['iife'],
      name: 'PgwCheckout',
      fileName: () => 'pgw-checkout.js',
    },
    outDir: 'dist/cdn',
    target: 'es2020',
    rolldownOptions: { output: { minify: true } },
  },
});
