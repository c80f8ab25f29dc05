import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  createFontFaces,
  fontFamily,
  fontPath,
  pictureFonts,
  readFont,
} from '../packages/checkout/test/picture-fonts.ts';
import { isNightly } from '../scripts/nightly.ts';
import { findOverflow } from './layout-measurement.ts';
import { doubleFontSizes, restoreFontSizes, setRules } from './page-styles.ts';

/** A font that is wider, and one that is narrower, than the fonts of operating systems. */
const wide = 'Lexend Giga';
const narrow = 'Sofia Sans Extra Condensed';
const fontPackages = { 'lexend-giga': [400, 700], 'sofia-sans-extra-condensed': [400, 700] };

/** The text spacing of WCAG 1.4.12. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }';

interface Situation {
  /** The width of the screen in pixels. */
  readonly width: number;
  readonly font: string;
  readonly text?: 'text spacing' | 'browser font of 32 px' | 'text zoom of 200 %';
}

/**
 * The narrowest screen of WCAG 1.4.10 with every text setting, the narrowest screen with the layout of a desktop, and
 * a desktop. A browser font changes `rem` and the media queries. A text zoom changes only the texts. Only the nightly
 * run checks all situations; other runs check the one with the least space for each layout.
 */
const situations: readonly Situation[] = [
  { width: 320, font: wide, text: 'text zoom of 200 %' },
  { width: 720, font: wide, text: 'text spacing' },
  { width: 1280, font: wide },
  ...(isNightly
    ? ([
        { width: 320, font: wide },
        { width: 320, font: wide, text: 'text spacing' },
        { width: 320, font: wide, text: 'browser font of 32 px' },
        { width: 320, font: narrow },
        { width: 720, font: wide },
        { width: 1280, font: wide, text: 'text zoom of 200 %' },
      ] as const)
    : []),
];

/**
 * Returns a function that checks in every situation that nothing on the page is wider than the screen or than its
 * box. The page is loaded once and restyled. It must have been opened with `bypassCSP`, because the policy of the shop
 * blocks the style sheets of the check.
 */
export async function createLayoutCheck(page: Page): Promise<() => Promise<void>> {
  await routeFonts(page);
  const session = await page.context().newCDPSession(page);
  const faces = await createFontFaces({ ...fontPackages, ...pictureFonts });
  return async () => {
    const size = page.viewportSize();
    const style = await page.addStyleTag({ content: faces });
    const problems: string[] = [];
    for (const situation of situations) {
      const { width, font, text = 'normal text' } = situation;
      const found = await measure(page, session, situation);
      problems.push(...found.map((problem) => `${width} px, ${font}, ${text}: ${problem}`));
    }
    await page.evaluate(setRules, '');
    await style.evaluate((element: Element) => element.remove());
    if (size !== null) await page.setViewportSize(size);
    expect.soft(problems, page.url()).toEqual([]);
  };
}

/** Responds to the requests of a page for fonts, which come from packages. */
async function routeFonts(page: Page): Promise<void> {
  await page.route(`**${fontPath}**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ contentType: 'font/woff2', body: await readFont(pathname) });
  });
}

/**
 * Returns a function that shows every text of the loaded page in the font of the pictures, so that a height does not
 * depend on the fonts of the machine. The page must have been opened with `bypassCSP`.
 */
export async function createFontSetter(page: Page): Promise<() => Promise<void>> {
  await routeFonts(page);
  const faces = await createFontFaces(pictureFonts);
  return async () => {
    await page.addStyleTag({ content: faces });
    await page.evaluate(setRules, `* { font-family: ${fontFamily} !important }`);
  };
}

async function measure(page: Page, session: CDPSession, { width, font, text }: Situation): Promise<string[]> {
  const setBrowserFont = (px: number): Promise<unknown> =>
    session.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 });
  if (text === 'browser font of 32 px') await setBrowserFont(32);
  if (text === 'text zoom of 200 %') await page.evaluate(doubleFontSizes);
  await page.evaluate(
    setRules,
    `* { font-family: '${font}', ${fontFamily} !important } ${text === 'text spacing' ? spacing : ''}`,
  );
  const problems = await page.evaluate(findOverflow);
  if (text === 'text zoom of 200 %') await page.evaluate(restoreFontSizes);
  if (text === 'browser font of 32 px') await setBrowserFont(16);
  return problems;
}
