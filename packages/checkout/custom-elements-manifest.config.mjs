import { readdirSync, readFileSync } from 'node:fs';

const read = (folder) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(new URL(`${folder}/${name}`, import.meta.url), 'utf8'))
    .join('\n');

/** What can be styled, read from the styles and the views, so that it can't be out of date. */
const colours = [...read('src/styles').matchAll(/^ +\['([a-z-]+)', '#/gm)].map(
  ([, name]) => `--pgw-color-${name}`,
);
const sizes = [...read('src/styles').matchAll(/var\(\s*(--pgw-(?!color)[a-z-]+)/g)].map(([, name]) => name);
const views = `${read('src/views')}${read('src/card')}`;
const unionOf = (name) => [...new RegExp(`${name} ?[:=] ([^;]+);`).exec(views)[1].matchAll(/'([a-z]+)'/g)];
const parts = [
  // Also those that a template adds: part="bank${isChosen ? ' bank-selected' : ''}".
  ...[...views.matchAll(/part="([^"]+)"/g)].flatMap(([, names]) => [
    ...names.matchAll(/(?<=^|[\s'])([a-z][a-z-]*[a-z])(?=$|[\s'$])/g),
  ]),
  ...views.matchAll(/heading\(.*'([a-z]+-[a-z-]+)'/g),
]
  .map(([, name]) => name)
  .concat(unionOf('type Tone').map(([, tone]) => `notice-${tone}`))
  .concat(unionOf('readonly state').map(([, state]) => `screen-${state}`));
const sorted = (names) => [...new Set(names)].sort((a, b) => (a < b ? -1 : 1)).map((name) => ({ name }));

const publicOnly = {
  name: 'pgw-public-only',
  packageLinkPhase({ customElementsManifest }) {
    for (const { declarations } of customElementsManifest.modules) {
      for (const declaration of declarations) {
        declaration.members = declaration.members?.filter(({ privacy = 'public' }) => privacy === 'public');
        if (declaration.tagName === undefined) continue;
        declaration.cssProperties = sorted([...colours, ...sizes]);
        declaration.cssParts = sorted([...parts, 'container']);
      }
    }
  },
};

export default {
  globs: ['src/pgw-element.ts', 'src/pgw-checkout.ts', 'src/pgw-payment-status.ts'],
  outdir: '.',
  litelement: true,
  packagejson: false,
  plugins: [publicOnly],
};
