// Makes checkout.js, the loader, once the builds that it picks from are there. Their hashes become a part of it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minify } from 'terser';
import { integrityOf } from './manifest.mjs';

const cdn = fileURLToPath(new URL('../dist/cdn/', import.meta.url));

const source = readFileSync(new URL('checkout.js', import.meta.url), 'utf8');
const builds = [build(/^core-.*\.mjs$/), build(/^legacy-.*\.js$/)];
const { code } = await minify(source.replaceAll('BUILDS', JSON.stringify(builds)), {
  ecma: 5,
  safari10: true,
  compress: { passes: 3 },
  // A classic script is read in the encoding of its page, which may be another than UTF-8.
  format: { ascii_only: true },
});
writeFileSync(`${cdn}checkout.js`, code);

/** Name and hash of the one file of that name. */
function build(pattern) {
  const names = readdirSync(`${cdn}checkout`).filter((name) => pattern.test(name));
  const [name] = names;
  if (names.length !== 1)
    throw new Error(`${cdn}checkout holds ${names.length} files like ${pattern}, not one.`);
  return [name, integrityOf(readFileSync(`${cdn}checkout/${name}`)).replace('sha384-', '')];
}
