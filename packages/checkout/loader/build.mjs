// Builds checkout.js, the loader. It runs after the other builds, because the loader contains the names and
// the hashes of their scripts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minify } from 'terser';
import { computeIntegrity } from './manifest.mjs';

const cdn = fileURLToPath(new URL('../dist/cdn/', import.meta.url));

const source = readFileSync(new URL('checkout.js', import.meta.url), 'utf8');
const builds = [findScript(/^core-.*\.mjs$/), findScript(/^legacy-.*\.js$/)];
const { code } = await minify(source.replaceAll('BUILDS', JSON.stringify(builds)), {
  ecma: 5,
  safari10: true,
  compress: { passes: 3 },
  // Browsers read a classic script in the encoding of its page, which may not be UTF-8.
  format: { ascii_only: true },
});
writeFileSync(`${cdn}checkout.js`, code);

/** Finds the file that matches the pattern. Returns its name and its hash. */
function findScript(pattern) {
  const names = readdirSync(`${cdn}checkout`).filter((name) => pattern.test(name));
  const [name] = names;
  if (names.length !== 1)
    throw new Error(`Expected one file ${pattern} in ${cdn}checkout, found ${names.length}.`);
  return [name, computeIntegrity(readFileSync(`${cdn}checkout/${name}`)).replace('sha384-', '')];
}
