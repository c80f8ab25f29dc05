import type { Plugin } from 'vite';
import { nodesOf, replaceRanges } from './tagged-templates.ts';

/**
 * Makes a failed `import()` succeed when it is repeated. Browsers remember a failed import by its URL, so each further try has another
 * query. `lazyModule` decides when to try again.
 */
export function retryImport(): Plugin {
  return {
    name: 'pgw-retry-import',
    renderChunk(code) {
      const imports = [...nodesOf(this.parse(code))].filter(({ type }) => type === 'ImportExpression');
      if (imports.length === 0) return null;
      const replacements = imports.map(({ start }) => ({
        start,
        end: start + 'import'.length,
        text: importer,
      }));
      return { code: helper + replaceRanges(code, replacements), map: null };
    },
  };
}

const importer = '__importWithRetry';

/** Inserted at the start, because elements import modules while the entry is being evaluated. */
const helper = `var __failedImports = {};
function ${importer}(path) {
  var failures = __failedImports[path] || 0;
  return import(failures ? path + '?retry=' + failures : path).catch(function (error) {
    __failedImports[path] = failures + 1;
    throw error;
  });
}
`;
