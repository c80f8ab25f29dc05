import type { CheckoutState } from './state.ts';

/** The element the keyboard belongs on, by what the state asks for. */
export function focusTarget(root: ParentNode, { focus, invalid }: CheckoutState): HTMLElement | null {
  if (focus === null) return null;
  const target = focus === 'invalid' ? `input[name="${invalid ?? 'channel'}"]:enabled` : `#${focus}`;
  // Without a question (the hosted page asks it) the keyboard belongs on Pay.
  return root.querySelector<HTMLElement>(target) ?? root.querySelector<HTMLElement>('#legend, #pay');
}
