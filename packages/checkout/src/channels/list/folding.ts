import type { CheckoutState } from '../../state/checkout-state.ts';

export interface FoldingOptions {
  readonly state: () => CheckoutState;
  /** Folds the channels that are not chosen into one row, or shows all channels. */
  readonly fold: (isFolded: boolean) => void;
}

/** Folds the list when the shopper goes on to the panel or Pay, and unfolds it for a key that needs all channels. */
export class Folding implements EventListenerObject {
  /** Whether the shopper used a mouse or a finger last. False after a key. */
  isPointer = false;
  /** What the list shows: whether it is folded, and the chosen channel. */
  #shown = '';
  #restorePosition: (() => void) | undefined;
  readonly #root: ShadowRoot;
  readonly #options: FoldingOptions;

  constructor(root: ShadowRoot, options: FoldingOptions) {
    this.#root = root;
    this.#options = options;
    for (const type of ['pointerdown', 'keydown', 'focusin', 'click']) root.addEventListener(type, this);
  }

  /** Call this before the list is rendered. */
  beforeRender({ isFolded, channelId }: CheckoutState): void {
    const shown = `${String(isFolded)} ${String(channelId)}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focused = this.#root.activeElement;
    const anchor = isAfterList(focused)
      ? focused
      : this.#findRadio(`[value="${String(channelId)}"]`)?.parentElement;
    const form = this.#root.querySelector('form');
    this.#restorePosition = anchor && form ? keepPosition(anchor, form) : undefined;
  }

  /** Call this after the list is rendered. */
  afterRender(): void {
    this.#restorePosition?.();
    this.#restorePosition = undefined;
  }

  /** Moves the focus to the chosen channel, so that the arrow keys choose another one. */
  focusChosen(): void {
    this.#findRadio(':checked')?.focus({ preventScroll: true });
  }

  handleEvent(event: Event): void {
    const { type, target } = event;
    if (type === 'pointerdown') this.isPointer = true;
    else if (event instanceof KeyboardEvent) {
      this.isPointer = false;
      this.#handleKey(event);
    } else if (isAfterList(target) && (type === 'click' || !this.isPointer)) {
      // A pointer that is still down on a control must not lose it, so the list is folded by the click.
      this.#options.fold(true);
    }
  }

  /** The arrow keys choose among all channels. The browser handles the key after the list is rendered. */
  #handleKey(event: KeyboardEvent): void {
    const { key, target } = event;
    const isInList = target instanceof Element && target.closest('.tile, .others') !== null;
    if (!isInList || !this.#options.state().isFolded || !/^(Arrow|Escape)/.test(key)) return;
    if (key === 'Escape') event.preventDefault();
    this.#options.fold(false);
  }

  #findRadio(selector: string): HTMLElement | null {
    return this.#root.querySelector<HTMLElement>(`input[name="channel"]${selector}`);
  }
}

/** Whether an element is in the panel of the chosen channel, or in the area of Pay. */
function isAfterList(target: EventTarget | null): target is Element {
  return target instanceof Element && target.closest('.panel, .pay-area') !== null;
}

const slideMs = 200;

/** Keeps an element at its place on the screen. Call the returned function after the layout has changed. */
function keepPosition(element: Element, content: Element): () => void {
  const { top } = element.getBoundingClientRect();
  const getDistance = (): number => element.getBoundingClientRect().top - top;
  return () => {
    if (!element.isConnected || getDistance() === 0) return;
    findScroller(element).scrollBy({ top: getDistance(), behavior: 'instant' });
    const rest = getDistance();
    if (rest !== 0 && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      content.animate([{ transform: `translateY(${-rest}px)` }, { transform: 'none' }], {
        duration: slideMs,
        easing: 'cubic-bezier(0.2, 0, 0, 1)',
      });
  };
}

/** Finds the nearest ancestor that scrolls, also outside shadow roots. */
function findScroller(element: Element): Element {
  let node: Node | null = element;
  while ((node = node.parentNode ?? (node instanceof ShadowRoot ? node.host : null)) !== null) {
    if (!(node instanceof Element) || node === document.documentElement || node === document.body) continue;
    const isScrollable = /auto|scroll/.test(getComputedStyle(node).overflowY);
    if (isScrollable && node.scrollHeight > node.clientHeight) return node;
  }
  return document.scrollingElement ?? document.documentElement;
}
