import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedDemo, type Demo } from './demo.ts';
import { bringToCheckout, chooseChannel, decide, pressPay, seePaid } from './shopper.ts';

/** A width in pixels and a color scheme. */
export type Look = readonly [width: number, scheme: 'light' | 'dark'];

const checkout = createRequire(new URL('../packages/checkout/package.json', import.meta.url));
const axe = readFileSync(checkout.resolve('axe-core/axe.min.js'), 'utf8');

/** Checks every page of the shop and of the back office with axe, each in every look. */
export function findsNothing(looks: readonly Look[]): void {
  const names = looks.map(([width, scheme]) => `${width} px ${scheme}`).join(', ');

  it(`axe finds nothing on the pages of the shop (${names})`, async () => {
    const demo = await sharedDemo();
    const page = await pageFor(demo);
    const check = checkIn(page, looks);
    for (const path of [
      '/',
      '/beans',
      '/products/cameron-dark',
      '/products/enamel-mug',
      '/account',
      '/nothing',
    ])
      await check(`${demo.shop}${path}`);
    const order = await bringToCheckout(demo, page);
    await page.getByRole('radio', { name: 'FPX online banking' }).check();
    await page.getByRole('searchbox').waitFor();
    await check();
    await page.getByRole('radio', { name: 'Credit or debit card' }).check();
    await page.getByLabel('Card number').waitFor();
    await check();
    for (const path of ['/bag', '/checkout']) await check(`${demo.shop}${path}`);
    await page.goto(`${demo.shop}/checkout/${order}`);
    await chooseChannel(page, 'KilatPay');
    await pressPay(page);
    await decide(page, 'approve');
    await seePaid(page, order);
    await check();
    await check(`${demo.shop}/orders`);
  });

  it(`axe finds nothing on the pages of the back office (${names})`, async () => {
    const demo = await sharedDemo();
    const page = await pageFor(demo);
    const check = checkIn(page, looks);
    const order = await bringToCheckout(demo, page);
    await chooseChannel(page, 'KilatPay');
    await pressPay(page);
    await decide(page, 'approve');
    await seePaid(page, order);
    await check(`${demo.shop}/office`);
    await page.getByLabel('Password').fill('rimba-office');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: order }).waitFor();
    await check();
    await page.getByRole('link', { name: order }).click();
    await page.getByText('Refund…').waitFor();
    await check();
    for (const path of ['/attention', '/payouts', '/wallets']) await check(`${demo.shop}/office${path}`);
  });
}

/** axe is evaluated in the page, which the policy of the pages does not allow. */
function pageFor(demo: Demo): Promise<Page> {
  return demo.newPage({ bypassCSP: true, reducedMotion: 'reduce' });
}

function checkIn(page: Page, looks: readonly Look[]) {
  return async (address?: string): Promise<void> => {
    if (address !== undefined) await page.goto(address);
    await page.evaluate(axe);
    for (const [width, colorScheme] of looks) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(async () => {
        const { violations } = await (
          globalThis as unknown as {
            axe: {
              run(): Promise<{ violations: { id: string; nodes: { target: unknown; html: string }[] }[] }>;
            };
          }
        ).axe.run();
        return violations.flatMap(({ id, nodes }) =>
          nodes.map((node) => `${id}: ${String(node.target)} ${node.html.slice(0, 160)}`),
        );
      });
      expect(found, `${page.url()} at ${width} px, ${colorScheme}`).toEqual([]);
      const { scrollWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
      }));
      expect(scrollWidth, `${page.url()} at ${width} px is not wider than the screen`).toBeLessThanOrEqual(
        width,
      );
    }
  };
}
