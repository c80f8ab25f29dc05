import { readdirSync, readFileSync } from 'node:fs';

const sourceFolder = new URL('src/', import.meta.url);

/** The text of all files in `src`. */
const source = readdirSync(sourceFolder, { recursive: true })
  .filter((name) => name.endsWith('.ts'))
  .sort((a, b) => (a < b ? -1 : 1))
  .map((name) => readFileSync(new URL(name, sourceFolder), 'utf8'))
  .join('\n');

// The custom properties and the parts are read from the styles and the views, so that the manifest is never
// outdated.

// The colors are listed in ui/styles/tokens.ts: ['bg', '#fff', '#121918'].
const colors = [...source.matchAll(/^ +\['([a-z-]+)', '#/gm)].map(([, name]) => `--pgw-color-${name}`);
// Every other custom property is used by its name: var(--pgw-radius, 14px).
const sizes = [...source.matchAll(/var\(\s*(--pgw-(?!color)[a-z-]+)/g)].map(([, name]) => name);
/** Reads the values of a union of strings. `declaration` is the beginning of its declaration. */
const readUnionValues = (declaration) =>
  [...new RegExp(`${declaration} ?[:=] ([^;]+);`).exec(source)[1].matchAll(/'([a-z]+)'/g)].map(
    ([, value]) => value,
  );
const parts = [
  // This also finds the names that a template adds: part="bank${isChosen ? ' bank-selected' : ''}".
  ...[...source.matchAll(/part="([^"]+)"/g)].flatMap(([, names]) => [
    ...names.matchAll(/(?<=^|[\s'])([a-z][a-z-]*[a-z])(?=$|[\s'$])/g),
  ]),
  // The third argument of renderHeading() is the name of a part.
  ...source.matchAll(/renderHeading\(.*'([a-z]+-[a-z-]+)'/g),
]
  .map(([, name]) => name)
  .concat(readUnionValues('type Tone').map((tone) => `notice-${tone}`))
  .concat(readUnionValues('interface Screen \\{\\s+readonly state').map((state) => `screen-${state}`));
const toSortedEntries = (names) =>
  [...new Set(names)].sort((a, b) => (a < b ? -1 : 1)).map((name) => ({ name }));

const publicOnly = {
  name: 'pgw-public-only',
  packageLinkPhase({ customElementsManifest }) {
    for (const { declarations } of customElementsManifest.modules) {
      for (const declaration of declarations) {
        declaration.members = declaration.members?.filter(({ privacy = 'public' }) => privacy === 'public');
        if (declaration.tagName === undefined) continue;
        declaration.cssProperties = toSortedEntries([...colors, ...sizes]);
        declaration.cssParts = toSortedEntries([...parts, 'container']);
      }
    }
  },
};

export default {
  globs: ['src/element/base-element.ts', 'src/pgw-checkout.ts', 'src/pgw-payment-status.ts'],
  outdir: '.',
  litelement: true,
  packagejson: false,
  plugins: [publicOnly],
};
