import type { Plugin } from 'vite';
import { oldBrowserStyles, withFallbacks } from '../legacy/css-fallbacks.ts';
import { findTemplates, replaceRanges, type Replacement, type TaggedTemplate } from './tagged-templates.ts';

/** Adds fallbacks for old browsers to the `css` templates of a folder. */
export function legacyStyles(folder: string): Plugin {
  return {
    name: 'pgw-legacy-styles',
    enforce: 'post',
    transform(code, id) {
      if (!id.startsWith(folder)) return null;
      // This is the last style sheet of the elements, so its rules override the others.
      const extraStyles = id.endsWith('/ui/styles/preferences.ts') ? oldBrowserStyles : '';
      const templates = findTemplates(this.parse(code), ['css']);
      const replacements = templates.flatMap((template) => addFallbacks(template, extraStyles));
      return { code: replaceRanges(code, replacements), map: null };
    },
  };
}

/** Replaces each expression of a template while PostCSS processes the style sheet. */
const placeholder = '@pgw-expression;';

function addFallbacks({ texts }: TaggedTemplate, extraStyles: string): Replacement[] {
  const css = extraStyles + withFallbacks(texts.map(({ raw }) => raw).join(placeholder));
  return css.split(placeholder).map((text, index) => {
    const range = texts[index];
    if (range === undefined) throw new Error('PostCSS has changed the number of expressions.');
    return { start: range.start, end: range.end, text };
  });
}
