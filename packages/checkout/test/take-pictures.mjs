// Pictures of every state: pnpm exec node test/take-pictures.mjs <directory> [scene,scene…] [width,width…] [light,dark,forced]
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { chromiumArgs, chromiumPath } from '../../../scripts/chromium.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const [directory = 'test-results/pictures', only = '', widths = '320,375,720,1280', themes = 'light,dark'] =
  process.argv.slice(2);

const [{ output }] = await build({
  configFile: false,
  logLevel: 'error',
  build: {
    write: false,
    lib: { entry: `${here}/gallery-page.ts`, formats: ['iife'], name: 'gallery' },
    target: 'es2022',
  },
});
await mkdir(directory, { recursive: true });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs] });
const page = await browser.newPage({ deviceScaleFactor: 1 });
page.on('pageerror', (error) => process.stderr.write(`${error}\n`));
await page.route('**/*', (route) => {
  const isPage = new URL(route.request().url()).pathname === '/';
  return route.fulfill(
    isPage
      ? {
          contentType: 'text/html',
          body: '<!doctype html><html lang="en"><title>Gallery</title><body></body></html>',
        }
      : { status: 404 },
  );
});

for (const theme of themes.split(',')) {
  await page.emulateMedia({
    colorScheme: theme === 'light' ? 'light' : 'dark',
    forcedColors: theme === 'forced' ? 'active' : 'none',
  });
  await page.goto('http://shop.example/');
  await page.addStyleTag({
    content: `body{margin:0;padding:16px;background:${theme === 'light' ? '#edf1f0' : '#0b1110'};color-scheme:${theme === 'light' ? 'light' : 'dark'}}`,
  });
  await page.addScriptTag({ content: output[0].code });
  const names = await page.evaluate(() => globalThis.sceneNames);
  for (const name of names.filter((each) => only === '' || only.split(',').includes(each))) {
    await page.evaluate(
      async ([scene, look]) => {
        document.body.replaceChildren();
        await globalThis.show(scene, look);
      },
      [name, theme === 'light' ? 'light' : 'dark'],
    );
    for (const width of widths.split(',')) {
      await page.setViewportSize({ width: Number(width), height: 600 });
      await page.waitForTimeout(name.startsWith('skeleton') || name.startsWith('leaving') ? 60 : 220);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (wide) process.stderr.write(`${name} scrolls sideways at ${width}\n`);
      await page.screenshot({ path: `${directory}/${name}-${width}-${theme}.png`, fullPage: true });
    }
  }
}
await browser.close();
