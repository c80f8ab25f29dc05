import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { buildGallery, galleryServer } from '../gallery/build.ts';
import { codeStyles, codeTransformer, useRepositoryLinks, useSections } from '../markdown.ts';
import { describe, description, writeMarkdownFiles } from '../markdown-files.ts';
import { otherMarkdown, repositoryUrl, root, siteUrl, sources, toAddress, toAnchor } from '../pages.ts';
import { searchOptions } from '../search.ts';
import { createSidebars, listReaders, listServers, type Reader } from '../sidebar.ts';

const folder = dirname(fileURLToPath(import.meta.url));
const base = `${new URL(siteUrl).pathname.replace(/\/$/, '')}/`;

execFileSync(
  process.execPath,
  [
    '--conditions=pgw-source',
    '--disable-warning=ExperimentalWarning',
    join(folder, '../reference/generate.ts'),
  ],
  { stdio: 'inherit' },
);
const readers = listReaders();
const servers = listServers();

export default defineConfig<
  DefaultTheme.Config & { readonly readers: readonly Reader[]; readonly servers: typeof servers }
>({
  title: 'pgw',
  description,
  lang: 'en',
  base,
  srcDir: root,
  srcExclude: [...otherMarkdown, '**/{dist,published}/**', '.*/**'],
  rewrites: Object.fromEntries(
    sources.map((source) => {
      const address = toAddress(source) ?? '';
      return [source, `${address === '/' ? 'index' : address.slice(1)}.md`];
    }),
  ),
  outDir: process.env['PGW_DOCS_OUT'] ?? join(folder, '..', 'dist'),
  cacheDir: join(folder, 'cache'),
  cleanUrls: true,
  // The switch of the theme is a click: no transition has to be suppressed, which costs each page two computations of its styles.
  appearance: { disableTransition: false },
  head: [
    ['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }],
    ['meta', { name: 'theme-color', content: '#0b5c6b' }],
    ['style', {}, codeStyles],
  ],
  sitemap: { hostname: `${siteUrl}/` },
  markdown: {
    anchor: { slugify: toAnchor },
    headers: { slugify: toAnchor },
    attrs: false,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [codeTransformer],
    config: (md) => {
      useRepositoryLinks(md);
      useSections(md);
    },
  },
  transformPageData: (page) => ({
    description:
      page.relativePath === 'index.md'
        ? description
        : describe(readFileSync(join(root, page.filePath), 'utf8')),
    frontmatter: {
      ...page.frontmatter,
      head: [
        ['link', { rel: 'canonical', href: `${siteUrl}/${page.relativePath.replace(/(index)?\.md$/, '')}` }],
        ['link', { rel: 'alternate', type: 'text/markdown', href: `${base}${page.relativePath}` }],
      ],
    },
  }),
  vite: {
    publicDir: join(folder, '..', 'public'),
    plugins: [galleryServer(base)],
  },
  themeConfig: {
    readers,
    servers,
    logo: '/icon.svg',
    nav: [
      { text: 'First payment', link: readers[0]?.link ?? '/' },
      { text: 'Gallery', link: '/gallery' },
      { text: 'Reference', link: '/reference/options', activeMatch: '^/reference/' },
    ],
    sidebar: createSidebars(),
    outline: [2, 3],
    search: searchOptions,
    socialLinks: [{ icon: 'github', link: repositoryUrl }],
    editLink: { pattern: `${repositoryUrl}/edit/main/:path`, text: 'Edit this page' },
    footer: { message: 'MIT licensed. No cookies, no tracker.' },
  },
  buildEnd: async ({ outDir }) => {
    writeMarkdownFiles(outDir);
    await buildGallery(outDir, base);
  },
});
