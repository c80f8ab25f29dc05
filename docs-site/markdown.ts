// How a Markdown file of the repository becomes a page: its links and pictures, which are relative to the file.
import { dirname, join } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { repositoryUrl, resolveLink, root, siteUrl } from './pages.ts';

/** Makes the links of a page lead to pages of the site, or to the file in the repository. */
export function useRepositoryLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const { realPath, path } = env as { readonly realPath?: string; readonly path?: string };
    const file = realPath ?? path;
    // VitePress also renders single lines, such as titles, without a file.
    if (file === undefined) return;
    const source = file.slice(root.length + 1);
    for (const token of tokens.flatMap((each) => [each, ...(each.children ?? [])])) {
      if (token.type === 'link_open') {
        const href = token.attrGet('href') ?? '';
        if (isRepositoryLink(href)) token.attrSet('href', resolveLink(source, href));
      }
      if (token.type === 'html_inline' || token.type === 'html_block')
        token.content = token.content.replaceAll(
          /(<img\b[^>]*? src=")(?![a-z]+:|[./])/g,
          (start: string) => `${start}./`,
        );
    }
  });
}

export const isRepositoryLink = (href: string): boolean =>
  href.startsWith(`${repositoryUrl}/`) || href.startsWith(`${siteUrl}/`) || !/^([a-z]+:|#|\/)/.test(href);

/** Returns the text of a file with links that work at the address of its page as Markdown. */
export function toPublishedMarkdown(source: string, text: string): string {
  const absolute = (link: string): string => {
    const target = resolveLink(source, link);
    if (!target.startsWith('/')) return target;
    const [page = '', anchor] = target.split('#');
    return `${siteUrl}${page === '/' ? '/index' : page}.md${anchor === undefined ? '' : `#${anchor}`}`;
  };
  return text
    .replace(/^---\n[^]*?\n---\n+/, '')
    .replaceAll(
      /^( *)```[^]*?^ *```$|\]\(([^)\s]+)( ["'][^)]*)?\)|<img[^>]* src="([^"]+)"/gm,
      (match, _indent, link, title, image) => {
        if (typeof link === 'string' && isRepositoryLink(link) && !isPicture(link))
          return `](${absolute(link)}${typeof title === 'string' ? title : ''})`;
        const picture = typeof image === 'string' ? image : isPicture(link) ? link : undefined;
        if (picture === undefined || /^[a-z]+:/.test(picture)) return match;
        return match.replace(picture, `${repositoryUrl}/raw/main/${join(dirname(source), picture)}`);
      },
    );
}

const isPicture = (link: unknown): link is string =>
  typeof link === 'string' && /\.(png|svg|jpg)$/.test(link);
