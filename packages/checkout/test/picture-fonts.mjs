// The fonts of the pictures, from packages: pictures are the same on every machine, whatever is installed there.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// They are dependencies of the workspace, which the element itself does not have.
const workspace = createRequire(new URL('../../../package.json', import.meta.url));

/** By the name of the package below @fontsource: the weights that the element's styles use, where the font has them. */
const fonts = { 'noto-sans': [400, 500, 600], 'noto-sans-tamil': [400, 500, 600], 'zcool-xiaowei': [400] };

/** The path of every address of a font. */
export const fontPath = '/fonts/';

/** What elements are given as their font. */
export const fontFamily = "'Noto Sans', 'Noto Sans Tamil', 'ZCOOL XiaoWei'";

/** Rules that declare the fonts, each with the characters it has; a page loads the files that its text needs. */
export async function fontRules() {
  const sheets = Object.entries(fonts).flatMap(([name, weights]) =>
    weights.map(async (weight) => {
      const text = await readFile(join(folderOf(name), `${weight}.css`), 'utf8');
      return text.replaceAll('url(./files/', `url(${fontPath}${name}/`);
    }),
  );
  const family = `:root{font-family:${fontFamily};--pgw-font:${fontFamily}}`;
  return [...(await Promise.all(sheets)), family].join('\n');
}

/** The file of a font's address. */
export function readFont(path) {
  const [name = '', file = ''] = path.slice(fontPath.length).split('/');
  return readFile(join(folderOf(name), 'files', file));
}

function folderOf(name) {
  return dirname(workspace.resolve(`@fontsource/${name}/package.json`));
}
