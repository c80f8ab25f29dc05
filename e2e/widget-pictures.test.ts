import { mkdirSync, writeFileSync } from 'node:fs';
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

// Compares screenshots of the element with approved ones, rendered with fonts of the workspace. After a
// change that is meant to be seen:
//   UPDATE_PICTURES=1 pnpm exec vitest run --project e2e e2e/widget-pictures.test.ts
// and look at every picture that git then names.

const good = fileURLToPath(new URL('../packages/checkout/test/pictures/', import.meta.url));
const results = fileURLToPath(new URL('../test-results/pictures/', import.meta.url));
const isUpdate = process.env['UPDATE_PICTURES'] === '1';

let gallery: Gallery;

beforeAll(async () => {
  gallery = await openGallery();
  mkdirSync(good, { recursive: true });
  mkdirSync(results, { recursive: true });
});
afterAll(() => gallery.close());

for (const [theme, width, scenes, language = 'en'] of wanted) {
  describe(`in ${theme} at ${width} px in ${language}`, () => {
    beforeAll(() => gallery.enter(theme));

    for (const scene of scenes.split(' ')) {
      it(`the scene ${scene} of the element equals its approved picture (${theme}, ${width} px, ${language})`, async () => {
        await gallery.play(scene, theme, language);
        const { picture, isWide } = await gallery.shoot(width);
        expect(isWide).toBe(false);
        const name = `${scene}-${width}-${theme}${language === 'en' ? '' : `-${language}`}.png`;
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

describe('the comparison of pictures', () => {
  const ready = join(good, 'ready-375-light.png');

  async function readyWith(rule: string): Promise<Buffer> {
    await gallery.enter('light');
    await gallery.play('ready', 'light');
    await gallery.change(rule);
    return (await gallery.shoot(375)).picture;
  }

  it.each([
    ['another color of Pay', '.primary { background: #0b6b5c !important }'],
    ['Pay two pixels lower', '.primary { translate: 0 2px }'],
    ['bolder channel names', '.channel-name { font-weight: 600 !important }'],
    ['no hints', '.hint { visibility: hidden !important }'],
  ])('a picture with %s differs from the approved one', async (_change, rule) => {
    expect(await difference(ready, await readyWith(rule))).not.toBeNull();
  });

  it('a picture with another anti-aliasing of letters equals the approved one', async () => {
    const picture = await readyWith('.pgw { translate: 0.02px 0 }');
    expect(await difference(ready, picture)).toBeNull();
  });
});
