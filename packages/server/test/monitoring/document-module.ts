import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/**
 * Writes the first code of a document that imports something, or that imports `from`, to a module that resolves the packages of
 * this one. Returns its URL.
 */
export function writeModuleOfDocument(document: string, name: string, from = ''): string {
  const text = readFileSync(new URL(`../../../../docs/${document}`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/```ts\n(import [\s\S]*?)```/g)].map(([, code = '']) => code);
  const code = blocks.find((block) => block.includes(`'${from}`)) ?? '';
  const folder = new URL('../../node_modules/.cache/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const file = new URL(`${name}.mjs`, folder);
  writeFileSync(file, stripTypeScriptTypes(code));
  return file.href;
}
