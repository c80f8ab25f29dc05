import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../nightly.ts';

// Follows the steps of docs/translations.md to add a language. Copies the package, adds the language and runs
// every build.

const root = fileURLToPath(new URL('../../', import.meta.url));
const checkout = fileURLToPath(new URL('../../packages/checkout/', import.meta.url));
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const headingText = 'Comment souhaitez-vous payer\u00a0?';
let packageCopy = '';
let frenchSource = '';

beforeAll(() => {
  const cache = join(checkout, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  packageCopy = mkdtempSync(join(cache, 'language-'));
  for (const name of ['src', 'server', 'build', 'legacy', 'package.json', 'tsconfig.json'])
    cpSync(join(checkout, name), join(packageCopy, name), { recursive: true });
  for (const name of readdirSync(checkout).filter((file) => /^vite.*\.ts$/.test(file)))
    cpSync(join(checkout, name), join(packageCopy, name));
  frenchSource = readFileSync(join(packageCopy, 'src/locales/ms.ts'), 'utf8').replace(
    'Bagaimana anda mahu bayar?',
    headingText,
  );
  writeFileSync(join(packageCopy, 'src/locales/fr.ts'), frenchSource);
  const table = join(packageCopy, 'src/locales/index.ts');
  const line = "  fr: createLazyModule(() => import('./fr.ts')),\n};";
  writeFileSync(table, readFileSync(table, 'utf8').replace(/\};\s*$/, line));
  // Other runs only compile the language.
  for (const name of isNightly ? ['vite.config.ts', 'vite.legacy.config.ts', 'vite.server.config.ts'] : [])
    execFileSync(process.execPath, [vite, 'build', '--config', name, '--logLevel', 'error'], {
      cwd: packageCopy,
    });
});
afterAll(() => rmSync(packageCopy, { recursive: true, force: true }));

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
  writeFileSync(join(packageCopy, 'languages.json'), JSON.stringify(config));
  return spawnSync(process.execPath, [tsc, '-p', 'languages.json'], { cwd: packageCopy, encoding: 'utf8' })
    .stdout;
}

describe('added language', () => {
  it('an added language compiles without a further change', () => {
    expect(compile()).toBe('');
  });

  it('a missing text of an added language is one compiler error in the file of the language', () => {
    const draft = join(packageCopy, 'src/locales/draft.ts');
    writeFileSync(draft, frenchSource.replace(/^ {2}region: .*\n/m, ''));
    const messages = compile();
    rmSync(draft);
    expect(messages).toMatch(/^src\/locales\/draft\.ts\(.*'region' is missing/);
    expect(messages.match(/error TS/g)).toHaveLength(1);
  });

  if (!isNightly) return;
  const findScripts = (pattern: RegExp): string[] =>
    readdirSync(join(packageCopy, 'dist/cdn/checkout')).filter((file) => pattern.test(file));
  const readScript = (file: string): string =>
    readFileSync(join(packageCopy, 'dist/cdn/checkout', file), 'utf8');

  it('an added language is a module of the modern build for both entries', () => {
    for (const pattern of [/^fr-/, /^module-fr-/]) {
      const [file = ''] = findScripts(pattern);
      expect(readScript(file)).toContain('Comment souhaitez-vous payer');
    }
    const [core = ''] = findScripts(/^core-/);
    expect(readScript(core)).toContain(findScripts(/^fr-/)[0]);
  });

  it('an added language is part of the legacy script', () => {
    const [file = ''] = findScripts(/^legacy-/);
    expect(readScript(file)).toContain('Comment souhaitez-vous payer');
  });

  it('the server renders an added language with its lang attribute', async () => {
    const { renderList } = await import(pathToFileURL(join(packageCopy, 'dist/server/list.mjs')).href);
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
      token: '',
    });
    expect(markup).toContain('lang="fr"');
    expect(markup).toContain('Comment souhaitez-vous payer');
  });
});
