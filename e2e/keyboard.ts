import type { Locator, Page } from 'playwright-core';

/** Goes on with Tab until this has the focus, as somebody does who has no mouse. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < 120; pressed += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target.toString()}.`);
}

/** Goes to a button or link with Tab and presses it. */
export async function tabAndPress(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Goes to a group of radios with Tab and on with the arrow keys until this one is chosen. */
export async function arrowTo(page: Page, radio: Locator): Promise<void> {
  const group = radio.page().locator('pgw-checkout').getByRole('radio');
  await settled(radio);
  for (let pressed = 0; pressed < 120 && !(await isAnyFocused(group)); pressed += 1)
    await page.keyboard.press('Tab');
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await radio.isChecked()) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrow keys do not reach ${radio.toString()}.`);
}

/** Types into a field that Tab leads to, in place of what stands there. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((node) => {
    const root = node.getRootNode();
    return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === node;
  });
}

/** Waits until there is one of it: the list that the server drew gives way to the element's own. */
async function settled(target: Locator): Promise<void> {
  for (let waited = 0; waited < 150; waited += 1) {
    if ((await target.count()) === 1) return target.waitFor();
    await target.page().waitForTimeout(100);
  }
  throw new Error(`There is not one of ${target.toString()}.`);
}

async function isAnyFocused(targets: Locator): Promise<boolean> {
  for (const target of await targets.all()) if (await hasFocus(target)) return true;
  return false;
}
