// Takes pictures of the scenes of the gallery. All arguments are optional:
//
//   npx node test/take-pictures.mjs <directory> <scene,scene…> <width,width…> <light,dark,forced> <language>
//
// The theme `forced` is the dark theme with forced colors.
import { mkdir, writeFile } from 'node:fs/promises';
import { openGallery } from './gallery-pictures.ts';

const [
  directory = 'test-results/pictures',
  chosenScenes = '',
  widths = '320,375,720,1280',
  themes = 'light,dark',
  language = 'en',
] = process.argv.slice(2);

await mkdir(directory, { recursive: true });
const gallery = await openGallery();
for (const theme of themes.split(',')) {
  await gallery.loadPage(theme);
  const names = await gallery.readSceneNames();
  for (const name of names.filter(
    (scene) => chosenScenes === '' || chosenScenes.split(',').includes(scene),
  )) {
    await gallery.play(name, theme, language);
    for (const width of widths.split(',')) {
      const { picture, scrollsHorizontally } = await gallery.takePicture(Number(width));
      if (scrollsHorizontally)
        process.stderr.write(`${name} scrolls horizontally at a width of ${width} px\n`);
      await writeFile(`${directory}/${name}-${width}-${theme}.png`, picture);
    }
  }
}
await gallery.close();
