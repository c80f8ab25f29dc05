import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Follows the steps of docs/translations.md to add a language: copies the package, adds the language and runs every build.

const root = fileURLToPath(new URL('../../', import.meta.url));
const checkout = fileURLToPath(new URL('../../packages/checkout/', import.meta.url));
const vite = join(checkout, 'node_modules', 'vite', 'bin', 'vite.js');
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const question = 'Comment souhaitez-vous payer\u00a0?';
let copy = '';
let french = '';

beforeAll(() => {
  const cache = join(checkout, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  copy = mkdtempSync(join(cache, 'language-'));
  for (const name of ['src', 'server', 'build', 'legacy', 'package.json', 'tsconfig.json'])
    cpSync(join(checkout, name), join(copy, name), { recursive: true });
  for (const name of readdirSync(checkout).filter((file) => /^vite.*\.ts$/.test(file)))
    cpSync(join(checkout, name), join(copy, name));
  french = readFileSync(join(copy, 'src/locales/ms.ts'), 'utf8').replace(
    'Bagaimana anda mahu bayar?',
    question,
  );
  writeFileSync(join(copy, 'src/locales/fr.ts'), french);
  const table = join(copy, 'src/locales/index.ts');
  const line = "  fr: lazyModule(() => import('./fr.ts')),\n};";
  writeFileSync(table, readFileSync(table, 'utf8').replace(/\};\s*$/, line));
  for (const name of ['vite.config.ts', 'vite.legacy.config.ts', 'vite.server.config.ts'])
    execFileSync(process.execPath, [vite, 'build', '--config', name, '--logLevel', 'error'], { cwd: copy });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Compiles the files of the languages. Returns the messages of the compiler. */
function compile(): string {
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      composite: false,
      declaration: false,
      declarationMap: false,
      lib: ['es2023', 'dom'],
      noEmit: true,
    },
    include: ['src/locales/*.ts'],
  };
  writeFileSync(join(copy, 'languages.json'), JSON.stringify(config));
  return spawnSync(process.execPath, [tsc, '-p', 'languages.json'], { cwd: copy, encoding: 'utf8' }).stdout;
}

describe('a language that is added to the table', () => {
  it('compiles without a further change', () => {
    expect(compile()).toBe('');
  });

  it('a missing text is one error of the compiler, in the file of the language', () => {
    const draft = join(copy, 'src/locales/draft.ts');
    writeFileSync(draft, french.replace(/^ {2}region: .*\n/m, ''));
    const messages = compile();
    rmSync(draft);
    expect(messages).toMatch(/^src\/locales\/draft\.ts\(.*'region' is missing/);
    expect(messages.match(/error TS/g)).toHaveLength(1);
  });

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
