// Writes each page as Markdown at its address with `.md`, and the two files for assistants: `llms.txt`, which lists the pages, and
// `llms-full.txt`, which contains them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toPublishedMarkdown } from './markdown.ts';
import { root, siteUrl, sources, toAddress } from './pages.ts';
import { createSidebar, listReaders } from './sidebar.ts';

export function writeMarkdownFiles(outputFolder: string): void {
  const pages = new Map(
    sources.map((source) => {
      const address = toAddress(source) ?? '';
      const text = toPublishedMarkdown(source, readFileSync(join(root, source), 'utf8'));
      return [address, address === '/' ? writeFrontPage() : text] as const;
    }),
  );
  const write = (path: string, text: string): void => {
    const file = join(outputFolder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const [address, text] of pages) write(`${address === '/' ? '/index' : address}.md`, text);
  const groups = createSidebar();
  const list = groups.map(
    ({ text: title, items }) =>
      `## ${title}\n\n${items
        .map(({ text, link }) => `- [${text}](${siteUrl}${link}.md): ${describe(pages.get(link) ?? '')}`)
        .join('\n')}\n`,
  );
  write('llms.txt', `# pgw\n\n> ${description}\n\n${list.join('\n')}`);
  const full = groups
    .filter(({ text }) => text !== 'Contributor')
    .flatMap(({ items }) => items)
    .map(({ link }) => `<!-- ${siteUrl}${link} -->\n\n${pages.get(link) ?? ''}`);
  write('llms-full.txt', `# pgw\n\n> ${description}\n\n${full.join('\n\n')}`);
}

/** The first page is a component. As Markdown it is the list of the readers' pages. */
function writeFrontPage(): string {
  const rows = listReaders().map(
    ({ who, what, link, action }) => `- ${who}: ${what} [${action}](${siteUrl}${link}.md)`,
  );
  return `# pgw\n\n${description}\n\n${rows.join('\n')}\n\n[llms.txt](${siteUrl}/llms.txt) lists all pages.\n`;
}

export const description =
  'pgw takes payments on the web: a checkout element for the page, middleware for the server, a typed client, and a sandbox of the gateway.';

/** The first sentence of a page, without its marks. */
export function describe(text: string): string {
  const [, paragraph = ''] =
    /^(?!#|\||```|!|<)(\S[^]*?)(?:\n\n|$(?![^]))/m.exec(text.replace(/^# .*\n+/, '')) ?? [];
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .replace(/^- /, '')
    .replaceAll('**', '');
  return (/^.{20,}?[.:](?= |$)/.exec(plain)?.[0] ?? plain).replace(/:$/, '.');
}
