import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// A language is one file and one line in the table of languages. This test adds one to a copy of the package and runs every build.

const checkout = fileURLToPath(new URL('../../packages/checkout/', import.meta.url));
const vite = join(checkout, 'node_modules', 'vite', 'bin', 'vite.js');
const question = 'Comment souhaitez-vous payer\u00a0?';
let copy = '';

beforeAll(() => {
  const cache = join(checkout, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  copy = mkdtempSync(join(cache, 'language-'));
  for (const name of ['src', 'server', 'build', 'legacy', 'package.json', 'tsconfig.json'])
    cpSync(join(checkout, name), join(copy, name), { recursive: true });
  for (const name of readdirSync(checkout).filter((file) => /^vite.*\.ts$/.test(file)))
    cpSync(join(checkout, name), join(copy, name));
  const english = readFileSync(join(copy, 'src/locales/en.ts'), 'utf8');
  const french = english
    .replace('export const en =', 'export const texts =')
    .replace('How would you like to pay?', question);
  writeFileSync(join(copy, 'src/locales/fr.ts'), french);
  const table = join(copy, 'src/locales/index.ts');
  const line = "  fr: lazyModule(() => import('./fr.ts')),\n};";
  writeFileSync(table, readFileSync(table, 'utf8').replace(/\};\s*$/, line));
  for (const name of ['vite.config.ts', 'vite.legacy.config.ts', 'vite.server.config.ts'])
    execFileSync(process.execPath, [vite, 'build', '--config', name, '--logLevel', 'error'], { cwd: copy });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('a language that is added to the table', () => {
  const scripts = (pattern: RegExp): string[] =>
    readdirSync(join(copy, 'dist/cdn/checkout')).filter((file) => pattern.test(file));
  const text = (file: string): string => readFileSync(join(copy, 'dist/cdn/checkout', file), 'utf8');

  it('is a module of the modern build, for both entries', () => {
    for (const pattern of [/^fr-/, /^module-fr-/]) {
      const [file = ''] = scripts(pattern);
      expect(text(file)).toContain('Comment souhaitez-vous payer');
    }
    const [core = ''] = scripts(/^core-/);
    expect(text(core)).toContain(scripts(/^fr-/)[0]);
  });

  it('is part of the legacy script', () => {
    const [file = ''] = scripts(/^legacy-/);
    expect(text(file)).toContain('Comment souhaitez-vous payer');
  });

  it('is rendered by the server, marked as that language', async () => {
    const { renderList } = await import(pathToFileURL(join(copy, 'dist/server/list.mjs')).href);
    const markup = await renderList({
      session: {
        order: {
          id: 'A1',
          amount: 100,
          currencyCode: 'MYR',
          exponent: 2,
          description: '',
          merchant: 'Rimba',
          merchantLogoUrl: null,
          timeZone: null,
          gateway: null,
        },
        mode: 'choose',
        channels: [4, 5].map((id) => ({
          id,
          name: `Wallet ${id}`,
          group: null,
          kind: 'direct',
          hint: null,
          imageUrl: null,
          fee: 0,
          limit: null,
        })),
        expiresAt: null,
        serverTime: '2026-09-14T06:30:00Z',
        openPayment: null,
      },
      lang: 'fr-CA',
      headingLevel: 2,
      hasSummary: true,
      hasFooter: false,
      channels: null,
      chosen: null,
      action: '/start',
    });
    expect(markup).toContain('lang="fr"');
    expect(markup).toContain('Comment souhaitez-vous payer');
  });
});
