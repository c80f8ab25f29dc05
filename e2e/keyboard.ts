import type { Locator, Page } from 'playwright-core';

/** More presses than any page of the tests needs. */
const maxPresses = 120;

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const element = await target.elementHandle();
  for (let presses = 0; presses < maxPresses; presses += 1) {
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

/** Focuses the list of channels with Tab, and presses arrow keys until the radio button is checked. */
export async function arrowTo(page: Page, radio: Locator): Promise<void> {
  // A list that the server rendered has no live region. This waits until the element has replaced it.
  await page.locator('pgw-checkout [role=status]').waitFor({ state: 'attached' });
  await radio.waitFor();
  const element = await radio.elementHandle();
  for (let presses = 0; presses < maxPresses && !(await element?.evaluate(isGroupFocused)); presses += 1)
    await page.keyboard.press('Tab');
  for (let presses = 0; presses < maxPresses; presses += 1) {
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

/** Focuses a field with Tab and replaces its content with the whole text at once. */
export async function pasteInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

// The following functions run in the page.

function hasFocus(node: Node): boolean {
  const root = node.getRootNode();
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === node;
}

function isGroupFocused(radio: Node): boolean {
  const root = radio.getRootNode();
  return root instanceof ShadowRoot && root.activeElement?.matches('[type=radio]') === true;
}
