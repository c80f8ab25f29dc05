import type { Plugin } from 'vite';
import { walk, replaceRanges } from './tagged-templates.ts';

/**
 * Makes it possible to repeat a failed `import()`. Browsers remember that the import of a URL failed. Each
 * further try therefore has another query in its URL. `createLazyModule` decides when to try again.
 */
export function retryImport(): Plugin {
  return {
    name: 'pgw-retry-import',
    renderChunk(code) {
      const imports = [...walk(this.parse(code))].filter(({ type }) => type === 'ImportExpression');
      if (imports.length === 0) return null;
      const replacements = imports.map(({ start }) => ({
        start,
        end: start + 'import'.length,
        text: importFunction,
      }));
      return { code: helper + replaceRanges(code, replacements), map: null };
    },
  };
}

const importFunction = '__importWithRetry';

/**
 * The plugin inserts this code at the start, because elements import modules while the entry is being
 * evaluated.
 */
const helper = `var __failedImports = {};
function ${importFunction}(path) {
  var failures = __failedImports[path] || 0;
  return import(failures ? path + '?retry=' + failures : path).catch(function (error) {
    __failedImports[path] = failures + 1;
    throw error;
  });
}
`;
