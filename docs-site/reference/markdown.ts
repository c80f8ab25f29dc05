// Writes Markdown from texts that were read from sources.

import { existsSync } from 'node:fs';

/** Makes a text of a docstring safe for Markdown with HTML: `<` outside of code is not a tag. Names of documents become links. */
export function escapeText(text: string): string {
  return text
    .replaceAll(/`?\bdocs\/([\w/-]+)\.md(#[\w-]+)?`?/g, (match, name: string, anchor = '') =>
      existsSync(new URL(`../../docs/${name}.md`, import.meta.url))
        ? `[docs/${name}.md](../../docs/${name}.md${anchor})`
        : match,
    )
    .split(/(```[^]*?```|`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;'),
    )
    .join('');
}

export function toTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('\n', ' ').replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

export const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

export const block = (language: string, text: string): string => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

export const paragraphs = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== false && part !== '').join('\n\n');
