import type { CheckoutState } from '../state/checkout-state.ts';

/** Returns the element to which the focus moves; null if the state does not move the focus. */
export function findFocusTarget(root: ParentNode, { focus, invalid }: CheckoutState): HTMLElement | null {
  if (focus === null) return null;
  const selectors: Partial<Record<typeof focus, string>> = {
    invalid: `input[name="${invalid ?? 'channel'}"]:enabled`,
    // A saved card has no field for its number.
    card: '#cc-number, #cc-csc',
    // A card is entered again before it is paid with.
    pay: '#cc-number, #cc-csc, #pay',
  };
  const selector = selectors[focus] ?? `#${focus}`;
  // Hosted mode has no list, so the focus moves to Pay.
  return root.querySelector<HTMLElement>(selector) ?? root.querySelector<HTMLElement>('#legend, #pay');
}

/** Moves the focus. A message about the field may be above it, so the page scrolls to the message too. */
export function moveFocus(root: ParentNode, target: HTMLElement | null): void {
  target?.focus();
  if (target?.localName === 'input')
    root.querySelector('.error, #decline')?.scrollIntoView({ block: 'nearest' });
}
