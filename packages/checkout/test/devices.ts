// The mouse and the keyboard of a browser that a program drives. Events of scripts would not do: whether an
// element that receives the focus shows an outline depends on the device that the shopper used last.

import { eventually } from './waiting.ts';

/** A mouse and a keyboard. Positions are CSS pixels from the top left corner of the page's visible part. */
export interface Devices {
  readonly click: (x: number, y: number) => Promise<void>;
  readonly move: (x: number, y: number) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
}

declare global {
  /** Set by the program that drives the browser. Undefined in a browser that a person uses. */
  var devices: Devices | undefined;
}

/** More presses than any scene needs. */
const maxPresses = 60;

/** Clicks the middle of an element, when no other element covers it and nothing moves. */
export async function click(target: HTMLElement): Promise<void> {
  if (globalThis.devices === undefined) return target.click();
  await waitUntilStill(target);
  await globalThis.devices.click(...findMiddle(target));
}

/** Waits until an element can be clicked, and is at the same place in two frames without an animation. */
async function waitUntilStill(target: HTMLElement): Promise<void> {
  let place = '';
  await eventually(async () => {
    const lastPlace = place;
    place = findMiddle(target).join();
    await new Promise(requestAnimationFrame);
    if (place !== lastPlace || isAnimated(target))
      throw new Error(`${describe(target)} does not stop moving.`);
  });
}

/** True while an animation runs around the element that ends by itself. */
function isAnimated(element: HTMLElement): boolean {
  const root = element.getRootNode();
  const animations = root instanceof ShadowRoot ? root.getAnimations() : document.getAnimations();
  return animations.some(
    ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
  );
}

/** Scrolls to an element and returns its middle. Throws if a click there would not reach the element. */
function findMiddle(target: HTMLElement): [number, number] {
  target.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = target.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = findElementAt(x, y);
  if (hit === null || !target.contains(hit))
    throw new Error(`${describe(target)} cannot be clicked, because ${describe(hit)} is at its place.`);
  return [x, y];
}

/** Moves the mouse to the corner of the page, so that it points at no control. */
export async function moveMouseAway(): Promise<void> {
  await globalThis.devices?.move(0, 0);
}

/** Presses Tab until the element has the focus. */
export async function tabTo(target: HTMLElement): Promise<void> {
  if (globalThis.devices === undefined) return target.focus();
  for (let presses = 0; presses < maxPresses; presses += 1) {
    if (findFocused() === target) return;
    await globalThis.devices.press('Tab');
  }
  throw new Error(`Tab does not reach ${describe(target)}.`);
}

/** Presses a key on the element that has the focus. */
export async function press(key: string): Promise<void> {
  await globalThis.devices?.press(key);
}

/**
 * Replaces the text of a field. Only the last character is typed by the keyboard, because each click and each key takes
 * several messages between the browser and the program that drives it. A text field has an outline with every device.
 */
export async function typeInto(field: HTMLInputElement, text: string): Promise<void> {
  field.focus();
  if (globalThis.devices === undefined) {
    field.value = text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
    return;
  }
  field.select();
  document.execCommand('insertText', false, text.slice(0, -1));
  await globalThis.devices.type(text.slice(-1));
}

/** The element that has the focus, also inside shadow roots. */
export function findFocused(): Element | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}

function findElementAt(x: number, y: number): Element | null {
  let hit = document.elementFromPoint(x, y);
  for (let inner = hit; inner !== null;) {
    hit = inner;
    inner = inner.shadowRoot?.elementFromPoint(x, y) ?? null;
    if (inner === hit) break;
  }
  return hit;
}

function describe(element: Element | null): string {
  if (element === null) return 'nothing';
  const text = element.textContent.replace(/\s+/g, ' ').trim().slice(0, 40);
  return `<${element.localName} id="${element.id}" class="${element.className}">${text}`;
}
