import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compress,
  difference,
  openGallery,
  type Gallery,
} from '../packages/checkout/test/gallery-pictures.mjs';
import { wanted } from '../packages/checkout/test/pictures-wanted.mjs';

// The look of the element against pictures that were found good by eye. After a change that is meant to be seen:
//   UPDATE_PICTURES=1 pnpm exec vitest run --project e2e e2e/widget-pictures.test.ts
// and look at every picture that git then names.

const good = fileURLToPath(new URL('../packages/checkout/test/pictures/', import.meta.url));
const results = fileURLToPath(new URL('../test-results/pictures/', import.meta.url));
const isUpdate = process.env['UPDATE_PICTURES'] === '1';

let gallery: Gallery;
/** Why pictures of this machine can't be compared with those that are kept; empty when they can. */
let otherFonts = '';

beforeAll(async () => {
  gallery = await openGallery();
  await gallery.enter('light');
  const fonts = (await gallery.fonts()).join(', ');
  const file = join(good, 'fonts.json');
  if (isUpdate) {
    mkdirSync(good, { recursive: true });
    writeFileSync(file, `[${fonts}]\n`);
  }
  const kept = JSON.parse(readFileSync(file, 'utf8')).join(', ');
  if (kept !== fonts) {
    otherFonts = `The pictures were taken with other fonts: a sample is ${fonts} px wide here, not ${kept}.`;
  }
  mkdirSync(results, { recursive: true });
}, 60_000);
afterAll(() => gallery.close());

for (const [theme, width, scenes] of wanted) {
  describe(`the element in ${theme} at ${width} px looks as it was found good:`, () => {
    beforeAll(() => gallery.enter(theme));

    for (const scene of scenes.split(' ')) {
      it(scene, async (test) => {
        if (otherFonts !== '') test.skip(otherFonts);
        await gallery.play(scene, theme);
        const { picture, isWide } = await gallery.shoot(width);
        expect(isWide).toBe(false);
        const name = `${scene}-${width}-${theme}.png`;
        if (isUpdate) {
          writeFileSync(join(good, name), compress(picture));
          return;
        }
        const found = await difference(join(good, name), picture);
        if (found === null) return;
        writeFileSync(join(results, name), picture);
        if (found.picture !== null) writeFileSync(join(results, `difference-${name}`), found.picture);
        expect.fail(`${name}: ${found.reason}; see ${results}`);
      });
    }
  });
}
