import type { Locator, Page } from 'playwright-core';

/** Presses Tab until this has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const element = await target.elementHandle();
  for (let pressed = 0; pressed < 120; pressed += 1) {
    if (await element?.evaluate(hasFocus)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target.toString()}.`);
}

/** Focuses a button or link with Tab and presses it. */
export async function tabAndPress(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Focuses the channels with Tab, and presses arrow keys until this one is chosen. */
export async function arrowTo(page: Page, radio: Locator): Promise<void> {
  // Only the element has live regions, so it has replaced the list that the server rendered.
  await page.locator('pgw-checkout [role=status]').waitFor({ state: 'attached' });
  await radio.waitFor();
  const element = await radio.elementHandle();
  for (let pressed = 0; pressed < 120 && !(await element?.evaluate(isGroupFocused)); pressed += 1)
    await page.keyboard.press('Tab');
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await element?.evaluate((node) => node.matches(':checked'))) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrow keys do not reach ${radio.toString()}.`);
}

/** Focuses a field with Tab and replaces its content. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** As `typeInto`, with the whole text at once. */
export async function pasteInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

// Both functions run in the page.

function hasFocus(node: Node): boolean {
  const root = node.getRootNode();
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === node;
}

function isGroupFocused(radio: Node): boolean {
  const root = radio.getRootNode();
  return root instanceof ShadowRoot && root.activeElement?.matches('[type=radio]') === true;
}
