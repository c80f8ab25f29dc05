import type { PgwCheckout } from '../src/pgw-checkout.ts';
import { click } from './devices.ts';
import { session } from './fixtures.ts';
import { eventually, waitForNextTurn } from './waiting.ts';

export { eventually, waitForNextTurn } from './waiting.ts';

// Functions that use an element as a shopper does, and read what it shows.

/** Finds an element inside the shadow root. Throws if there is none. */
export function findInside(element: Element, selector: string): HTMLElement {
  const found = element.shadowRoot?.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`Nothing in the element matches ${selector}.`);
  return found;
}

/** Returns the text of the element, with single spaces. */
export function readText(element: Element): string {
  const copy = findInside(element, '.frame').cloneNode(true) as Element;
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** Clicks the channel or the option with this name. Shows the other ways to pay before, if the list is folded. */
export async function choose(element: PgwCheckout, name: string): Promise<void> {
  // The name of a channel may be translated. In this case the channel is found by its id in the session.
  const id = session.channels.find((channel) => channel.name === name)?.id;
  const label = await eventually(() => {
    const labels = [...(element.shadowRoot?.querySelectorAll('label') ?? [])];
    const found = labels.find(
      (candidate) =>
        candidate.textContent.includes(name) ||
        candidate.querySelector(`input[name=channel][value="${id}"]`) !== null,
    );
    if (!found) throw new Error(`There is no option called ${name}.`);
    return found;
  });
  if (!label.checkVisibility()) {
    await click(findInside(element, '.others'));
    await waitForNextTurn();
  }
  await click(label);
  await waitForNextTurn();
}

/** Clicks Pay. */
export async function pay(element: PgwCheckout): Promise<void> {
  await eventually(() => findInside(element, '#pay'));
  await click(findInside(element, '#pay'));
  await waitForNextTurn();
}

/** Returns the markup of an element's shadow root without lit's markers, which contain random digits. */
export function readMarkup(root: ParentNode): string {
  if (!(root instanceof ShadowRoot)) throw new Error('The element has no shadow root.');
  return root.innerHTML.replaceAll(/lit\$\d+\$/g, '');
}
