/** What the shopper chose meanwhile in the list that the shop's server drew; null for nothing. */
export function chosenIn(root: ParentNode, name: 'channel' | 'bank'): string | null {
  return root.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`)?.value ?? null;
}

/** Takes the server's list away, below the element's own, and gives the focus to the same place in that. */
export function replaceServed(root: ShadowRoot, nodes: readonly ChildNode[]): void {
  const focused = root.activeElement;
  for (const node of nodes) node.remove();
  if (!focused) return;
  const place =
    focused instanceof HTMLInputElement
      ? `input[name="${focused.name}"][value="${CSS.escape(focused.value)}"]`
      : `#${focused.id || 'pay'}`;
  root.querySelector<HTMLElement>(place)?.focus({ preventScroll: true });
}
