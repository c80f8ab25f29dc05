// Writes the reference pages of the site from the sources: node --conditions=pgw-source docs-site/reference/generate.ts
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeApi, writeEvents, writeOptions } from './code-pages.ts';
import { writeCli, writeElements, writeHttp } from './interface-pages.ts';

const folder = fileURLToPath(new URL('../generated/', import.meta.url));
const pages: Record<string, string> = {
  options: writeOptions(),
  elements: writeElements(),
  events: writeEvents(),
  cli: await writeCli(),
  http: writeHttp(),
  ...writeApi(),
};
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(pages)) {
  const file = `${folder}${name}.md`;
  const content = `${text}\n`;
  // An unchanged file keeps its time, so that the server of `npm run docs` does not load it again.
  if (readIfExists(file) !== content) writeFileSync(file, content);
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
