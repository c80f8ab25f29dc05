// Takes pictures of the gallery and compares them with the approved pictures in `test/pictures`.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import { chromium, type Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { build } from 'vite';
import { chromiumArgs, findHeadlessShell } from '../../../scripts/programs/chromium.mjs';
import { fontPath, createFontRules, readFont } from './picture-fonts.ts';

declare global {
  /** The script of the page defines these: see gallery-scene.ts. */
  var sceneNames: readonly string[];
  var show: (scene: string, colorScheme: string) => Promise<void>;
  var useDevice: (action: string, ...args: unknown[]) => Promise<void>;
}

export interface Gallery {
  readonly page: Page;
  /** Loads the page again in a theme: `light`, `dark`, or `forced`, which is dark with forced colors. */
  loadPage(theme: string): Promise<void>;
  readSceneNames(): Promise<readonly string[]>;
  /** Plays a scene on the page that `loadPage` has loaded. */
  play(scene: string, theme: string, language?: string): Promise<void>;
  /** Takes a picture of the scene at a width. Also returns whether the page scrolls horizontally. */
  takePicture(width: number): Promise<{ picture: Buffer; scrollsHorizontally: boolean }>;
  /** Adds a CSS rule to the elements on the page. */
  addRule(rule: string): Promise<void>;
  close(): Promise<void>;
}

const here = fileURLToPath(new URL('.', import.meta.url));
const backgrounds: Readonly<Record<string, string>> = {
  light: '#edf1f0',
  dark: '#0b1110',
  forced: '#0b1110',
};

/**
 * Makes Chromium draw letters without the font hints and the screen colors of the machine, so that pictures
 * of all machines are equal.
 */
const drawingArgs = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'];

/** The share of pixels that may differ, because versions of Chromium smooth edges differently. */
const tolerance = 0.001;

/** The difference of color from which pixelmatch counts a pixel as different, between 0 and 1. */
const colorThreshold = 0.03;

/** How long the page needs to render after a change of its width. */
const renderMs = 120;

/** The color type of PNG files for red, green and blue without transparency. */
const opaqueColors = 2;

/** Opens the gallery in a browser whose clock is stopped. */
export async function openGallery(): Promise<Gallery> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: `${here}gallery-scene.ts`, formats: ['iife'], name: 'gallery' },
      target: 'es2022',
    },
  });
  // A build of a library in one format without a watcher returns a list with one result.
  const [chunk] = Array.isArray(built) ? (built[0]?.output ?? []) : [];
  if (chunk?.type !== 'chunk') throw new Error('The script of the gallery was not built.');
  const { code } = chunk;
  const args = [...chromiumArgs, ...drawingArgs];
  const browser = await chromium.launch({ executablePath: findHeadlessShell(), args });
  const fonts = await createFontRules();
  const page = await browser.newPage({ deviceScaleFactor: 1, timezoneId: 'Asia/Kuala_Lumpur' });
  page.on('pageerror', (error) => process.stderr.write(`${error}\n`));
  await exposeDevices(page);
  await page.clock.setFixedTime(new Date('2026-09-14T06:32:00Z'));
  await page.route('**/*', async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path.startsWith(fontPath)) {
      return route.fulfill({ contentType: 'font/woff2', body: await readFont(path) });
    }
    if (path === '/qr-code.svg') return route.fulfill({ path: `${here}qr-code.svg` });
    if (path !== '/') return route.fulfill({ status: 404 });
    const body = '<!doctype html><html lang="en"><title>Gallery</title><body></body></html>';
    return route.fulfill({ contentType: 'text/html', body });
  });

  async function loadPage(theme: string): Promise<void> {
    const scheme = theme === 'light' ? 'light' : 'dark';
    await page.emulateMedia({
      colorScheme: scheme,
      forcedColors: theme === 'forced' ? 'active' : 'none',
      reducedMotion: 'reduce',
    });
    await page.goto('https://shop.example/');
    await page.addStyleTag({
      content: `${fonts}body{margin:0;padding:16px;background:${backgrounds[theme]};color-scheme:${scheme}}`,
    });
    await page.addScriptTag({ content: code });
  }

  return {
    page,
    loadPage,
    readSceneNames: () => page.evaluate(() => globalThis.sceneNames),
    play: async (scene, theme, language = 'en') => {
      // The button "Pay on your phone" is shown in a wide window only.
      if (scene.startsWith('phone')) await page.setViewportSize({ width: 1280, height: 600 });
      await page.evaluate(
        async ([name = '', colorScheme = '', lang = '']) => {
          document.documentElement.lang = lang;
          document.body.replaceChildren();
          await globalThis.show(name, colorScheme);
        },
        [scene, theme === 'light' ? 'light' : 'dark', language],
      );
    },
    async takePicture(width) {
      await page.setViewportSize({ width, height: 600 });
      await page.waitForTimeout(renderMs);
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const scrollsHorizontally = await page.evaluate(
        () => document.documentElement.scrollWidth > innerWidth,
      );
      const picture = await page.screenshot({ fullPage: true, animations: 'disabled' });
      return { picture, scrollsHorizontally };
    },
    addRule: (rule) =>
      page.evaluate((content) => {
        for (const element of document.body.querySelectorAll('pgw-checkout, pgw-payment-status')) {
          const style = document.createElement('style');
          style.textContent = content;
          element.shadowRoot?.append(style);
        }
      }, rule),
    close: () => browser.close(),
  };
}

/** Gives the scenes the mouse and the keyboard of the browser: see devices.ts. */
async function exposeDevices(page: Page): Promise<void> {
  const { mouse, keyboard } = page;
  const devices: NonNullable<typeof globalThis.devices> = {
    click: (x, y) => mouse.click(x, y),
    move: (x, y) => mouse.move(x, y),
    press: (key) => keyboard.press(key),
    type: (text) => keyboard.type(text),
  };
  // The page calls each device with the arguments of this device.
  const useDevice = (action: keyof typeof devices, ...args: unknown[]): Promise<void> =>
    (devices[action] as (...all: unknown[]) => Promise<void>)(...args);
  await page.exposeFunction('useDevice', useDevice);
  await page.addInitScript((actions) => {
    const entries = actions.map((action) => [
      action,
      (...args: unknown[]) => globalThis.useDevice(action, ...args),
    ]);
    globalThis.devices = Object.fromEntries(entries);
  }, Object.keys(devices));
}

/**
 * Compares a picture with the approved one. Returns null if they agree, or the reason and a picture of the
 * difference.
 */
export async function comparePictures(
  approvedFile: string | URL,
  picture: Buffer,
): Promise<{ reason: string; picture: Buffer | null } | null> {
  const expected = PNG.sync.read(await readFile(approvedFile));
  const actual = PNG.sync.read(picture);
  const { width, height } = expected;
  if (actual.width !== width || actual.height !== height) {
    return { reason: `it is ${actual.width}×${actual.height}, not ${width}×${height}`, picture: null };
  }
  const difference = new PNG({ width, height });
  const differentPixels = pixelmatch(expected.data, actual.data, difference.data, width, height, {
    threshold: colorThreshold,
  });
  if (differentPixels <= width * height * tolerance) return null;
  return { reason: `${differentPixels} pixels differ`, picture: PNG.sync.write(difference) };
}

/** Compresses a picture without loss. */
export function compressPicture(picture: Buffer): Buffer {
  return PNG.sync.write(PNG.sync.read(picture), { deflateLevel: 9, colorType: opaqueColors });
}

/**
 * Compresses a picture for a document to half the bytes of `compressPicture`. Red, green and blue are rounded
 * to multiples of 8, which is not visible.
 */
export function shrink(picture: Buffer): Buffer {
  const image = PNG.sync.read(picture);
  // Every fourth byte is the transparency of a pixel.
  for (const [index, value] of image.data.entries())
    if (index % 4 !== 3) image.data[index] = Math.min(255, Math.round(value / 8) * 8);
  // Without a filter and with the default strategy, areas of one color need the fewest bytes.
  return PNG.sync.write(image, {
    deflateLevel: 9,
    deflateStrategy: 0,
    colorType: opaqueColors,
    filterType: 0,
  });
}
