import type { PgwCheckout } from '../src/pgw-checkout.ts';

// What a shopper does to an element, and what can be seen of it.

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Repeats a check until it holds, for two seconds at most: a busy machine is no defect. */
export async function eventually(check: () => void): Promise<void> {
  for (const end = performance.now() + 2000; performance.now() < end;) {
    try {
      check();
      return;
    } catch {
      await sleep(20);
    }
  }
  check();
}

export function inside(element: Element, selector: string): HTMLElement {
  const found = element.shadowRoot?.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`Nothing in the element matches ${selector}.`);
  return found;
}

/** Everything to be read in the element, its white space folded. */
export function textOf(element: Element): string {
  const copy = inside(element, '.frame').cloneNode(true) as Element;
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
}

export async function choose(element: PgwCheckout, name: string): Promise<void> {
  await eventually(() => inside(element, 'label'));
  const labels = [...(element.shadowRoot?.querySelectorAll('label') ?? [])];
  const label = labels.find((candidate) => candidate.textContent.includes(name));
  if (!label) throw new Error(`There is no option called ${name}.`);
  label.click();
  await sleep(5);
}

export async function pay(element: PgwCheckout): Promise<void> {
  await eventually(() => inside(element, '#pay'));
  inside(element, '#pay').click();
  await sleep(20);
}
