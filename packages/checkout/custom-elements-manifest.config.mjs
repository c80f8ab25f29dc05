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
const parts = [...`${read('src/views')}${read('src/card')}`.matchAll(/part="([^"]+)"/g)].flatMap(
  ([, names]) => names.split(/[\s$]/).filter((name) => /^[a-z][a-z-]*[a-z]$/.test(name)),
);
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
