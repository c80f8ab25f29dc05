import { createHash } from 'node:crypto';
import { minify } from 'terser';

/**
 * Combines the output of @vitejs/plugin-legacy into one classic script. The output is a chunk of polyfills and
 * a SystemJS module. The script runs the module without the SystemJS loader.
 *
 * `name` is the name of the file without its hash.
 */
export function singleFile(name) {
  return {
    name: 'pgw-single-file',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const main = chunks.find(({ code }) => code.includes('System.register('));
      // The plugin also generates the modern bundle, which is empty.
      if (main === undefined) return;
      const [polyfills, ...others] = chunks.filter((chunk) => chunk !== main);
      if (polyfills === undefined || others.length > 0)
        this.error(
          `Expected the script and its polyfills, not ${chunks.map(({ fileName }) => fileName).join(', ')}.`,
        );
      const { code } = await minify(`${polyfills.code};${runModule(main.code)}`, {
        ecma: 2017,
        safari10: true,
        // Browsers read a classic script in the encoding of its page, which may not be UTF-8.
        format: { ascii_only: true, comments: false },
      });
      for (const { fileName } of chunks) delete bundle[fileName];
      const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
      this.emitFile({ type: 'asset', fileName: `${name}-${hash}.js`, source: code });
    },
  };
}

/**
 * Wraps a SystemJS module in a function that runs it. `import.meta.url` is the URL of the script. Vite leaves
 * the name `__VITE_PRELOAD__` in the code; its value is undefined, because there is nothing to preload.
 */
function runModule(code) {
  return `(function(System,__VITE_PRELOAD__){${code}})({register:function(_,declare){
    declare(function(){},{meta:{url:document.currentScript&&document.currentScript.src}}).execute()
  }})`;
}
