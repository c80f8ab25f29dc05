import { readdirSync, readFileSync } from 'node:fs';

const source = new URL('src/', import.meta.url);

/** The text of all files below src. */
const text = readdirSync(source, { recursive: true })
  .filter((name) => name.endsWith('.ts'))
  .sort((a, b) => (a < b ? -1 : 1))
  .map((name) => readFileSync(new URL(name, source), 'utf8'))
  .join('\n');

/** What can be styled, read from the styles and the views, so that it cannot be outdated. */
const colors = [...text.matchAll(/^ +\['([a-z-]+)', '#/gm)].map(([, name]) => `--pgw-color-${name}`);
const sizes = [...text.matchAll(/var\(\s*(--pgw-(?!color)[a-z-]+)/g)].map(([, name]) => name);
const unionOf = (name) => [...new RegExp(`${name} ?[:=] ([^;]+);`).exec(text)[1].matchAll(/'([a-z]+)'/g)];
const parts = [
  // Including those that a template adds: part="bank${isChosen ? ' bank-selected' : ''}".
  ...[...text.matchAll(/part="([^"]+)"/g)].flatMap(([, names]) => [
    ...names.matchAll(/(?<=^|[\s'])([a-z][a-z-]*[a-z])(?=$|[\s'$])/g),
  ]),
  ...text.matchAll(/heading\(.*'([a-z]+-[a-z-]+)'/g),
]
  .map(([, name]) => name)
  .concat(unionOf('type Tone').map(([, tone]) => `notice-${tone}`))
  .concat(unionOf('interface Screen \\{\\s+readonly state').map(([, state]) => `screen-${state}`));
const sorted = (names) => [...new Set(names)].sort((a, b) => (a < b ? -1 : 1)).map((name) => ({ name }));

const publicOnly = {
  name: 'pgw-public-only',
  packageLinkPhase({ customElementsManifest }) {
    for (const { declarations } of customElementsManifest.modules) {
      for (const declaration of declarations) {
        declaration.members = declaration.members?.filter(({ privacy = 'public' }) => privacy === 'public');
        if (declaration.tagName === undefined) continue;
        declaration.cssProperties = sorted([...colors, ...sizes]);
        declaration.cssParts = sorted([...parts, 'container']);
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
