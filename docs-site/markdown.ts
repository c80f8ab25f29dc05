// How a Markdown file of the repository becomes a page: its links and pictures, which are relative to the file, its sections, and
// the colors of its code.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { MarkdownOptions, MarkdownRenderer } from 'vitepress';
import { repositoryUrl, resolveLink, root, siteUrl } from './pages.ts';

type ShikiTransformer = NonNullable<MarkdownOptions['codeTransformers']>[number];

/** Makes the links of a page lead to pages of the site, or to the file in the repository. */
export function useRepositoryLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const { realPath, path } = env as { readonly realPath?: string; readonly path?: string };
    const file = realPath ?? path;
    // VitePress also renders single lines, such as titles, without a file.
    if (file === undefined) return;
    const source = file.slice(root.length + 1);
    let hasPicture = false;
    for (const token of tokens.flatMap((each) => [each, ...(each.children ?? [])])) {
      if (token.type === 'link_open') {
        const href = token.attrGet('href') ?? '';
        if (isRepositoryLink(href)) token.attrSet('href', resolveLink(source, href));
      }
      if (token.type === 'html_inline' || token.type === 'html_block')
        token.content = token.content.replaceAll(
          /(<img\b[^>]*? src=")((?![a-z]+:|[./])[^"]+)(" width="(\d+)")/g,
          (_, start: string, picture: string, end: string, width: string) => {
            const height = scaleHeight(join(root, dirname(source), picture), Number(width));
            // The browser loads the first picture at once, and the others when they are near the screen.
            const loading = hasPicture ? ' loading="lazy"' : '';
            hasPicture = true;
            return `${start}./${picture}${end} height="${height}"${loading}`;
          },
        );
    }
  });
}

/** Puts each heading and its text into a section. The browser renders a section when it is near the screen (style.css). */
export function useSections(md: MarkdownRenderer): void {
  md.core.ruler.push('sections', (state) => {
    const html = (content: string): (typeof state.tokens)[number] =>
      Object.assign(new state.Token('html_block', '', 0), { content });
    let isOpen = false;
    const tokens = state.tokens.flatMap((token) => {
      if (token.type !== 'heading_open' || token.level > 0 || !['h2', 'h3'].includes(token.tag))
        return [token];
      const before = `${isOpen ? '</section>' : ''}<section class="part">`;
      isOpen = true;
      return [html(before), token];
    });
    state.tokens = isOpen ? [...tokens, html('</section>')] : tokens;
  });
}

/** The colors of code in the light and in the dark theme. A class for each pair is shorter than the style that Shiki writes. */
const codeColors = [
  ['#0E1116', '#F0F3F6'],
  ['#A0111F', '#FF9492'],
  ['#702C00', '#FFB757'],
  ['#023B95', '#91CBFF'],
  ['#66707B', '#BDC4CC'],
  ['#032563', '#ADDCFF'],
  ['#622CBC', '#DBB7FF'],
  ['#024C1A', '#72F088'],
].map(([light = '', dark = '']) => `--shiki-light:${light};--shiki-dark:${dark}`);
export const codeStyles: string = codeColors.map((style, index) => `.c${String(index)}{${style}}`).join('');
export const codeTransformer: ShikiTransformer = {
  span(node) {
    const { style } = node.properties;
    const index = typeof style === 'string' ? codeColors.indexOf(style.replace(/;$/, '')) : -1;
    if (index === -1) return;
    delete node.properties['style'];
    this.addClassToHast(node, `c${String(index)}`);
  },
};

/** The height of a PNG that is shown with this width, so that the page does not move when it arrives. */
function scaleHeight(file: string, width: number): string {
  const header = readFileSync(file).subarray(16, 24);
  return String(Math.round((width * header.readUInt32BE(4)) / header.readUInt32BE(0)));
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
