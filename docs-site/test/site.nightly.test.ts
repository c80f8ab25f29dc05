import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { root, siteUrl, sources, toAddress } from '../pages.ts';
import { searchOptions } from '../search.ts';

// Builds the site once, and checks what a reader and an assistant receive.

const output = mkdtempSync(join(tmpdir(), 'pgw-docs-'));
const base = new URL(siteUrl).pathname;

beforeAll(async () => {
  const vitepress = join(root, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  await promisify(execFile)(process.execPath, [vitepress, 'build', 'docs-site'], {
    cwd: root,
    // NODE_ENV of the test would build Vue for development.
    env: { ...process.env, PGW_DOCS_OUT: output, NODE_ENV: 'production' },
  });
});
afterAll(() => rmSync(output, { recursive: true, force: true }));

const readOutput = (path: string): string => readFileSync(join(output, path), 'utf8');
const listPages = (): string[] =>
  globSync('**/*.html', { cwd: output }).filter((page) => page !== 'gallery-frame.html');

describe('the site', () => {
  test('every link leads to a page, and every anchor to a place on it', () => {
    const anchors = new Map(
      listPages().map((page) => [
        toPath(page),
        new Set([...readOutput(page).matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)),
      ]),
    );
    const links = listPages().flatMap((page) =>
      [...readOutput(page).matchAll(/<a\b[^>]* href="([^"]+)"/g)].map(([, href = '']) => ({ page, href })),
    );
    const dead = links.filter(({ page, href }) => {
      if (/^[a-z]+:/.test(href)) return false;
      const { pathname, hash } = new URL(href, `${siteUrl}${toPath(page)}`);
      const path = decodeURI(pathname).slice(base.length) || '/';
      const ids = anchors.get(path);
      if (ids === undefined) return !existsSync(join(output, path));
      return hash !== '' && !ids.has(decodeURIComponent(hash.slice(1)));
    });
    expect(links.length).toBeGreaterThan(1000);
    expect(dead).toEqual([]);
  });

  test('no page loads anything from another server', () => {
    const external = /<(?:script|link|img|iframe)\b[^>]* (?:src|href)="(?:https?:)?\/\/[^"]+"/g;
    const loads = listPages().flatMap((page) =>
      [...readOutput(page).matchAll(external)]
        .map(([tag]) => tag)
        .filter((tag) => !tag.includes('rel="canonical"')),
    );
    expect(loads).toEqual([]);
    const styles = globSync('assets/**/*.css', { cwd: output }).map(readOutput).join('\n');
    expect(styles).not.toMatch(/url\(["']?(?:https?:)?\/\//);
  });
});

describe('for assistants', () => {
  test('each page is Markdown at its address, and its links are absolute', () => {
    for (const source of sources) {
      const address = toAddress(source) ?? '';
      const text = readOutput(`${address === '/' ? 'index' : address}.md`);
      expect([source, text.length > 100]).toEqual([source, true]);
      const prose = text.replaceAll(/^( *)```[^]*?^ *```$/gm, '');
      const links = [...prose.matchAll(/\]\(([^)\s]+)(?: ["'][^)]*)?\)/g)].map(([, link = '']) => link);
      expect([source, links.filter((link) => !/^(https?:|#|mailto:)/.test(link))]).toEqual([source, []]);
    }
  });

  test('llms.txt lists each page with a sentence, and the listed pages exist', () => {
    const rows = [...readOutput('llms.txt').matchAll(/^- \[(.+?)\]\((.+?)\): (.*)$/gm)];
    expect(rows.length).toBe(sources.filter((source) => toAddress(source) !== '/').length);
    for (const [, title, link = '', sentence = ''] of rows) {
      expect(existsSync(join(output, link.slice(siteUrl.length)))).toBe(true);
      expect([title, sentence.length > 10]).toEqual([title, true]);
    }
  });

  test('llms-full.txt contains the pages for users', () => {
    const text = readOutput('llms-full.txt');
    for (const address of ['/errors', '/widget', '/packages/sandbox'])
      expect(text).toContain(readOutput(`${address}.md`).trim());
    expect(text).not.toContain(readOutput('/architecture.md').trim());
  });
});

describe('the search', () => {
  const questions = z
    .array(z.object({ who: z.string(), question: z.string(), page: z.string() }))
    .parse(parse(readFileSync(join(root, 'docs-site', 'questions.yaml'), 'utf8')));
  let index: { search: (question: string) => { id: string }[] };

  beforeAll(async () => {
    const [chunk = ''] = globSync('assets/chunks/@localSearchIndexroot*.js', { cwd: output });
    const { default: json } = (await import(pathToFileURL(join(output, chunk)).href)) as { default: string };
    // The library and the fields of VPLocalSearchBox.vue in VitePress.
    const require = createRequire(createRequire(import.meta.url).resolve('vitepress/package.json'));
    const { default: MiniSearch } = (await import(pathToFileURL(require.resolve('minisearch')).href)) as {
      default: { loadJSON: (json: string, options: object) => typeof index };
    };
    const { options, searchOptions: ranking } = searchOptions.options.miniSearch;
    const fields = { fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] };
    index = MiniSearch.loadJSON(json, { ...fields, searchOptions: ranking, ...options });
  });

  test('there are thirty questions of eight kinds of readers', () => {
    expect(questions.length).toBe(30);
    expect(new Set(questions.map(({ who }) => who)).size).toBe(8);
  });

  test.each(questions)('$who: $question', ({ question, page }) => {
    const hits = index.search(question).map(({ id }) => id.replace(/#.*/, ''));
    expect(hits.slice(0, 3)).toContain(toAddress(page));
  });
});

/** The path of a page below the address of the site: `/errors` for `errors.html`. */
function toPath(page: string): string {
  return `/${page.replaceAll('\\', '/').replace(/(?:^|(?<=\/))index\.html$|\.html$/, '')}`;
}
