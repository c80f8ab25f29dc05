import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import * as fixtures from '../packages/checkout/test/fixtures.ts';
import { openWidget } from './widget.ts';
import { isNightly } from '../scripts/nightly.ts';

async function openBankPicker(viewport = { width: 375, height: 700 }): Promise<Page> {
  const page = await openWidget({ pageOptions: { viewport } });
  await page.locator('#pay').waitFor();
  await removeTransitions(page);
  await page.getByRole('radio', { name: 'FPX online banking' }).click();
  await page.getByRole('radio', { name: 'Bank Seri' }).click();
  return page;
}

/** Removes transitions, so that `readStyle` reads final colors. */
async function removeTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important }');
    for (const { shadowRoot } of document.querySelectorAll('pgw-checkout')) {
      if (shadowRoot !== null) shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets, sheet];
    }
  });
}

/** Reads a computed style of the first element that the selector matches. */
function readStyle(page: Page, selector: string, property: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
}

/** Reads the computed value of a system color. */
function readSystemColor(page: Page, name: string): Promise<string> {
  return page.evaluate((color) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = color;
    const computed = getComputedStyle(probe).color;
    probe.remove();
    return computed;
  }, name);
}

if (isNightly)
  describe('the shopper’s settings', () => {
    it('with forced colors the choice has an outline, disabled items are gray, Pay is filled, radio buttons are native', async () => {
      const page = await openBankPicker();
      await page.emulateMedia({ forcedColors: 'active' });
      await page.locator('#pay').focus();
      expect(await readStyle(page, '.bank.chosen', 'outline-style')).toBe('solid');
      expect(await readStyle(page, '.bank.chosen', 'outline-color')).toBe(
        await readSystemColor(page, 'Highlight'),
      );
      expect(await readStyle(page, '.bank.chosen input', 'appearance')).toBe('auto');
      expect(await readStyle(page, '.tile.disabled', 'color')).toBe(await readSystemColor(page, 'GrayText'));
      expect(await readStyle(page, '#pay', 'background-color')).toBe(
        await readSystemColor(page, 'ButtonText'),
      );
      expect(await readStyle(page, '#pay', 'color')).toBe(await readSystemColor(page, 'ButtonFace'));
    });

    it('with forced colors matched letters are marked, and a disabled Pay button is gray', async () => {
      const page = await openBankPicker();
      await page.emulateMedia({ forcedColors: 'active' });
      await page.getByRole('searchbox').fill('se');
      expect(await readStyle(page, 'mark', 'color')).toBe(await readSystemColor(page, 'MarkText'));
      expect(await readStyle(page, 'mark', 'background-color')).toBe(await readSystemColor(page, 'Mark'));
      await page.route('**/pgw/payments', (route) =>
        route.fulfill({ status: 429, json: { code: 'too-many-requests' } }),
      );
      await page.getByRole('radio', { name: 'Bank Seri' }).click();
      await page.locator('#pay').click();
      await expect.poll(() => readStyle(page, '#pay', 'color')).toBe(await readSystemColor(page, 'GrayText'));
    });

    it('with more contrast hints and borders have the color of the text', async () => {
      const page = await openBankPicker();
      const text = await readStyle(page, '.channel-name', 'color');
      expect(await readStyle(page, '.hint', 'color')).not.toBe(text);
      await page.emulateMedia({ contrast: 'more' });
      expect(await readStyle(page, '.hint', 'color')).toBe(text);
      await expect.poll(() => readStyle(page, '.item:not(.open) .tile', 'border-top-color')).toBe(text);
    });

    it('with reduced motion only the fade of the spinner is animated', async () => {
      const page = await openWidget({ markup: '' });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.route('**/pgw/session*', () => {});
      const readAnimations = (): Promise<string[]> =>
        page.evaluate(() =>
          [...document.querySelectorAll('body > *')].flatMap((element) =>
            (element.shadowRoot?.getAnimations() ?? []).map((animation) =>
              animation instanceof CSSAnimation ? animation.animationName : 'transition',
            ),
          ),
        );
      await page.evaluate(() => {
        document.body.append(
          Object.assign(document.createElement('pgw-checkout'), { order: 'RC-10482' }),
          Object.assign(document.createElement('pgw-payment-status'), { payment: 'pay_2005671137F81FD8' }),
        );
      });
      await page.locator('.spinner').waitFor();
      await page.locator('pgw-checkout .skeleton').first().waitFor();
      await expect.poll(readAnimations).toContain('pulse');
      expect(await readAnimations()).toEqual(['pulse']);
      expect(await readStyle(page, '.spinner', 'animation-duration')).toBe('2s');
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await expect.poll(async () => (await readAnimations()).length).toBeGreaterThan(1);
    });

    it('a larger font of the browser enlarges every text, also on a page whose root has a font of 10 px', async () => {
      const page = await openBankPicker();
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '62.5%'));
      expect(await readStyle(page, '.channel-name', 'font-size')).toBe('16px');
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard: 24, fixed: 24 } });
      await expect.poll(() => readStyle(page, '.channel-name', 'font-size')).toBe('24px');
      expect(await readStyle(page, '#search', 'font-size')).toBe('24px');
    });

    it('at 400 % zoom the page does not scroll horizontally, and a focused Pay button is visible', async () => {
      const page = await openBankPicker({ width: 320, height: 256 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await page.locator('#pay').focus();
      const box = await page.locator('#pay').boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(256);
    });
  });

describe('every control', () => {
  if (isNightly)
    it('every control has a focus ring of two pixels when it is focused with the keyboard', async () => {
      const page = await openBankPicker();
      await page.getByRole('searchbox').fill('bank');
      await page.keyboard.press('Shift+Tab');
      const outlines: string[] = [];
      // The channel, the search, its Clear button, the bank, the other ways to pay, and Pay.
      const stopCount = 6;
      for (let stop = 0; stop < stopCount; stop += 1) {
        outlines.push(
          await page.evaluate(() => {
            const focused = document.querySelector('pgw-checkout')?.shadowRoot?.activeElement;
            // The label of a radio button shows its focus ring.
            const outlined = focused?.matches('[type=radio]') ? focused.closest('label') : focused;
            const { outlineStyle, outlineWidth } = getComputedStyle(outlined ?? document.body);
            return `${focused?.id ?? ''} ${outlineStyle} ${outlineWidth}`.trim();
          }),
        );
        await page.keyboard.press('Tab');
      }
      for (const outline of outlines) expect(outline).toContain('solid 2px');
      expect(outlines).toContain('pay solid 2px');
    });

  it('every control has a target of at least 44 by 44 pixels', async () => {
    const page = await openBankPicker();
    await page.getByRole('searchbox').fill('bank');
    const status = await openWidget({
      responses: { 'payments/pay_1': { body: { ...fixtures.payment, state: 'failed' } } },
      markup: '<pgw-payment-status payment="pay_1"></pgw-payment-status>',
    });
    await status.locator('h2').waitFor();
    for (const openedPage of [page, status]) {
      const small = await openedPage.evaluate(() =>
        [...document.querySelectorAll('body > *')]
          .flatMap((host) => [
            ...(host.shadowRoot?.querySelectorAll('button, a, label, input[type=search]') ?? []),
          ])
          .filter((control) => control.checkVisibility())
          .map((control) => ({ name: control.textContent, box: control.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 44 || box.height < 44)
          .map(({ name }) => name),
      );
      expect(small).toEqual([]);
    }
  });
});
