import { transformWithOxc, type Plugin } from 'vite';

/**
 * Smaller without a change in meaning. es2020 has no `#names`: the compiler would keep each in a WeakMap, so they become
 * plain short names here. And the white space of templates and styles, which no minifier touches, goes.
 */
export function compact(source: string): Plugin {
  const names = new Map<string, string>();
  // Each file has its own: a class and what it extends may use the same name for two things.
  const shorten = (file: string, name: string): string => {
    const known = names.get(file + name) ?? `_${names.size.toString(36)}`;
    names.set(file + name, known);
    return known;
  };
  return {
    name: 'pgw-compact',
    enforce: 'pre',
    async transform(text, id) {
      if (!id.startsWith(source)) return null;
      const short = text
        .replace(/(?<=\.|^ {2}(?:(?:readonly|async|get|set) )*)#([a-zA-Z]\w*)/gm, (_match, name: string) =>
          shorten(id, name),
        )
        .replace(/\bcss(`[^`]*`)/g, (_match, sheet: string) => compactCss(sheet))
        .replace(/\n\s*/g, (gap) => (/html`/.test(text) ? '\n' : gap));
      // Fields are assigned: es2020 has none, and to define them one by one costs a helper of its own.
      const { code, map } = await transformWithOxc(short, id, {
        tsconfig: false,
        target: 'es2020',
        assumptions: { setPublicClassFields: true },
        typescript: { removeClassFieldsWithoutInitializer: true },
      });
      return { code, map };
    },
  };
}

/** A style sheet without comments and needless white space. */
export function compactCss(text: string): string {
  return text
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{};,>])\s*/g, '$1')
    .replace(/:\s/g, ':')
    .replaceAll(';}', '}');
}
