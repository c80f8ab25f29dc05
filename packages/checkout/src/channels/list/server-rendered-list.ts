/** The list that the server rendered into the shadow root, until the element's own list is ready. */
export class ServerRenderedList {
  #nodes: readonly ChildNode[];
  readonly #root: ShadowRoot;
  /** The symbols of card brands by the ids of their elements. */
  readonly #marks: ReadonlyMap<string, Element>;

  /** `nodes` are the children of the shadow root before the element adds its own. */
  constructor(root: ShadowRoot, nodes: readonly ChildNode[]) {
    this.#root = root;
    this.#nodes = nodes;
    this.#marks = new Map([...root.querySelectorAll('.marks')].map((marks) => [marks.id, marks]));
  }

  /** Returns the element with the symbols of the card brands of a channel, for the element's own list. */
  findMarks(id: string): Element | undefined {
    return this.#marks.get(id);
  }

  /** Whether this list is shown. */
  get isShown(): boolean {
    return this.#nodes.length > 0;
  }

  /** Whether the shopper uses this list: a channel is chosen, or a control of the list has the focus. */
  get isUsed(): boolean {
    return this.isShown && (this.getChosenId('channel') !== null || this.#root.activeElement !== null);
  }

  /** Whether this list contains the banks of the chosen channel. */
  get hasBanks(): boolean {
    return this.isShown && this.#root.querySelector('input[name="bank"]') !== null;
  }

  getChosenId(name: 'channel' | 'bank'): string | null {
    return this.#root.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`)?.value ?? null;
  }

  /** Call it after the element's own list is rendered. The focus moves to the same control of that list. */
  remove(): void {
    const focused = this.#root.activeElement;
    for (const node of this.#nodes) node.remove();
    this.#nodes = [];
    if (focused === null) return;
    const selector =
      focused instanceof HTMLInputElement
        ? `input[name="${focused.name}"][value="${CSS.escape(focused.value)}"]`
        : `#${focused.id || 'pay'}`;
    this.#root.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }
}
