/** The list that the shop's server drew into the element, until the element draws it itself. */
export class ServedList {
  readonly #root: ShadowRoot | null;
  #nodes: readonly ChildNode[];

  constructor(root: ShadowRoot | null) {
    this.#root = root;
    this.#nodes = root === null ? [] : [...root.childNodes];
  }

  /** Whether it is still what the shopper sees. */
  get isShown(): boolean {
    return this.#nodes.length > 0;
  }

  /** What the shopper chose in it meanwhile; null for nothing. */
  chosen(name: 'channel' | 'bank'): string | null {
    const selector = `input[name="${name}"]:checked`;
    return (this.isShown && this.#root?.querySelector<HTMLInputElement>(selector)?.value) || null;
  }

  /** Makes room for the element's own list, which is there already, and gives the focus to the same place in it. */
  remove(): void {
    const focused = this.isShown ? this.#root?.activeElement : null;
    for (const node of this.#nodes) node.remove();
    this.#nodes = [];
    if (!focused) return;
    const place =
      focused instanceof HTMLInputElement
        ? `input[name="${focused.name}"][value="${CSS.escape(focused.value)}"]`
        : `#${focused.id || 'pay'}`;
    this.#root?.querySelector<HTMLElement>(place)?.focus({ preventScroll: true });
  }
}
