// The fonts of the pictures and of the layout tests. They come from packages, so that no test depends on the
// fonts of the machine.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// The packages are dependencies of the workspace, not of the checkout package.
const workspace = createRequire(new URL('../../../package.json', import.meta.url));

/** Weights by the name of a @fontsource package. */
export type FontWeights = Readonly<Record<string, readonly number[]>>;

/**
 * The weights of each font that the styles of the elements use. The key is the name of the @fontsource
 * package.
 */
export const pictureFonts: FontWeights = {
  'noto-sans': [400, 500, 600],
  'noto-sans-tamil': [400, 500, 600],
  'zcool-xiaowei': [400],
};

/** The beginning of the path of every font URL. */
export const fontPath = '/fonts/';

/** The value of `--pgw-font` for the pictures. */
export const fontFamily = "'Noto Sans', 'Noto Sans Tamil', 'ZCOOL XiaoWei'";

/** Returns the style sheet of the pictures: the fonts, and the font of the page and of the elements. */
export async function createFontRules(): Promise<string> {
  const family = `:root{font-family:${fontFamily};--pgw-font:${fontFamily}}`;
  return [await createFontFaces(pictureFonts), family].join('\n');
}

/** Returns CSS rules that declare fonts. A page loads only the files that its text needs. */
export async function createFontFaces(fonts: FontWeights): Promise<string> {
  const sheets = Object.entries(fonts).flatMap(([name, weights]) =>
    weights.map(async (weight) => {
      const text = await readFile(join(findFolder(name), `${weight}.css`), 'utf8');
      return text.replaceAll('url(./files/', `url(${fontPath}${name}/`);
    }),
  );
  return (await Promise.all(sheets)).join('\n');
}

/** Reads the file of a font URL. */
export function readFont(path: string): Promise<Buffer> {
  const [name = '', file = ''] = path.slice(fontPath.length).split('/');
  return readFile(join(findFolder(name), 'files', file));
}

function findFolder(name: string): string {
  return dirname(workspace.resolve(`@fontsource/${name}/package.json`));
}
