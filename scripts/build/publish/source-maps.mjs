// Source maps of a bundle. They lead to the sources of the package, which are files beside `dist`.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Rewrites the paths of a source map. Returns its sources, as paths in `src`. */
export function rewriteSourceMap({ folder, output, fileName }) {
  const file = join(output, 'dist', fileName);
  const { sourcesContent: _content, ...map } = JSON.parse(readFileSync(file, 'utf8'));
  const sources = map.sources.map((source) => relative(join(folder, 'src'), join(dirname(file), source)));
  const toUrl = (source) => relative(dirname(file), join(output, 'src', source)).replaceAll(sep, '/');
  writeFileSync(file, JSON.stringify({ ...map, sources: sources.map(toUrl) }));
  return sources;
}
