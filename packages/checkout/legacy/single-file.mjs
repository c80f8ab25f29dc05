import { createHash } from 'node:crypto';
import { minify } from 'terser';

/**
 * Makes one classic script of the output of @vitejs/plugin-legacy: a chunk of polyfills, and a SystemJS module, which would need the
 * SystemJS loader and its global. The script runs the module itself.
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
      const { code } = await minify(`${polyfills.code};${inPlace(main.code)}`, {
        ecma: 2017,
        safari10: true,
        // A classic script is read in the encoding of its page, which may be another than UTF-8.
        format: { ascii_only: true, comments: false },
      });
      for (const { fileName } of chunks) delete bundle[fileName];
      const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
      this.emitFile({ type: 'asset', fileName: `${name}-${hash}.js`, source: code });
    },
  };
}

/**
 * `import.meta.url` of a classic script is the URL from which it was loaded. `__VITE_PRELOAD__` is a name that Vite leaves in the
 * code; there is nothing to preload.
 */
function inPlace(code) {
  return `(function(System,__VITE_PRELOAD__){${code}})({register:function(_,declare){
    declare(function(){},{meta:{url:document.currentScript&&document.currentScript.src}}).execute()
  }})`;
}
