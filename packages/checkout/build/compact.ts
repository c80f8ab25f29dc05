import { transformWithOxc, type Plugin } from 'vite';

/**
 * Smaller without a change in meaning. es2020 has no `#names`: the compiler would keep each in a WeakMap, so they become
 * plain short names here. And the white space of templates and styles, which no minifier touches, goes.
 */
export function compact(source: string): Plugin {
  const family = new Map<string, string>();
  return {
    name: 'pgw-compact',
    enforce: 'pre',
    async transform(text, id) {
      if (!id.startsWith(source)) return null;
      const isTemplate = text.includes('html`');
      // A class and what it extends may use one name for two things, so each file of theirs has names of its own. All others
      // share the shortest, which gzip likes best.
      const isFamily = /\bclass \w+ extends\b|\babstract class\b/.test(text);
      const names = isFamily ? family : new Map<string, string>();
      const shorten = (name: string): string => {
        const short = names.get(id + name) ?? `${isFamily ? '_' : '$'}${names.size.toString(36)}`;
        names.set(id + name, short);
        return short;
      };
      const short = text
        .replace(/(?<=\.|^ {2}(?:(?:readonly|async|get|set) )*)#([a-zA-Z]\w*)/gm, (_match, name: string) =>
          shorten(name),
        )
        .replace(/\bcss(`[^`]*`)/g, (_match, sheet: string) => compactCss(sheet))
        .replace(/\n\s*/g, (gap) => (isTemplate ? '\n' : gap))
        // White space between tags is a node of the page for each; none of ours stands between words.
        .replace(/(?<=[>}])\n(?=<|\$\{)/g, (gap) => (isTemplate ? '' : gap));
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
