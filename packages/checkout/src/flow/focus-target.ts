import type { CheckoutState } from '../state/checkout-state.ts';

/** The element that the focus moves to; null if the state requires none. */
export function focusTarget(root: ParentNode, { focus, invalid }: CheckoutState): HTMLElement | null {
  if (focus === null) return null;
  const selector = focus === 'invalid' ? `input[name="${invalid ?? 'channel'}"]:enabled` : `#${focus}`;
  // In hosted mode there is no list: the focus moves to Pay.
  return root.querySelector<HTMLElement>(selector) ?? root.querySelector<HTMLElement>('#legend, #pay');
}
