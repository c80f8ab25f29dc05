import type { Plugin } from 'vite';
import { oldBrowserStyles, withFallbacks } from '../legacy/css-fallbacks.ts';
import { replaceRanges, taggedTemplates, type Replacement, type TaggedTemplate } from './tagged-templates.ts';

/** Adds fallbacks for old browsers to the `css` templates of a folder. */
export function oldStyles(folder: string): Plugin {
  return {
    name: 'pgw-old-styles',
    enforce: 'post',
    transform(code, id) {
      if (!id.startsWith(folder)) return null;
      // The last of the element's style sheets, so these rules win.
      const added = id.endsWith('/ui/styles/preferences.ts') ? oldBrowserStyles : '';
      const templates = taggedTemplates(this.parse(code), ['css']);
      return {
        code: replaceRanges(
          code,
          templates.flatMap((template) => withOldStyles(template, added)),
        ),
        map: null,
      };
    },
  };
}

/** Replaces the expressions of the template while PostCSS processes the style sheet. */
const placeholder = '@pgw-expression;';

function withOldStyles({ texts }: TaggedTemplate, added: string): Replacement[] {
  const css = added + withFallbacks(texts.map(({ raw }) => raw).join(placeholder));
  return css.split(placeholder).map((text, index) => {
    const range = texts[index];
    if (range === undefined) throw new Error('PostCSS has changed the number of expressions.');
    return { start: range.start, end: range.end, text };
  });
}
