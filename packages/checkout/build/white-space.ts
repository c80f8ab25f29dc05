import type { Plugin } from 'vite';
import { findTemplates, replaceRanges, type Replacement, type TaggedTemplate } from './tagged-templates.ts';

/** The text of an error of Lit for a wrong expression in a `css` template. The tests render all templates of the elements. */
const templateError = /"Value passed to 'css' function[^]*?page security\."/;

/**
 * Removes white space from the `html` and `css` templates of a folder, because minifiers do not change templates. Also
 * removes a long text of Lit that no page can cause.
 */
export function whiteSpace(folder: string): Plugin {
  return {
    name: 'pgw-white-space',
    // Runs after TypeScript is compiled.
    enforce: 'post',
    transform(code, id) {
      if (templateError.test(code)) return { code: code.replace(templateError, "'css'"), map: null };
      if (!id.startsWith(folder)) return null;
      const templates = findTemplates(this.parse(code), ['html', 'css']);
      return { code: replaceRanges(code, templates.flatMap(shortenTemplate)), map: null };
    },
  };
}

function shortenTemplate({ tag, texts }: TaggedTemplate): Replacement[] {
  return texts.map(({ start, end, raw }) => ({
    start,
    end,
    text: tag === 'css' ? shortenCss(raw) : shortenHtml(raw),
  }));
}

/** Removes the line breaks and the indentation of a template. */
function shortenHtml(text: string): string {
  const withoutIndentation = text.replace(/\s*\n\s*/g, '\n');
  // The browser does not need a line break between two tags, or between a tag and an expression.
  return withoutIndentation.replace(/(?<=>|^)\n(?=<|$)/g, '').replaceAll('\n', ' ');
}

/** Removes the comments and the indentation of a style sheet. */
export function shortenCss(text: string): string {
  return text
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{};,>])\s*/g, '$1')
    .replace(/:\s/g, ':')
    .replaceAll(';}', '}');
}
