import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { HttpReply } from '@pgw/server/http';

const manifestPath = createRequire(import.meta.url).resolve('@pgw/office/package.json');
const folder = join(manifestPath, '../public');

const assetTypes: Readonly<Record<string, string>> = {
  'base.css': 'text/css; charset=utf-8',
  'office.css': 'text/css; charset=utf-8',
  'office.js': 'text/javascript; charset=utf-8',
  'parse-page.js': 'text/javascript; charset=utf-8',
};

/** Returns a style sheet or a script of the office. Undefined for any other path. */
export function readAsset({ styles }: { readonly styles: string }, path: string): HttpReply | undefined {
  const name = path.replace('/assets/', '');
  if (!path.startsWith('/assets/')) return undefined;
  const type =
    name === 'brand.css'
      ? assetTypes['base.css']
      : Object.hasOwn(assetTypes, name)
        ? assetTypes[name]
        : undefined;
  if (type === undefined) return undefined;
  const body = name === 'brand.css' ? styles : readFileSync(join(folder, name));
  return {
    status: 200,
    headers: {
      'Content-Type': type,
      'Cache-Control': 'max-age=300',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
    body,
  };
}
