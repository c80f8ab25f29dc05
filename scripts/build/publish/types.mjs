// The declarations of a published package. They name no bundled library: @pgw/protocol contains the declarations of zod,
// and the other packages import them from it.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { listEntries } from './entries.mjs';

/** The folder in `dist` with the declarations of zod. */
const zodFolder = 'zod-types';
const allTexts = join('v4', 'locales', 'index.d.ts');

/**
 * Copies the declarations that the entries of a package reach to `<output>/dist`. Returns the reached sources, as paths in
 * `src`.
 */
export function copyTypes({ folder, output, manifest }) {
  const compiled = join(folder, 'dist');
  const entries = listEntries(manifest).map((name) => join(compiled, `${name}.d.ts`));
  const files = listReached(entries);
  const isProtocol = manifest.name === '@pgw/protocol';
  for (const file of files) {
    const path = relative(compiled, file);
    const text = readFileSync(file, 'utf8');
    write(join(output, 'dist', path), isProtocol ? useCopiedZod(text, path) : text);
    cpSync(`${file}.map`, join(output, 'dist', `${path}.map`));
  }
  if (isProtocol) copyZodTypes(folder, join(output, 'dist', zodFolder));
  return files.flatMap((file) => {
    const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
    return sources.map((source) => relative(join(folder, 'src'), join(dirname(file), source)));
  });
}

/** Returns the declarations that these files import, and the files themselves. */
function listReached(entries) {
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    const imports = readFileSync(file, 'utf8').matchAll(
      /(?:from |import |import\()["'](\.[^"']+)\.[tj]s["']/g,
    );
    for (const [, path = ''] of imports) visit(join(dirname(file), `${path}.d.ts`));
  };
  for (const entry of entries) visit(entry);
  return [...reached];
}

/** Copies the declarations of zod that its main entry reaches, with the texts of one language as in the bundle. */
function copyZodTypes(folder, target) {
  const zod = dirname(createRequire(join(folder, 'package.json')).resolve('zod/package.json'));
  const english = "export { default as en } from './en.js';\n";
  write(join(target, allTexts), english);
  const entries = [join(zod, 'index.d.ts'), join(zod, 'v4', 'locales', 'en.d.ts')];
  for (const file of listReached(entries)) {
    const path = relative(zod, file);
    const isOtherText = path.startsWith(dirname(allTexts)) && path !== join(dirname(allTexts), 'en.d.ts');
    if (!isOtherText) write(join(target, path), readFileSync(file, 'utf8'));
  }
}

function useCopiedZod(text, path) {
  const base = `${'../'.repeat(path.split(sep).length - 1) || './'}${zodFolder}`;
  return text
    .replaceAll(/(from |import\()(["'])zod\2/g, `$1$2${base}/index.js$2`)
    .replaceAll(/(from |import\()(["'])zod\/v4\/core\2/g, `$1$2${base}/v4/core/index.js$2`);
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
