import type { Plugin } from 'vite';
import { replaceRanges, taggedTemplates, type Replacement, type TaggedTemplate } from './tagged-templates.ts';

/** Removes white space from the `html` and `css` templates of a folder, which a minifier leaves alone. */
export function whiteSpace(folder: string): Plugin {
  return {
    name: 'pgw-white-space',
    // After TypeScript is compiled.
    enforce: 'post',
    transform(code, id) {
      if (!id.startsWith(folder)) return null;
      const templates = taggedTemplates(this.parse(code), ['html', 'css']);
      return { code: replaceRanges(code, templates.flatMap(shortened)), map: null };
    },
  };
}

function shortened({ tag, texts }: TaggedTemplate): Replacement[] {
  return texts.map(({ start, end, raw }) => ({
    start,
    end,
    text: tag === 'css' ? shortenCss(raw) : shortenHtml(raw),
  }));
}

/** White space with a line break is indentation. Between tags and expressions it would only add text nodes. */
function shortenHtml(text: string): string {
  return text
    .replace(/\s*\n\s*/g, '\n')
    .replace(/(?<=>|^)\n(?=<|$)/g, '')
    .replaceAll('\n', ' ');
}

/** A style sheet without comments and indentation. */
export function shortenCss(text: string): string {
  return text
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{};,>])\s*/g, '$1')
    .replace(/:\s/g, ':')
    .replaceAll(';}', '}');
}
