import { createHash } from 'node:crypto';
import { minify } from 'terser';

/**
 * Makes one classic script of what @vitejs/plugin-legacy hands over: a module in SystemJS's form, which needs a loader on
 * the page and a global of its own. It is run in place instead, and nothing is left behind but what it registers.
 *
 * `name` is the file's, without its hash.
 */
export function singleFile(name) {
  return {
    name: 'pgw-single-file',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const [chunk] = chunks.filter(({ code }) => code.includes('System.register('));
      // Asked once more for the modern chunks, which are not rendered.
      if (chunk === undefined) return;
      if (chunks.length > 1)
        this.error(`One chunk is wanted, not ${chunks.map(({ fileName }) => fileName).join(', ')}.`);
      const { code } = await minify(inPlace(chunk.code), {
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

/** `import.meta.url` of a classic script is where it was loaded from. */
function inPlace(code) {
  return `(function(System){${code}})({register:function(_,declare){
    declare(function(){},{meta:{url:document.currentScript&&document.currentScript.src}}).execute()
  }})`;
}
