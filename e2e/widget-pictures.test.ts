import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compressPicture,
  comparePictures,
  openGallery,
  type Gallery,
} from '../packages/checkout/test/gallery-pictures.ts';
import { approvedPictures } from '../packages/checkout/test/approved-pictures.ts';
import { isHeadlessShellPinned } from '../scripts/programs/chromium.mjs';
import { skipBecause } from '../scripts/skip-because.ts';
import { isNightly } from '../scripts/nightly.ts';

// Compares screenshots of the element with approved pictures, which are rendered with fonts of the workspace.
// After an intended visible change, run this command and check every picture that git lists as changed:
//   UPDATE_PICTURES=1 npx vitest run --project e2e e2e/widget-pictures.test.ts

const approvedFolder = fileURLToPath(new URL('../packages/checkout/test/pictures/', import.meta.url));
const resultFolder = fileURLToPath(new URL('../test-results/pictures/', import.meta.url));
const reason = isHeadlessShellPinned()
  ? undefined
  : 'Pictures are compared only in the pinned Chromium, because each version draws some pixels differently.';
const isUpdate = process.env['UPDATE_PICTURES'] === '1';

/** The nightly run compares all scenes. */
const scenesOfEveryRun = ['ready', 'banks', 'success'];

let gallery: Gallery;

beforeAll(async () => {
  gallery = await openGallery();
  mkdirSync(approvedFolder, { recursive: true });
  mkdirSync(resultFolder, { recursive: true });
});
afterAll(() => gallery.close());

for (const [theme, width, allScenes, language = 'en'] of approvedPictures) {
  const isFirst = width === 375 && language === 'en' && theme !== 'forced';
  const ofEveryRun = isFirst ? scenesOfEveryRun : scenesOfEveryRun.slice(0, 1);
  const scenes = allScenes.split(' ').filter((scene) => isNightly || isUpdate || ofEveryRun.includes(scene));
  if (scenes.length === 0) continue;
  describe(`in ${theme} at ${width} px in ${language}`, skipBecause(reason), () => {
    beforeAll(() => gallery.loadPage(theme));

    for (const scene of scenes) {
      it(`the scene ${scene} of the element equals its approved picture (${theme}, ${width} px, ${language})`, async () => {
        await gallery.play(scene, theme, language);
        const { picture, scrollsHorizontally } = await gallery.takePicture(width);
        expect(scrollsHorizontally).toBe(false);
        const name = `${scene}-${width}-${theme}${language === 'en' ? '' : `-${language}`}.png`;
        if (isUpdate) {
          writeFileSync(join(approvedFolder, name), compressPicture(picture));
          return;
        }
        const mismatch = await comparePictures(join(approvedFolder, name), picture);
        if (mismatch === null) return;
        writeFileSync(join(resultFolder, name), picture);
        if (mismatch.picture !== null)
          writeFileSync(join(resultFolder, `difference-${name}`), mismatch.picture);
        expect.fail(`${name}: ${mismatch.reason}; see ${resultFolder}`);
      });
    }
  });
}

if (isNightly)
  describe('the comparison of pictures', skipBecause(reason), () => {
    const approvedPicture = join(approvedFolder, 'ready-375-light.png');

    async function takePictureWithRule(rule: string): Promise<Buffer> {
      await gallery.loadPage('light');
      await gallery.play('ready', 'light');
      await gallery.addRule(rule);
      return (await gallery.takePicture(375)).picture;
    }

    const changes = [
      ['Pay two pixels lower', '.primary { translate: 0 2px }'],
      ['another color of Pay', '.primary { background: #0b6b5c !important }'],
      ['bolder channel names', '.channel-name { font-weight: 600 !important }'],
      ['no hints', '.hint { visibility: hidden !important }'],
    ] as const;
    it.each(changes)('a picture with %s differs from the approved one', async (_change, rule) => {
      expect(await comparePictures(approvedPicture, await takePictureWithRule(rule))).not.toBeNull();
    });

    it('a picture with another anti-aliasing of letters equals the approved one', async () => {
      const picture = await takePictureWithRule('.names, .legend, .primary span { translate: 0.02px 0 }');
      expect(await comparePictures(approvedPicture, picture)).toBeNull();
    });
  });
