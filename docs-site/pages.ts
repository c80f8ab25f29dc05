// The pages of the site: which file of the repository each one is made from, its address, and its place in the sidebar.
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { referencePages } from './reference/names.ts';

export const root: string = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly documentation: string;
  readonly homepage: string;
};
/** The address of the deployed site, without a slash at its end. */
export const siteUrl: string = manifest.documentation;
export const repositoryUrl: string = manifest.homepage.replace(/#.*/, '');

const isDependency = (path: string): boolean => /(^|\/)(node_modules|dist|published)(\/|$)|^\./.test(path);
const markdownFiles = globSync('**/*.md', { cwd: root, exclude: isDependency }).map((path) =>
  path.replaceAll('\\', '/'),
);
/** The pages that `reference/generate.ts` writes before each build. */
const generated = Object.keys(referencePages).map((name) => `docs-site/generated/${name}.md`);

/** The files that become pages: their paths below the root. */
export const sources: readonly string[] = [
  ...markdownFiles
    .filter((path) => toAddress(path) !== undefined && !path.startsWith('docs-site/generated/'))
    .toSorted(),
  ...generated,
];
export const otherMarkdown: readonly string[] = markdownFiles.filter((path) => !sources.includes(path));

/** Returns the address of a file's page below the address of the site, such as `/errors`, or undefined. */
export function toAddress(source: string): string | undefined {
  const [, page] = /^(?:docs|docs-site\/pages)\/(.*)\.md$/.exec(source) ?? [];
  if (page !== undefined) return page === 'index' ? '/' : `/${page}`;
  const [, name] = /^docs-site\/generated\/(.*)\.md$/.exec(source) ?? [];
  if (name !== undefined) return name in referencePages ? `/reference/${name}` : undefined;
  const [, folder] = /^((?:packages|examples)\/[\w-]+)(?:\/README\.md)?$/.exec(source) ?? [];
  if (folder !== undefined) return markdownFiles.includes(`${folder}/README.md`) ? `/${folder}` : undefined;
  return undefined;
}

/** Returns the target of a link of a page: an address of the site such as `/errors#anchor`, or a URL. */
export function resolveLink(source: string, link: string): string {
  const path = link.startsWith(`${repositoryUrl}/`)
    ? link.slice(repositoryUrl.length + 1).replace(/^(?:blob|tree)\/main\//, '')
    : link.startsWith(`${siteUrl}/`)
      ? undefined
      : relative(root, resolve(root, dirname(source), link)).replaceAll('\\', '/');
  if (path === undefined) return link.slice(siteUrl.length);
  if (/^[a-z]+:/.test(link) && !link.startsWith(repositoryUrl)) return link;
  const [file = '', anchor] = path.split('#');
  // GitHub shows the README of a folder at this anchor.
  const end = anchor === undefined || anchor === 'readme' ? '' : `#${anchor}`;
  if (link.startsWith('#')) return link;
  if (file === 'README.md') return `/${end}`;
  const address = toAddress(file);
  if (address !== undefined) return `${address}${end}`;
  if (link.startsWith(repositoryUrl)) return link;
  const kind = statSync(join(root, file)).isDirectory() ? 'tree' : 'blob';
  return `${repositoryUrl}/${kind}/main/${file}${end}`;
}

/** The anchor that GitHub derives from a heading, so that a link works there and on the site. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .trim()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

export function readTitle(source: string): string {
  const name = /^docs-site\/generated\/(.*)\.md$/.exec(source)?.[1] ?? '';
  if (name in referencePages) return referencePages[name] ?? name;
  const text = readFileSync(join(root, source), 'utf8');
  return (/^title: (.*)$/m.exec(text)?.[1] ?? /^# (.*)$/m.exec(text)?.[1] ?? source).replaceAll('`', '');
}
