import type { PgwCheckout } from '../src/pgw-checkout.ts';
import { session } from './fixtures.ts';

// What a shopper does with an element, and what the shopper sees.

/** Saved when the page was loaded, because a test may stop the clock. */
const realSetTimeout = globalThis.setTimeout.bind(globalThis);

/** Waits until promises, rendering and timers of 0 ms are done. */
export async function nextTurn(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1)
    await new Promise<void>((resolve) => void realSetTimeout(resolve, 0));
}

/** Repeats a check until it passes. The limit is for a check that never passes, not for a busy machine. */
export async function eventually(check: () => void): Promise<void> {
  for (const end = performance.now() + 15_000; performance.now() < end;) {
    try {
      check();
      return;
    } catch {
      await new Promise<void>((resolve) => void realSetTimeout(resolve, 20));
    }
  }
  check();
}

export function inside(element: Element, selector: string): HTMLElement {
  const found = element.shadowRoot?.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`Nothing in the element matches ${selector}.`);
  return found;
}

/** The text of the element, with single spaces. */
export function textOf(element: Element): string {
  const copy = inside(element, '.frame').cloneNode(true) as Element;
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
}

export async function choose(element: PgwCheckout, name: string): Promise<void> {
  await eventually(() => inside(element, 'label'));
  const labels = [...(element.shadowRoot?.querySelectorAll('label') ?? [])];
  // In every language a channel is found by its name in the session.
  const id = session.channels.find((channel) => channel.name === name)?.id;
  const label = labels.find(
    (candidate) =>
      candidate.textContent.includes(name) ||
      candidate.querySelector(`input[name=channel][value="${id}"]`) !== null,
  );
  if (!label) throw new Error(`There is no option called ${name}.`);
  label.click();
  await nextTurn();
}

export async function pay(element: PgwCheckout): Promise<void> {
  await eventually(() => inside(element, '#pay'));
  inside(element, '#pay').click();
  await nextTurn();
}
