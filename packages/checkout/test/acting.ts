import type { PgwCheckout } from '../src/pgw-checkout.ts';
import { session } from './fixtures.ts';

// Functions that use an element as a shopper does, and read what it shows.

/** The real `setTimeout`. It is saved when the page is loaded, because a test may stop the clock. */
const realSetTimeout = globalThis.setTimeout.bind(globalThis);

/** Waits until promises, rendering and timers of 0 ms are done. */
export async function waitForNextTurn(): Promise<void> {
  // A promise or a rendering can start another one, so one turn is not enough.
  for (let turns = 0; turns < 5; turns += 1)
    await new Promise<void>((resolve) => void realSetTimeout(resolve, 0));
}

/** Repeats a check until it passes, for at most 15 s. The limit is long, because the machine may be busy. */
export async function eventually(check: () => void): Promise<void> {
  const end = performance.now() + 15_000;
  while (performance.now() < end) {
    try {
      check();
      return;
    } catch {
      await new Promise<void>((resolve) => void realSetTimeout(resolve, 20));
    }
  }
  check();
}

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

/** Clicks the channel or the option with this name. */
export async function choose(element: PgwCheckout, name: string): Promise<void> {
  await eventually(() => findInside(element, 'label'));
  const labels = [...(element.shadowRoot?.querySelectorAll('label') ?? [])];
  // The name of a channel may be translated. In this case the channel is found by its id in the session.
  const id = session.channels.find((channel) => channel.name === name)?.id;
  const label = labels.find(
    (candidate) =>
      candidate.textContent.includes(name) ||
      candidate.querySelector(`input[name=channel][value="${id}"]`) !== null,
  );
  if (!label) throw new Error(`There is no option called ${name}.`);
  label.click();
  await waitForNextTurn();
}

/** Clicks Pay. */
export async function pay(element: PgwCheckout): Promise<void> {
  await eventually(() => findInside(element, '#pay'));
  findInside(element, '#pay').click();
  await waitForNextTurn();
}
