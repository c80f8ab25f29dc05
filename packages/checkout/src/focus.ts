import type { CheckoutState } from './state.ts';

/** The element the keyboard belongs on, by what the state asks for. */
export function focusTarget(root: ParentNode, { focus, invalid }: CheckoutState): HTMLElement | null {
  if (focus === null) return null;
  return root.querySelector<HTMLElement>(
    focus === 'invalid' ? `input[name="${invalid ?? 'channel'}"]:enabled` : `#${focus}`,
  );
}
